// GET and PATCH /policy (contract 29), with the scope `policy`.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../../core/operating/ports.ts';
import { auditAction } from '../../../core/server/audit/audit-actions.ts';
import { changePolicy, type PolicyChanged, policyFaults } from '../../../core/server/policy/change-policy.ts';
import { policyMember } from '../../../core/server/policy/policy.ts';
import { policyJson } from '../../../json/policy.ts';
import { POLICY } from '../../../schema/policy/policy-keys.ts';
import { callerOf } from '../../callers/access.ts';
import { httpError, InputError } from '../../errors/http-error.ts';
import { type ChangeAsked, logChange } from '../../log/logged-change.ts';
import { NO_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { requireMatch, sendChanged, sendResource } from '../../wire/entity-tags.ts';
import { MAX_POLICY_BYTES } from '../../wire/message-rules.ts';
import { readOnlyFaults } from '../json/merge-patch.ts';
import { policySchema, readPolicyPatch } from '../json/policy-json.ts';

type Deps = { ports: Ports };

export const policyRoutes = (deps: Deps): ApiRoute[] => {
  const shared = { access: 'api-token', scope: 'policy', query: NO_QUERY, produces: ['application/json'] } as const;
  return [
    {
      path: '/policy',
      errors: 'problem',
      methods: {
        GET: {
          ...shared,
          body: 'none',
          audit: 'harmless: shows no person',
          handle: async (request, reply) => sendResource(request, reply, await shown(deps)),
        },
        PATCH: {
          ...shared,
          body: 'merge-patch',
          mostBytes: MAX_POLICY_BYTES,
          audit: 'change',
          handle: (request, reply) =>
            logChange(deps, request, askedBy(request), (ports) => patch(ports, request, reply)),
        },
      },
    },
  ];
};

/** As it is stored now, also where this process does not follow it yet. */
async function shown({ ports: { livePolicy, issuer } }: Deps) {
  await livePolicy.refresh();
  return policyJson(livePolicy, issuer);
}

export function askedBy(request: FastifyRequest): ChangeAsked {
  const { accountId, role, tokenId } = callerOf(request);
  const action = auditAction(`${request.method} ${request.routeOptions.url}`);
  return { event: 'policy-change', action, account: accountId, role, apiToken: tokenId };
}

async function patch(ports: Ports, request: FastifyRequest, reply: FastifyReply) {
  const current = await shown({ ports });
  requireMatch(request, current);
  const revision = request.headers['if-match'] === undefined ? undefined : ports.livePolicy.revision();
  const { wanted, faults: reading } = readPolicyPatch(request.body);
  const faults = [...reading, ...readOnlyFaults(policySchema(), current, request.body)];
  // Together with those of the rules, so that every fault is told at once.
  if (faults.length > 0) throw new InputError([...faults, ...policyFaults(ports.livePolicy.kinds, wanted)]);
  requireChanged(await changePolicy(ports, { wanted, revision, byToken: true }));
  return sendChanged(reply, policyJson(ports.livePolicy, ports.issuer));
}

/** @throws 400, 403, 409 or 412 when nothing was changed */
export function requireChanged(changed: PolicyChanged): void {
  switch (changed.kind) {
    case 'changed':
      return;
    case 'refused':
      throw new InputError(changed.faults);
    case 'conflict': {
      const [first] = changed.refusals;
      const detail = changed.refusals.map((refusal) => refusal.detail).join(' ');
      throw httpError(409, detail, { code: first?.code ?? 'conflict' });
    }
    case 'stale':
      throw httpError(412);
    case 'no-operator':
    // Asked of sessions alone: what demands a second factor is refused to every token before.
    case 'needs-own-factor':
      throw httpError(403);
    case 'needs-person': {
      const acts = changed.keys.map((key) => {
        const member = policyMember(key);
        return POLICY[key].tokenMay === 'add' ? `takes a name off ${member}` : `changes ${member}`;
      });
      const detail = `No token ${acts.join(' or ')}. A person does, in the console or with latchkey policy set.`;
      throw httpError(403, detail, { code: 'policy-needs-person' });
    }
  }
}
