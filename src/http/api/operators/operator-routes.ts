// The routes of what operators make, change and end by the API, from a table of operations as the audit names them.
// Each change is logged and recorded, and what is in the path is looked up before the body is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../../core/ground/acts/scope.ts';
import { ID } from '../../../core/ground/secrets.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { auditAction } from '../../../core/server/audit/audit-actions.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError } from '../../errors/http-error.ts';
import { type ChangeAsked, logChange } from '../../log/logged-change.ts';
import { NO_QUERY } from '../../routes/query-parameters.ts';
import type { ApiMethod, ApiRoute } from '../../routes/route.ts';
import { orRefused } from '../frame/account-reach.ts';
import { routesOf } from '../frame/route-table.ts';

export type OperatorDeps = { ports: Ports; apiUrl: string };

/** One request. `ports` record what it changes. */
export type Call = OperatorDeps & { request: FastifyRequest; reply: FastifyReply };

/** @throws 404 */
type Reach = (call: Pick<Call, 'ports' | 'request'>) => Promise<unknown>;

/** `body`: absent where there is none; `audit`: of an operation that changes nothing. */
export type Operation = Partial<Pick<ApiMethod, 'body' | 'query' | 'audit'>> & { run(call: Call): Promise<unknown> };

type Noun = Pick<ChangeAsked, 'event'> & {
  scope: Scope;
  /** Names of the ids in the path, in order, and what looks up each with those before it. */
  reach: Readonly<Record<string, Reach>>;
  /** By method and path, which has `:id` for each id. */
  operations: Readonly<Record<string, Operation>>;
};

export const operatorRoutes = (deps: OperatorDeps, noun: Noun): ApiRoute[] =>
  routesOf(
    Object.fromEntries(
      Object.entries(noun.operations).map(([name, operation]) => {
        const ids = Object.keys(noun.reach).slice(0, name.split(':id').length - 1);
        const named = ids.reduce((text, id) => text.replace(/:id(?![A-Za-z])/, `:${id}`), name);
        return [named, methodOf(deps, noun, { name, operation, innermost: ids.at(-1) })];
      }),
    ),
  );

function methodOf(
  deps: OperatorDeps,
  { scope, event, reach }: Noun,
  { name, operation, innermost }: { name: string; operation: Operation; innermost: string | undefined },
): ApiMethod {
  const { run, ...declared } = operation;
  const look = innermost === undefined ? undefined : reach[innermost];
  const shared = {
    ...({ access: 'api-token', scope, query: NO_QUERY, produces: ['application/json'], body: 'none' } as const),
    ...declared,
    ...(look && { beforeBody: (request: FastifyRequest) => look({ ...deps, request }) }),
  };
  if (declared.audit) return { ...shared, handle: (request, reply) => run({ ...deps, request, reply }) };
  const action = auditAction(name);
  return {
    ...shared,
    audit: 'change',
    handle: (request, reply) => {
      const { accountId: account, role, tokenId: apiToken } = callerOf(request);
      const [entry] = Object.keys(reach).map((id) => idIn(request, id));
      const asked = { event, action, account, role, apiToken, entry, subject: idIn(request, 'accountId') };
      return logChange(deps, request, asked, (ports) => orRefused(run({ ...deps, ports, request, reply })));
    },
  };
}

/** Undefined: it is no id, or there is none of this name. */
function idIn({ params }: FastifyRequest, name: string): string | undefined {
  const id = (params as Readonly<Record<string, string>>)[name];
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** What the path names. @throws 404 */
export async function reachIn<Found>(
  request: FastifyRequest,
  name: string,
  find: (id: string) => Promise<Found | undefined>,
): Promise<Found> {
  const id = idIn(request, name);
  const found = id === undefined ? undefined : await find(id);
  if (found === undefined) throw httpError(404);
  return found;
}
