// Exports accounts as the lines that an import reads (contract 30): docs/import.schema.json describes them.

import type { ConsentAnswers } from '../../applications/connections/connection.ts';
import type { Profile } from '../../ground/accounts/account.ts';
import { isConsentItemName } from '../../ground/consent-items.ts';
import { uploadedPictureId } from '../../people/pictures/picture.ts';
import { openSecret } from '../../sign-in/factors/sealed-secret.ts';
import { userHandleIn } from '../../sign-in/passkeys/passkey.ts';
import { findSignerKeys, withSignerKey } from '../../sign-in/passwords/signer-keys.ts';
import type { Ports } from '../ports.ts';
import type { BroughtConnection, WholeAccount } from './account-file-store.ts';
import { base32Of } from './base32.ts';

type Deps = Pick<Ports, 'accountFiles' | 'sealedValues' | 'secrets'>;

const PAGE = 500;

/** `lost`: credentials that no secret of the server decrypts, and that the line lacks. */
export type ExportedLine = { json: object; lost: readonly ('password' | 'totp')[] };

/**
 * In order of creation. Accounts are read a page at a time, so a million of them are never in memory at once.
 * @param withCredentials with password hashes, secrets of one-time codes, recovery codes and passkeys
 */
export async function* exportAccounts(
  deps: Deps,
  { withCredentials }: { withCredentials: boolean },
): AsyncGenerator<ExportedLine> {
  const findKey = await findSignerKeys(deps);
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const page: readonly WholeAccount[] = await deps.accountFiles.read({ afterId, limit: PAGE });
    for (const whole of page) {
      const credentials = withCredentials ? credentialsOf(deps, whole, findKey) : { members: {}, lost: [] };
      yield { json: { ...lineOf(whole), ...credentials.members }, lost: credentials.lost };
    }
    afterId = page.length === PAGE ? page.at(-1)?.account.id : undefined;
  }
}

const time = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();

/** The file has no images. Whoever uploaded a picture does so again at the new server. */
function withoutUpload(profile: Profile): Profile {
  const { picture, ...others } = profile;
  return uploadedPictureId(picture) === undefined ? profile : others;
}

/** Undefined members are left out of the JSON. */
function lineOf({ account, agreements, subjects, connections, apiSubjects, groups }: WholeAccount): object {
  return {
    email: account.email,
    email_verified: account.emailVerified,
    username: account.username,
    role: account.role === 'user' ? undefined : account.role,
    disabled: account.disabledAt === undefined ? undefined : true,
    created_at: time(account.createdAt),
    profile: withoutUpload(account.profile),
    documents: unlessEmpty(
      agreements.map(({ documentId, documentVersion, agreedAt, withdrawnAt }) => ({
        id: documentId,
        version: documentVersion,
        agreed_at: time(agreedAt),
        withdrawn_at: time(withdrawnAt),
      })),
    ),
    groups: unlessEmpty(groups),
    subjects: unlessNone(subjects.map(({ applicationId, sub }) => [applicationId, sub] as const)),
    connections: unlessNone(
      connections.map((connection) => [connection.applicationId, connected(connection)] as const),
    ),
    api_subjects: unlessNone(apiSubjects.map(({ resource, sub }) => [resource, sub] as const)),
  };
}

const connected = ({ sub, createdAt, lastUsedAt, answers }: BroughtConnection): object => ({
  sub,
  created_at: time(createdAt),
  last_used_at: time(lastUsedAt),
  items: Object.fromEntries(answersOf(answers, isConsentItemName)),
  scopes: unlessNone(answersOf(answers, (name) => !isConsentItemName(name))),
});

const answersOf = (answers: ConsentAnswers, isMeant: (name: string) => boolean) =>
  Object.entries(answers).flatMap(([name, { agreed, answeredAt }]) =>
    isMeant(name) ? [[name, { agreed, at: time(answeredAt) }] as const] : [],
  );

const unlessNone = (members: readonly (readonly [string, unknown])[]): object | undefined =>
  members.length > 0 ? Object.fromEntries(members) : undefined;

const unlessEmpty = <Entry>(list: readonly Entry[]): readonly Entry[] | undefined =>
  list.length > 0 ? list : undefined;

function credentialsOf(
  deps: Deps,
  { account, codes, recoveryCodes, passkeys }: WholeAccount,
  findKey: (name: string) => Buffer | undefined,
): { members: object; lost: ('password' | 'totp')[] } {
  const { passwordHash } = account;
  const password = passwordHash === undefined ? undefined : withSignerKey(findKey, passwordHash);
  const secret = codes && openSecret(deps, codes);
  const totp = codes &&
    secret && {
      secret: base32Of(secret),
      algorithm: codes.algorithm,
      digits: codes.digits,
      period: codes.period,
      last_step: codes.lastStep,
      created_at: time(codes.createdAt),
      known_since: time(codes.knownSince),
      set_up_behind: codes.setUpBehind,
      last_used_at: time(codes.lastUsedAt),
      recovery_codes: unlessEmpty(
        recoveryCodes.map(({ codeHash, usedAt, createdAt }) => ({
          hash: codeHash.toString('base64'),
          used_at: time(usedAt),
          created_at: time(createdAt),
        })),
      ),
    };
  const members = {
    password,
    totp,
    passkeys: unlessEmpty(
      passkeys.map((passkey) => ({
        credential_id: passkey.credentialId.toString('base64url'),
        user_handle: userHandleIn(passkey),
        public_key: passkey.publicKey.toString('base64url'),
        sign_count: passkey.signCount,
        rp_id: passkey.rpId,
        name: passkey.name,
        aaguid: passkey.aaguid,
        transports: passkey.transports,
        backup_eligible: passkey.backupEligible,
        backed_up: passkey.backedUp,
        created_at: time(passkey.createdAt),
        known_since: time(passkey.knownSince),
        set_up_behind: passkey.setUpBehind,
        last_used_at: time(passkey.lastUsedAt),
        counter_fell_at: time(passkey.counterFellAt),
      })),
    ),
  };
  const lost: ('password' | 'totp')[] = [];
  if (passwordHash !== undefined && password === undefined) lost.push('password');
  if (codes && !secret) lost.push('totp');
  return { members, lost };
}
