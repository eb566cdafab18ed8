// …/audit and …/audit.jsonl: who changed the application or looked at its people, for everybody in its team (contract
// 61). A look at the page is an entry itself, which the page does not show yet.
import type { FastifyRequest } from 'fastify';
import { exportAudit, readApplicationAudit } from '../../../core/operating/audit/read-audit.ts';
import { ACTIONS_OF_KINDS, AUDIT_KINDS } from '../../../core/server/audit/audit-actions.ts';
import { readPeriod } from '../../../core/server/audit/read-period.ts';
import { timeText } from '../../../json/time.ts';
import { SECTIONS, sectionPath } from '../../../views/console/parts/sections.ts';
import { renderAudit } from '../../../views/console/watch/audit.tsx';
import { httpError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { type AuthDeps, isHead } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { type Place, reachPlace } from '../frame/console-context.ts';
import type { Section } from '../frame/console-section.ts';
import { isReason, lacksReason, sendLines, withoutReason } from './audit-export.ts';
import {
  AUDIT_PAGE_SIZE,
  isChoosing,
  MOST_EXPORTED,
  readActs,
  readBefore,
  readId,
  readReason,
  readTypedPeriod,
} from './audit-query.ts';

/** Kinds of acts on an application: those that a page of an application or its API has. */
const KINDS = AUDIT_KINDS.filter((kind) =>
  ACTIONS_OF_KINDS[kind].some(
    (action) => /^\w+ \/applications\b/.test(action) || SECTIONS.some((section) => action.startsWith(`${section} `)),
  ),
);

const EXPORTED_AT_ONCE = 500;

function readFilter(request: FastifyRequest, { caller, application }: Place) {
  const account = readId(request, 'account');
  const { action, actions, looks } = readActs(request);
  const typed = readTypedPeriod(request);
  const { faults, ...period } = readPeriod(typed);
  const named = { caller, applicationId: application.id, accountId: account };
  return {
    wanted: { ...named, actions, withoutLooks: !looks && !actions, ...period },
    filter: { ...(account && { account }), ...(action && { action }), looks },
    period: { ...typed, faults },
  };
}

export const auditSection: Section<'audit'> = {
  name: 'audit',
  audit: 'look',
  actions: {},
  render: async (context, page, { deps, request, place }) => {
    const { caller, application } = place;
    const { wanted, filter, period } = readFilter(request, place);
    const beforeId = readBefore(request);
    const found = await readApplicationAudit(deps.ports, { ...wanted, beforeId, limit: AUDIT_PAGE_SIZE });
    if (!found) throw httpError(404);
    await recordLook(deps.ports, request, { by: caller, action: 'audit see', applicationId: application.id });
    const asked = { noReason: lacksReason(request), choosing: isChoosing(request) };
    return renderAudit(context, page, {
      ...found,
      kinds: KINDS,
      filter,
      period,
      ...asked,
      later: beforeId !== undefined,
    });
  },
};

export const auditFilePath = (id: string): string => `${sectionPath(id, 'audit')}.jsonl`;

export const auditFileRoute = (deps: AuthDeps): Route => ({
  path: auditFilePath(':id'),
  errors: 'page',
  mayHaveExtension: true,
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: 'look',
      async handle(request, reply) {
        const place = await reachPlace(deps, request);
        const { caller, application } = place;
        const reason = readReason(request);
        if (!isReason(reason)) return reply.redirect(withoutReason(request, sectionPath(application.id, 'audit')), 303);
        const { wanted } = readFilter(request, place);
        const told = { applicationId: application.id, reason };
        await recordLook(deps.ports, request, { by: caller, action: 'audit download', ...told });
        const read = async (beforeId: number | undefined) => {
          const page = await readApplicationAudit(deps.ports, { ...wanted, beforeId, limit: EXPORTED_AT_ONCE });
          return page ?? { entries: [], nextBefore: undefined };
        };
        return sendLines(reply, isHead(request) ? [] : linesOf(read));
      },
    },
  },
});

type Read = Parameters<typeof exportAudit<Found[number]>>[0];
type Found = NonNullable<Awaited<ReturnType<typeof readApplicationAudit>>>['entries'];

/** What members see of an entry, in the words of the API. */
async function* linesOf(read: Read) {
  for await (const { at, by, byToken, about, action, entry, fields, refusal } of exportAudit(read, MOST_EXPORTED)) {
    yield {
      at: timeText(at),
      by: by.kind,
      member: by.kind === 'member' ? by.email : null,
      by_token: byToken,
      action,
      about: about ?? null,
      entry: entry ?? null,
      fields,
      result: refusal === undefined ? 'done' : 'refused',
      refusal: refusal ?? null,
    };
  }
}
