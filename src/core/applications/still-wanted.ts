// Whether the link or code of a mail still works, asked right before it is sent. For kinds whose link can end early: it
// was used, withdrawn, or replaced by a newer one.

import { hashSecret } from '../ground/secrets.ts';
import type { MailKind, MailSecrets } from '../server/mail/mail-kinds.ts';
import type { Ports } from './ports.ts';

type Deps = Pick<Ports, 'invitations' | 'emailProofs' | 'emailChanges' | 'pendingSignUps' | 'clock'>;

const proofLives = async ({ emailProofs, clock }: Deps, { token = '' }: MailSecrets): Promise<boolean> =>
  (await emailProofs.find(hashSecret(token), clock.now())) !== undefined;

/** The same kind of mail proves the account's address, and one that it changes to. */
const addressProofLives = async (deps: Deps, secrets: MailSecrets): Promise<boolean> =>
  (await proofLives(deps, secrets)) ||
  (await deps.emailChanges.findProof(hashSecret(secrets.token ?? ''), deps.clock.now())) !== undefined;

const takeBackLives = async ({ emailChanges, clock }: Deps, { token = '' }: MailSecrets): Promise<boolean> =>
  (await emailChanges.findFormer(hashSecret(token), clock.now())) !== undefined;

const CHECKS: { readonly [Kind in MailKind]?: (deps: Deps, secrets: MailSecrets) => Promise<boolean> } = {
  invitation: async ({ invitations, clock }, { token = '' }) =>
    (await invitations.findByToken(hashSecret(token), clock.now())) !== undefined,
  'verify-email': addressProofLives,
  'factor-code': proofLives,
  'delete-code': proofLives,
  'sign-up-code': async ({ pendingSignUps, clock }, { token = '' }) =>
    (await pendingSignUps.findByToken(hashSecret(token), clock.now())) !== undefined,
  'reset-password': proofLives,
  'account-created': proofLives,
  'email-changed': takeBackLives,
  'take-back-link': takeBackLives,
};

/** What is asked about a mail. */
export type WantedMail = [kind: MailKind, secrets: MailSecrets];

/** @throws Unavailable */
export const isStillWanted = async (deps: Deps, ...[kind, secrets]: WantedMail): Promise<boolean> =>
  (await CHECKS[kind]?.(deps, secrets)) ?? true;
