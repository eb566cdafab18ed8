// A page that may stand inside an authorization request (`/login`, `/sign-up`, `/consent`): the request is checked anew at
// each step, and one that is no longer valid ends here as it would have at `/oauth/authorize`.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthorizationRequest } from '../../core/authorize/authorization-request.ts';
import { checkAuthorizationRequest } from '../../core/authorize/authorize.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { httpError } from '../http-error.ts';
import { keepOpener } from '../plugins/page-headers.ts';
import { returnError } from './authorize.ts';
import { type FlowQuery, isInsideRequest, readFlowQuery } from './query.ts';

/** `request` undefined: the page stands alone. */
export type FlowStep = FlowQuery & { request: AuthorizationRequest | undefined };

type StepHandler = (request: FastifyRequest, reply: FastifyReply, flow: FlowStep) => unknown;

export function withFlow(deps: AuthDeps, handle: StepHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const flow = readFlowQuery(deps.ports, request);
    if (!isInsideRequest(flow.parameters)) return handle(request, reply, { ...flow, request: undefined });
    keepOpener(reply);
    const checked = await checkAuthorizationRequest(deps.ports, flow);
    if (checked.kind === 'refuse') throw httpError(400, checked.detail, { page: checked.code });
    if (checked.kind === 'return-error') return returnError(deps, reply, checked);
    return handle(request, reply, { ...flow, request: checked.request });
  };
}
