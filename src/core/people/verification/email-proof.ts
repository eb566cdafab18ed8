// What one mail carries to prove that its reader has the address: a link, and eight digits to type where the link is of
// no use (contract 21). Both are spent together.
import { randomSecret, type ServerSecrets } from '../../ground/secrets.ts';
import { foldTypedCode } from '../../ground/typed-code.ts';

/**
 * `address`: verifies it · `password`: sets a new password, and verifies the address too · `change`: the account gets
 * the address (`core/people/email-changes/`).
 */
export type ProofPurpose = 'address' | 'password' | 'change';

export type EmailProof = {
  id: string;
  accountId: string;
  purpose: ProofPurpose;
  /** The address that the mail went to. No other address is proven. */
  emailKey: string;
  /** SHA-256 of the secret in the link. */
  tokenHash: Buffer;
  /** HMAC of the digits under the server's secret: without it, eight digits could be guessed from any hash. */
  codeMac: Buffer;
  /** Of the account when the mail was written. */
  signInEpoch: number;
  createdAt: number;
  expiresAt: number;
};

/** An account has so many live proofs of a purpose; a newer one ends the oldest. */
export const MAX_PROOFS = 3;
export const MAX_WRONG_CODES = 5;
export const PROOF_TTL_MS = 60 * 60 * 1000;

const CODE_DIGITS = 8;

type Keyed = Pick<ServerSecrets, 'mac' | 'macs'>;

/** The secrets of a new proof. The digits follow from the token, so that the page of the link can show them. */
export function newProofSecrets(secrets: Keyed, accountId: string): { token: string; code: string; codeMac: Buffer } {
  const token = randomSecret();
  const code = digitsOf(secrets.mac('email-proof', 'code', token));
  return { token, code, codeMac: secrets.mac('email-proof', 'check', accountId, code) };
}

/** `codeMac` of these digits under every secret that is accepted. */
export const codeMacs = (secrets: Keyed, accountId: string, code: string): Buffer[] =>
  secrets.macs('email-proof', 'check', accountId, code);

/** The digits of a link: under the secret that was the current one when the mail was written. */
export function codeOfLink(
  secrets: Keyed,
  { token, proof: { accountId, codeMac } }: { token: string; proof: Pick<EmailProof, 'accountId' | 'codeMac'> },
): string | undefined {
  const candidates = secrets.macs('email-proof', 'code', token).map(digitsOf);
  return candidates.find((code) => codeMacs(secrets, accountId, code).some((mac) => mac.equals(codeMac)));
}

/** Undefined: no eight digits. */
export function readCode(typed: string | undefined): string | undefined {
  const code = foldTypedCode(typed ?? '');
  return new RegExp(`^[0-9]{${CODE_DIGITS}}$`).test(code) ? code : undefined;
}

/** The bias of the modulus is 10^8 in 2^48. */
const digitsOf = (mac: Buffer): string => String(mac.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
