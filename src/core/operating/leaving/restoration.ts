// A whole sign-in of a leaving account is no session: what was proven travels as an encrypted value in the form that
// restores the account. It is bound to the browser (the id in its device cookie), lasts ten minutes, and opens nothing
// else. A number that rose since ends it (`LeavingStore.restore`).
import type { Ports } from '../ports.ts';

export type Restoration = {
  accountId: string;
  /** The account's value when the person signed in. */
  signInEpoch: number;
  persistent: boolean;
  /** How the person proved who they are (RFC 8176). */
  amr: readonly string[];
  provenAt: number;
};

const TTL_MS = 10 * 60 * 1000;

export const sealRestoration = (
  { secrets }: Pick<Ports, 'secrets'>,
  restoration: Restoration,
  deviceId: string,
): string => {
  const plain = Buffer.from(JSON.stringify(restoration));
  return secrets.seal('restoration', deviceId, plain).toString('base64url');
};

/** Undefined: altered, too old, or made for another browser. */
export function openRestoration(
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
  value: string,
  deviceId: string,
): Restoration | undefined {
  const opened = secrets.open('restoration', deviceId, Buffer.from(value, 'base64url'));
  if (!opened) return undefined;
  const restoration = JSON.parse(opened.plain.toString()) as Restoration;
  const age = clock.now() - restoration.provenAt;
  return age >= 0 && age < TTL_MS ? restoration : undefined;
}
