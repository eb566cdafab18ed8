// GET /console/audit: the whole audit, for operators alone (contract 61). A look at the page is an entry itself, which
// the page does not show yet.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { placeOf } from '../../../core/audit/act.ts';
import { readAudit } from '../../../core/audit/read-audit.ts';
import { readPeriod } from '../../../core/audit/read-period.ts';
import { renderServerAudit, SERVER_AUDIT } from '../../../views/console/watch/server-audit.tsx';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { enterAsOperator } from '../place.ts';
import { AUDIT_PAGE_SIZE, readAction, readBefore, readId, readTypedPeriod } from './audit-query.ts';

export const serverAuditRoutes = (deps: AuthDeps): Route[] => [
  {
    path: SERVER_AUDIT,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'look',
        handle: (request, reply) => show(deps, request, reply),
      },
    },
  },
];

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller } = await enterAsOperator(deps, request);
  const applicationId = readId(request, 'application');
  const subjectId = readId(request, 'subject');
  const filter = { applicationId, accountId: readId(request, 'account'), subjectId, action: readAction(request) };
  const beforeId = readBefore(request);
  const typed = readTypedPeriod(request);
  const { faults, ...period } = readPeriod(typed);
  const { entries, more } = await readAudit(deps.ports, { ...filter, ...period, beforeId, limit: AUDIT_PAGE_SIZE });
  await recordLook(deps.ports, request, { by: caller, action: 'audit see', applicationId, subjectId });
  const html = renderServerAudit(await pageContext(deps, request, reply), {
    entries: entries.map((entry) => ({ ...entry, ...placeOf(entry) })),
    filter,
    period: { ...typed, faults },
    later: beforeId !== undefined,
    nextBefore: more ? entries.at(-1)?.id : undefined,
  });
  return sendPage(reply, html);
}
