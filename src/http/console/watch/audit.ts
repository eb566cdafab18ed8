// …/audit: who changed the application or looked at its people, for everybody in its team (contract 61). A look at the
// page is an entry itself, which the page does not show yet.
import { readApplicationAudit } from '../../../core/audit/read-audit.ts';
import { readPeriod } from '../../../core/audit/read-period.ts';
import { renderAudit } from '../../../views/console/watch/audit.tsx';
import { httpError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { Section } from '../console-section.ts';
import { AUDIT_PAGE_SIZE, readAction, readBefore, readId, readTypedPeriod } from './audit-query.ts';

export const auditSection: Section = {
  name: 'audit',
  audit: 'look',
  actions: {},
  render: async (context, page, { deps, request, place }) => {
    const { caller, application } = place;
    const filter = { accountId: readId(request, 'account'), action: readAction(request) };
    const beforeId = readBefore(request);
    const typed = readTypedPeriod(request);
    const { faults, ...period } = readPeriod(typed);
    const asked = { caller, applicationId: application.id, ...filter, ...period, beforeId, limit: AUDIT_PAGE_SIZE };
    const found = await readApplicationAudit(deps.ports, asked);
    if (!found) throw httpError(404);
    await recordLook(deps.ports, request, { by: caller, action: 'audit see', applicationId: application.id });
    const { entries, members, more } = found;
    return renderAudit(context, page, {
      entries,
      members,
      filter,
      period: { ...typed, faults },
      later: beforeId !== undefined,
      nextBefore: more ? entries.at(-1)?.id : undefined,
    });
  },
};
