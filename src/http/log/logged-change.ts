// Logs every change of an application, an API token or somebody's account as a security event, whether it was made or
// refused, and whether the API or the console asked for it (case P6): who, what, on which application or account, which
// entry, with which result. The same act is recorded in the audit (contract 61): a change by the ports that make it, a
// refusal here.
import type { FastifyRequest } from 'fastify';
import type { Role } from '../../core/ground/accounts/account.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { AccountInDoubt } from '../../core/people/email-changes/doubt.ts';
import type { Act } from '../../core/server/audit/act.ts';
import type { AuditAction } from '../../core/server/audit/audit-actions.ts';
import { HttpError, waitsFor } from '../errors/http-error.ts';
import { codeOfRefusal, isRefusal, placeOf, recordRefusal } from './recorded-refusal.ts';
import { logEvent } from './security-event.ts';

/** Details that only the handler knows. */
type ChangeDetails = {
  /** Id of the application that was created. */
  application?: string;
  /** Id of what changed in it, such as a new entry or a member. */
  entry?: string;
  /** Role given to a member. */
  role?: string | undefined;
};

export type ChangeAsked = {
  event:
    | 'application-change'
    | 'api-token-change'
    | 'policy-change'
    | 'account-change'
    | 'group-change'
    | 'api-change'
    | 'client-host-change'
    | 'test-mail';
  action: AuditAction;
  /** Undefined for a machine token. */
  account: string | undefined;
  role: Role | 'machine';
  apiToken?: string;
  /** As sent; logged only if it has the shape of an id or a consent item's name. The same holds for `entry`. */
  application?: string | undefined;
  entry?: string | undefined;
  /** The account of somebody else that is changed. */
  subject?: string | undefined;
};

/** Refusal code of a result of `run`; undefined if the change was made. */
type CodeOf<Result> = (result: Result) => string | undefined;

/** What is not the caller's does not appear in its own audit. */
const shownOf = (asked: ChangeAsked, error: unknown): ChangeAsked =>
  error instanceof HttpError && error.status === 404
    ? { ...asked, application: undefined, entry: asked.application }
    : asked;

const details = new WeakMap<FastifyRequest, ChangeDetails>();

/** Adds details to the log line about this request's change. */
export const noteChange = (request: FastifyRequest, more: ChangeDetails): void => {
  details.set(request, { ...details.get(request), ...more });
};

type Deps = { ports: Pick<Ports, 'recording' | 'audit' | 'clock'> };

/**
 * Runs the change and logs it.
 * @param run makes the change with the ports it is given, which record it
 * @throws what `run` throws; the line says whether it was a refusal or a failure
 */
export async function logChange<Result>(
  { ports }: Deps,
  request: FastifyRequest,
  asked: ChangeAsked,
  run: (recording: Ports) => Result | Promise<Result>,
  codeOf: CodeOf<Result> = () => undefined,
): Promise<Result> {
  try {
    const result = await run(ports.recording(actOf(request, asked)));
    const code = codeOf(result);
    write(request, asked, code);
    if (code !== undefined) await recordRefusal(ports, request, actOf(request, asked), code);
    return result;
  } catch (thrown) {
    const error = thrown instanceof AccountInDoubt ? waitsFor(thrown) : thrown;
    write(request, asked, isRefusal(error) ? codeOfRefusal(error) : undefined, !isRefusal(error));
    if (isRefusal(error))
      await recordRefusal(ports, request, actOf(request, shownOf(asked, error)), codeOfRefusal(error));
    throw error;
  }
}

const ID = /^(?:[a-z0-9-]{1,64}|[a-z_]{1,32})$/;
const idOf = (text: string | undefined): string | undefined => (text && ID.test(text) ? text : undefined);

function write(request: FastifyRequest, asked: ChangeAsked, code: string | undefined, failed = false): void {
  const { event, action, account, apiToken, subject } = asked;
  const { application = idOf(asked.application), entry = idOf(asked.entry), role } = details.get(request) ?? {};
  logEvent(request, event, failed ? 'failed' : code === undefined ? 'done' : 'refused', {
    action,
    ...(account !== undefined && { account }),
    ...(subject !== undefined && { subject }),
    ...(apiToken !== undefined && { apiToken }),
    ...(application !== undefined && { application }),
    ...(entry !== undefined && { entry }),
    ...(role !== undefined && { role }),
    ...(code !== undefined && { refusal: code }),
  });
}

function actOf(request: FastifyRequest, asked: ChangeAsked): Act {
  const { role, account: accountId, apiToken: tokenId, action } = asked;
  return {
    actor: { role, accountId, tokenId, ...placeOf(request) },
    action,
    subjectId: asked.subject,
    applicationId: idOf(asked.application),
    entry: idOf(asked.entry),
  };
}
