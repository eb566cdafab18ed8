// Port: verifies what an authenticator answered (WebAuthn Level 3, 7.1 and 7.2). User verification is always required.

import type { AnswerFault } from '../../ground/passkey-refusal.ts';
import type { Passkey } from './passkey.ts';

/** `PublicKeyCredential.toJSON()`, as the browser sent it. Nothing in it is checked. */
export type CredentialJson = { readonly [member: string]: unknown };

/** What an answer must have been made for. */
export type ExpectedAnswer = {
  response: CredentialJson;
  /** In base64url. */
  challenge: string;
  origin: string;
  rpId: string;
};

export type NewCredential = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'signCount' | 'aaguid' | 'transports' | 'backupEligible' | 'backedUp'
>;

export interface PasskeyVerifier {
  /** A new credential with EdDSA, ES256 or RS256. */
  verifyNew(expected: ExpectedAnswer): Promise<NewCredential | AnswerFault>;
  /** The authenticator's data, signed with the passkey; the counter is not compared. */
  verifyUse(
    expected: ExpectedAnswer,
    passkey: Pick<Passkey, 'credentialId' | 'publicKey'>,
  ): Promise<Pick<Passkey, 'signCount' | 'backupEligible' | 'backedUp'> | AnswerFault>;
}
