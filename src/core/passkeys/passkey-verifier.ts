// Port: verifies what an authenticator answered (WebAuthn Level 3, 7.1 and 7.2). User verification is always required.
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

/**
 * What is wrong with an answer. `origin`: made for another origin or relying party · `user-verification`: the
 * authenticator did not verify the person · `signature`: anything else
 */
export const ANSWER_FAULTS = ['origin', 'user-verification', 'signature'] as const;
export type AnswerFault = (typeof ANSWER_FAULTS)[number];

export interface PasskeyVerifier {
  /** A new credential with EdDSA, ES256 or RS256. */
  verifyNew(expected: ExpectedAnswer): Promise<NewCredential | AnswerFault>;
  /** The authenticator's data, signed with the passkey; the counter is not compared. */
  verifyUse(
    expected: ExpectedAnswer,
    passkey: Pick<Passkey, 'credentialId' | 'publicKey'>,
  ): Promise<Pick<Passkey, 'signCount' | 'backupEligible' | 'backedUp'> | AnswerFault>;
}
