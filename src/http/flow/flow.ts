// A page that may be inside an authorization request (`/login`, `/sign-up`, `/select-account`, `/consent`): the request
// is checked again at each step, and one that is no longer valid ends here as it would at `/oauth/authorize`.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TRY_IT } from '../../core/applications/try-it/run.ts';
import type { AuthorizationRequest } from '../../core/grants/authorize/authorization-request.ts';
import { checkAuthorizationRequest } from '../../core/grants/authorize/authorize.ts';
import type { DeviceAccounts } from '../../core/sign-in/sessions/session.ts';
import { browserOf } from '../browsers/browser-session.ts';
import { keepOpener } from '../browsers/page-headers.ts';
import { readReturnPath } from '../browsers/return-path.ts';
import { type AuthDeps, depsFor } from '../routes/auth-deps.ts';
import { refusal, restartRequest, returnError } from './authorize.ts';
import { type FlowQuery, isInsideRequest, OTHER_ACCOUNT, readFlowQuery } from './query.ts';
import { offerRegistration } from './redirect-uri-mismatch.ts';

export type FlowStep = FlowQuery & {
  /** Undefined outside an authorization request. */
  request: AuthorizationRequest | undefined;
  /** Path and query to continue at when the step is done. */
  onward: string;
  /** Query of links to other steps, with its question mark; empty if there is nothing to pass on. */
  carried: string;
};

/** The sign-in page with an empty form, also where it would ask the current account for its password. */
export const otherAccountHref = ({ request, carried }: FlowStep): string =>
  `/login${carried}${request ? `&${OTHER_ACCOUNT}=yes` : ''}`;

/** Where the person uses another account: one of those signed in on the device, or by signing in. */
export const chooseAccountHref = ({ all }: DeviceAccounts, { carried }: FlowStep): string =>
  `/${all.length > 1 ? 'select-account' : 'login'}${carried}`;

/** A request that arrives in the same millisecond would get the same stamp again. */
const hasSpentStamp = async ({ ports }: AuthDeps, { stampHash, arrivedAt }: FlowQuery): Promise<boolean> =>
  stampHash !== undefined && arrivedAt < ports.clock.now() && (await ports.codes.existsUnder(stampHash));

type StepHandler = (request: FastifyRequest, reply: FastifyReply, flow: FlowStep) => unknown;

export function withFlow(hostDeps: AuthDeps, handle: StepHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const deps = depsFor(hostDeps, request);
    const sent = await readFlowQuery(deps, request);
    // After Back, the page of a request that is done. Its stamp would make the person do twice what is asked here.
    const isSpent = await hasSpentStamp(deps, sent);
    if (isSpent && request.method !== 'POST') return restartRequest(reply, sent);
    const flow = isSpent ? await readFlowQuery(deps, request, { anew: true }) : sent;
    if (!isInsideRequest(flow.parameters)) {
      const returnTo = readReturnPath(request);
      return handle(request, reply, { request: undefined, onward: returnTo.path, carried: returnTo.query, ...flow });
    }
    keepOpener(reply);
    const device = flow.parameters.has(TRY_IT) ? await browserOf(deps, request).accounts() : undefined;
    const checked = await checkAuthorizationRequest(deps.ports, { ...(device && { device }), ...flow });
    const offered = await offerRegistration(deps, reply, flow, checked);
    if (offered) return offered;
    if (checked.kind === 'refuse') throw refusal(deps, request, checked);
    if (checked.kind === 'return-error') return returnError(deps, reply, checked);
    const next = flow.next(reply);
    if (isSpent) {
      const { application, redirectUri } = checked.request;
      deps.ports.publish({ kind: 'authorization-started', applicationId: application.id, redirectUri });
    }
    const steps = { onward: `/oauth/authorize?${next}`, carried: `?${next}` };
    return handle(request, reply, { request: checked.request, ...steps, ...flow });
  };
}
