// A passkey as JSON, for a sign-up that waits for a code.
import type { Passkey } from './passkey.ts';

export type PendingPasskey = Omit<Passkey, 'credentialId' | 'publicKey' | 'userHandle'> & {
  credentialId: string;
  publicKey: string;
};

export const toPending = (passkey: Passkey): PendingPasskey => ({
  ...passkey,
  credentialId: passkey.credentialId.toString('base64url'),
  publicKey: passkey.publicKey.toString('base64url'),
});

export const fromPending = (pending: PendingPasskey): Passkey => ({
  ...pending,
  credentialId: Buffer.from(pending.credentialId, 'base64url'),
  publicKey: Buffer.from(pending.publicKey, 'base64url'),
  // A sign-up that waits is completed by a mailed code.
  setUpBehind: 'mail',
  // Undefined members are not in JSON.
  userHandle: undefined,
  knownSince: undefined,
  lastUsedAt: undefined,
  counterFellAt: undefined,
});
