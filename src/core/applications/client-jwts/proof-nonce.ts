// Nonces for DPoP proofs (RFC 9449 8, contract 41). They are not stored: a nonce is its time of birth under the
// server's secret, so every process knows those of the others.
import type { ServerSecrets } from '../../ground/secrets.ts';

const GOOD_FOR_MS = 5 * 60_000;
const MAC_BYTES = 16;

export const makeProofNonce = (secrets: ServerSecrets, now: number): string => {
  const at = Math.floor(now).toString(36);
  return `${at}.${secrets.mac('dpop-nonce', at).subarray(0, MAC_BYTES).toString('base64url')}`;
};

/** @returns when the nonce ends, in ms; undefined when it is not ours, or has ended */
export function readProofNonce(secrets: ServerSecrets, nonce: string, now: number): number | undefined {
  const at = nonce.split('.', 1)[0] ?? '';
  const made = Number.parseInt(at, 36);
  if (!/^[0-9a-z]{1,11}$/.test(at) || now - made >= GOOD_FOR_MS) return undefined;
  const isOurs = secrets
    .macs('dpop-nonce', at)
    .some((mac) => nonce === `${at}.${mac.subarray(0, MAC_BYTES).toString('base64url')}`);
  return isOurs ? made + GOOD_FOR_MS : undefined;
}
