// An act that the audit records: who does what. Whoever handles a request, a form or a command makes one and takes
// ports that record it (`Ports.recording`), so that use cases and stores need not pass it on (decision 51).
import type { Role } from '../../ground/accounts/account.ts';
import { type AuditAction, type AuditKind, kindOfAction } from './audit-actions.ts';

/** Who acts. Ids and words of this server only. */
export type Actor = {
  /** `machine`: a machine token. `server`: a background job, or the start of the server. */
  role: Role | 'machine' | 'server';
  /** Undefined for machine tokens, the server and the command line. */
  accountId?: string | undefined;
  /** Id of the API token or machine token. */
  tokenId?: string | undefined;
  /** The command without its flags, such as `accounts create`. */
  command?: string | undefined;
  /** Who ran the command, as the machine names them. */
  machineUser?: string | undefined;
  /** The whole address that the request came from. */
  address?: string | undefined;
  requestId?: string | undefined;
};

/** What an act is about. */
export type AuditTarget = {
  applicationId?: string | undefined;
  /** The account that is changed or looked at. */
  subjectId?: string | undefined;
  /** Id or name of the entry in the application, or of the key, token or setting. */
  entry?: string | undefined;
  /** Names of what changed or was looked at, never values. */
  fields?: readonly string[] | undefined;
};

/** A route, such as `GET /console/audit`, at whose door somebody was refused: every route can refuse. */
export type RefusedEntry = string & { readonly refused: never };

export type Act = AuditTarget & {
  actor: Actor;
  action: AuditAction | RefusedEntry;
  /** Why data was exported, in the words of whoever did it. */
  reason?: string | undefined;
};

export const SERVER: Actor = { role: 'server' };

/** `refusal`: code of a refused act. */
export type AuditResult = { result: 'done'; refusal?: undefined } | { result: 'refused'; refusal: string };

/** One row of the audit, before the store numbers it. `address`: of a command, who ran it (`placeOf`). */
export type NewEntry = Omit<Actor, 'machineUser'> & {
  at: number;
  action: string;
  applicationId: string | undefined;
  subjectId: string | undefined;
  entry: string | undefined;
  fields: readonly string[];
  reason: string | undefined;
  result: 'done' | 'refused';
  refusal: string | undefined;
};

/** `id` rises in the order of the commits. */
export type AuditEntry = NewEntry & { id: number };

/** An entry as pages tell it: with what kind of act it is, and where it came from. */
export type DescribedEntry = AuditEntry & Pick<Actor, 'machineUser'> & { kind: AuditKind | undefined };

export const describeEntry = (entry: AuditEntry): DescribedEntry => ({
  ...entry,
  ...placeOf(entry),
  kind: kindOfAction(entry.action),
});

export function entryOf(act: Act, at: number, { result, refusal }: AuditResult = { result: 'done' }): NewEntry {
  const { actor, action, applicationId, subjectId, entry, fields = [], reason } = act;
  const { role, accountId, tokenId, command, machineUser, requestId } = actor;
  const address = machineUser === undefined ? actor.address : MACHINE_USER + machineUser;
  const who = { role, accountId, tokenId, command, address, requestId };
  return { at, ...who, action, applicationId, subjectId, entry, fields, reason, result, refusal };
}

/**
 * A command comes from no address, and the seals cover the columns that there are: a process from before another column
 * would seal an entry without it, and every later check would take that for a forgery (decision 73).
 */
const MACHINE_USER = 'user:';

/** Where an entry says that its act came from. */
export const placeOf = ({ address }: Pick<NewEntry, 'address'>): Pick<Actor, 'address' | 'machineUser'> =>
  address?.startsWith(MACHINE_USER)
    ? { machineUser: address.slice(MACHINE_USER.length), address: undefined }
    : { machineUser: undefined, address };
