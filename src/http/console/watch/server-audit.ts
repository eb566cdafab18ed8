// GET /console/audit: the whole audit, for operators alone (contract 61). A look at the page is an entry itself, which
// the page does not show yet.
import type { FastifyRequest } from 'fastify';
import { placeOf } from '../../../core/audit/act.ts';
import { readAudit } from '../../../core/audit/read-audit.ts';
import { readPeriod } from '../../../core/audit/read-period.ts';
import { renderServerAudit, SERVER_AUDIT } from '../../../views/console/watch/server-audit.tsx';
import type { PageContext } from '../../../views/parts/page.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import type { Entered } from '../place.ts';
import { shownPage } from '../shown-page.ts';
import { AUDIT_PAGE_SIZE, readAction, readBefore, readId, readTypedPeriod } from './audit-query.ts';

export const serverAuditRoutes = (deps: AuthDeps): Route[] => [
  shownPage(deps, { path: SERVER_AUDIT, audit: 'look', show }),
];

async function show(deps: AuthDeps, request: FastifyRequest, { caller }: Entered) {
  const applicationId = readId(request, 'application');
  const subjectId = readId(request, 'subject');
  const filter = { applicationId, accountId: readId(request, 'account'), subjectId, action: readAction(request) };
  const beforeId = readBefore(request);
  const typed = readTypedPeriod(request);
  const { faults, ...period } = readPeriod(typed);
  const { entries, more } = await readAudit(deps.ports, { ...filter, ...period, beforeId, limit: AUDIT_PAGE_SIZE });
  await recordLook(deps.ports, request, { by: caller, action: 'audit see', applicationId, subjectId });
  const props = {
    entries: entries.map((entry) => ({ ...entry, ...placeOf(entry) })),
    filter,
    period: { ...typed, faults },
    later: beforeId !== undefined,
    nextBefore: more ? entries.at(-1)?.id : undefined,
  };
  return (context: PageContext) => renderServerAudit(context, props);
}
