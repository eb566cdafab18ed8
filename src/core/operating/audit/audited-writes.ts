// Which methods of the stores change something that the audit must tell, and what each is about. Ports made by
// `recording` write an entry in the transaction of these methods; a test names every other method and why it is none.
import type { ApiToken } from '../../applications/api-tokens/api-token.ts';
import type { OwnershipAccepted } from '../../applications/members/invitation-store.ts';
import { ALL_GROUP_LISTS } from '../../people/groups/group-lists.ts';
import type { GroupStored } from '../../people/groups/group-store.ts';
import type { Act, AuditTarget } from '../../server/audit/act.ts';
import { type PolicyKey, policyMember } from '../../server/policy/policy.ts';
import { isHandedOver } from '../../sign-in/accounts/hand-over.ts';
import type { Stores } from '../ports.ts';

/** What the call is about, from its arguments. It adds to what the act says. */
type TargetOf<Method> = Method extends (...args: infer Args) => unknown ? (...args: Args) => AuditTarget : never;

type AuditedWrites = {
  readonly [Name in keyof Stores]?: {
    readonly [Method in keyof Stores[Name]]?: TargetOf<Stores[Name][Method]>;
  };
};

/** What a token may do, and for how long: neither changes later. */
const whatTokenMay = ({ scopes, createdAt, expiresAt }: TokenLife): string[] => [
  ...scopes,
  expiresAt === undefined ? 'never expires' : `${Math.round((expiresAt - createdAt) / DAY_MS)} days`,
];

type TokenLife = Pick<ApiToken, 'scopes' | 'createdAt' | 'expiresAt'>;
const DAY_MS = 24 * 60 * 60 * 1000;

export const AUDITED_WRITES = {
  accounts: {
    insert: ({ id, role }) => ({ subjectId: id, entry: role }),
    setRole: (id, role) => ({ subjectId: id, entry: role, fields: ['role'] }),
    setDisabled: (id) => ({ subjectId: id, fields: ['disabled_at'] }),
    change: ({ id, role, disabled, verifiedKey, username }) => ({
      subjectId: id,
      entry: role,
      fields: [
        ...(role === undefined ? [] : ['role']),
        ...(disabled === undefined ? [] : ['disabled_at']),
        ...(verifiedKey === undefined ? [] : ['email_verified']),
        ...(username === undefined ? [] : ['username']),
      ],
    }),
    remove: (id) => ({ subjectId: id }),
    setEmailVerified: (id) => ({ subjectId: id, fields: ['email_verified'] }),
    setEmailsVerified: ({ origin }) => ({ entry: origin, fields: ['email_verified'] }),
  },
  leaving: {
    deleteAgain: (listed) => ({ entry: listed.map(({ id }) => id).join(' ') }),
  },
  usernames: {
    take: ({ accountId }) => ({ subjectId: accountId, fields: ['username'] }),
    clear: (accountId) => ({ subjectId: accountId, fields: ['username'] }),
    insertAccount: ({ id, role }) => ({ subjectId: id, entry: role }),
  },
  links: {
    issue: ({ id, accountId, purpose }) => ({ subjectId: accountId, entry: id, fields: [`${purpose}_link`] }),
    redeemForOperator: ({ account }) => ({ subjectId: account.id, entry: account.role }),
  },
  sessions: {
    endAll: ({ accountId }) => ({ subjectId: accountId, fields: ['sessions'] }),
  },
  emailProofs: {
    issue: ({ proof }) => ({ subjectId: proof.accountId, entry: proof.id, fields: [`${proof.purpose}_mail`] }),
  },
  mails: {
    queueTest: ({ id }) => ({ entry: id }),
  },
  factors: {
    removeByOperator: ({ accountId }) => ({ subjectId: accountId, fields: ['second_factors'] }),
  },
  apiTokens: {
    insert: (token) => ({ subjectId: token.accountId, entry: token.id, fields: whatTokenMay(token) }),
    remove: (id) => ({ entry: id }),
  },
  machineTokens: {
    insert: (token) => ({ entry: token.id, fields: whatTokenMay(token) }),
    remove: (id) => ({ entry: id }),
  },
  policy: {
    change: ({ values }) => ({ fields: Object.keys(values).map((key) => policyMember(key as PolicyKey)) }),
  },
  applications: {
    insert: ({ id }) => ({ applicationId: id }),
    replace: ({ id }, _fromVersion, _proof, changed) => ({ applicationId: id, fields: changed }),
    remove: (id) => ({ applicationId: id }),
  },
  clientSecrets: {
    insert: ({ id, applicationId }) => ({ applicationId, entry: id }),
    remove: (applicationId, id) => ({ applicationId, entry: id }),
    removeAll: (applicationId) => ({ applicationId }),
  },
  logos: {
    put: (applicationId) => ({ applicationId, fields: ['logo'] }),
    remove: (applicationId) => ({ applicationId, fields: ['logo'] }),
  },
  groups: {
    insert: ({ id }) => ({ entry: id }),
    replace: ({ id }, _fromVersion, _by, fields) => ({ entry: id, fields }),
    remove: (id) => ({ entry: id }),
    addMember: ({ groupId, accountId }) => ({ subjectId: accountId, entry: groupId, fields: ['groups'] }),
    removeMember: ({ groupId, accountId }) => ({ subjectId: accountId, entry: groupId, fields: ['groups'] }),
  },
  apis: {
    insert: ({ id }) => ({ entry: id }),
    replace: ({ id }, _fromVersion, _by, fields) => ({ entry: id, fields }),
    remove: (id) => ({ entry: id }),
    insertSecret: ({ apiId }) => ({ entry: apiId, fields: ['secrets'] }),
    removeSecret: ({ apiId }) => ({ entry: apiId, fields: ['secrets'] }),
  },
  clientDocuments: {
    block: (host) => ({ entry: host }),
    unblock: (host) => ({ entry: host }),
  },
  members: {
    setRole: (applicationId, accountId) => ({ applicationId, subjectId: accountId, fields: ['role'] }),
    remove: (applicationId, accountId) => ({ applicationId, subjectId: accountId }),
    removeAll: (applicationId) => ({ applicationId }),
    handOver: ({ applicationId, toAccountId }) => ({ applicationId, subjectId: toAccountId, fields: ['owner'] }),
  },
  invitations: {
    invite: ({ id, applicationId }) => ({ applicationId, entry: id }),
    setRole: (applicationId, id) => ({ applicationId, entry: id, fields: ['role'] }),
    withdraw: (applicationId, id) => ({ applicationId, entry: id }),
    accept: ({ accountId }) => ({ subjectId: accountId }),
    decline: ({ accountId }) => ({ subjectId: accountId }),
  },
  events: {
    insertEndpoint: ({ id, applicationId }) => ({ applicationId, entry: id }),
    updateEndpoint: ({ id, applicationId }) => ({ applicationId, entry: id, fields: ['url', 'types', 'disabled_at'] }),
    removeEndpoint: (applicationId, id) => ({ applicationId, entry: id }),
    insertSecret: ({ endpointId }) => ({ entry: endpointId, fields: ['secrets'] }),
    removeOlderSecrets: (endpointId) => ({ entry: endpointId, fields: ['secrets'] }),
    sendAgain: ({ applicationId, endpointId }) => ({ applicationId, entry: endpointId, fields: ['deliveries'] }),
    sendTest: ({ applicationId, endpointId }) => ({ applicationId, entry: endpointId, fields: ['deliveries'] }),
  },
  connections: {
    unlink: (applicationId, accountId) => ({ applicationId, subjectId: accountId }),
    unlinkAll: (applicationId) => ({ applicationId }),
  },
  keys: {
    insert: (keys) => ({ entry: keys.map(({ id }) => id).join(' ') }),
    rotate: ({ algorithm, revoke }) => ({
      entry: algorithm,
      fields: revoke ? ['signs_from', 'revoked_at'] : ['signs_from'],
    }),
    reseal: (id) => ({ entry: id, fields: ['private_key'] }),
    remove: (algorithm) => ({ entry: algorithm }),
  },
  sealedValues: {
    insert: ({ name }) => ({ entry: name }),
    reseal: (name) => ({ entry: name }),
  },
} as const satisfies AuditedWrites;

/** Words with which a store's method says that it did what it was asked. */
const DONE = new Set(['created', 'stored', 'removed', 'invited', 'handed-over', 'accepted', 'taken', 'queued']);

/** Whether a method, or the transaction inside it, changed something. Every other result is a refusal. */
export function isDone(result: unknown): boolean {
  if (typeof result === 'string') return DONE.has(result);
  if (typeof result === 'number') return result > 0;
  if (typeof result !== 'object' || result === null) return result !== false;
  if ('count' in result) return Number(result.count) > 0;
  return 'kind' in result && DONE.has(String(result.kind));
}

/** What a method did besides, by its result: each is an entry of its own in the same transaction. */
export function doneBesides(result: unknown): readonly (AuditTarget & Pick<Act, 'action'>)[] {
  if (isHandedOver(result)) {
    return result.applications.map(({ id }) => ({
      ...{ action: 'applications hand-over', applicationId: id, subjectId: result.toAccountId },
      ...{ entry: undefined, fields: ['owner'] },
    }));
  }
  if (isOwnershipAccepted(result)) {
    const { applicationId, newOwnerId: subjectId, raised } = result;
    const fields = raised ? ['owner', 'role'] : ['owner'];
    return [{ action: 'applications hand-over', applicationId, subjectId, entry: undefined, fields }];
  }
  if (!isNarrowed(result)) return [];
  return result.narrowed.map(({ id }) => ({
    ...{ action: 'applications narrow-groups', applicationId: id, entry: undefined },
    fields: ALL_GROUP_LISTS.map(([, { wire }]) => wire),
  }));
}

const isOwnershipAccepted = (result: unknown): result is OwnershipAccepted =>
  typeof result === 'object' && result !== null && 'newOwnerId' in result;

/** Applications lost a group's name, since it is gone or theirs no more. */
const isNarrowed = (result: unknown): result is Extract<GroupStored, { narrowed: unknown }> =>
  typeof result === 'object' && result !== null && 'narrowed' in result;
