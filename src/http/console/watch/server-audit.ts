// GET /console/audit and /console/audit.jsonl: the whole audit, for operators alone (contract 61). A look at the page
// is an entry itself, which the page does not show yet.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nameEntries } from '../../../core/operating/audit/name-entries.ts';
import { exportAudit, readAudit } from '../../../core/operating/audit/read-audit.ts';
import { describeEntry } from '../../../core/server/audit/act.ts';
import { AUDIT_KINDS } from '../../../core/server/audit/audit-actions.ts';
import { NEVER, readPeriod } from '../../../core/server/audit/read-period.ts';
import { auditEntryJson } from '../../../json/audit-entry.ts';
import { renderServerAudit, SERVER_AUDIT } from '../../../views/console/watch/server-audit.tsx';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { type AuthDeps, isHead } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { type ConsoleContext, enterAsOperator } from '../frame/console-context.ts';
import { isReason, lacksReason, sendLines, withoutReason } from './audit-export.ts';
import {
  AUDIT_PAGE_SIZE,
  isChoosing,
  MOST_EXPORTED,
  readActs,
  readApplication,
  readBefore,
  readPerson,
  readReason,
  readTypedPeriod,
} from './audit-query.ts';

const EXPORTED_AT_ONCE = 500;

export const serverAuditRoutes = (deps: AuthDeps): Route[] => [
  routeOf(SERVER_AUDIT, async (request, reply) => show(deps, request, reply, await enterAsOperator(deps, request))),
  {
    ...routeOf(`${SERVER_AUDIT}.jsonl`, async (request, reply) =>
      download(deps, request, reply, await enterAsOperator(deps, request)),
    ),
    mayHaveExtension: true,
  },
];

const routeOf = (path: string, handle: (request: FastifyRequest, reply: FastifyReply) => unknown): Route => ({
  path,
  errors: 'page',
  methods: { GET: { access: 'session', body: 'none', audit: 'look', handle } },
});

/** What the page is narrowed to, for the store and as the address has it. */
async function readFilter({ ports }: AuthDeps, request: FastifyRequest, { caller }: ConsoleContext) {
  const [account, subject, application] = await Promise.all([
    readPerson(ports, request, 'account'),
    readPerson(ports, request, 'subject'),
    readApplication(ports, request, caller),
  ]);
  const { action, actions, looks } = readActs(request);
  const typed = readTypedPeriod(request);
  const { faults, ...period } = readPeriod(typed);
  const given = { account, subject, application };
  const unknown = (['account', 'subject', 'application'] as const).filter(
    (name) => given[name].typed !== '' && given[name].found === undefined,
  );
  const shown = Object.entries(given).map(([name, { typed: text, found }]) => [name, found ?? text]);
  const named = { accountId: account.found, subjectId: subject.found, applicationId: application.found };
  return {
    named,
    // Whoever mistypes is not shown what they did not ask for.
    wanted: { ...named, actions, withoutLooks: !looks && !actions, ...(unknown.length > 0 ? NEVER : period) },
    shown: { filter: { ...Object.fromEntries(shown), ...(action && { action }), looks }, unknown },
    period: { ...typed, faults },
  };
}

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, entered: ConsoleContext) {
  const { ports } = deps;
  const { named, wanted, shown, period } = await readFilter(deps, request, entered);
  const beforeId = readBefore(request);
  const { entries, nextBefore } = await readAudit(ports, { ...wanted, beforeId, limit: AUDIT_PAGE_SIZE });
  const { applicationId, subjectId } = named;
  await recordLook(ports, request, { by: entered.caller, action: 'audit see', applicationId, subjectId });
  const props = {
    ...{ ...shown, period, nextBefore, noReason: lacksReason(request), choosing: isChoosing(request) },
    entries: entries.map(describeEntry),
    kinds: AUDIT_KINDS,
    names: await nameEntries(ports, entries),
    later: beforeId !== undefined,
  };
  const html = renderServerAudit(await pageContext(deps, request, reply), props);
  return sendPage(reply, html);
}

async function download(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, entered: ConsoleContext) {
  const reason = readReason(request);
  if (!isReason(reason)) return reply.redirect(withoutReason(request, SERVER_AUDIT), 303);
  const { named, wanted } = await readFilter(deps, request, entered);
  const { applicationId, subjectId } = named;
  const told = { applicationId, subjectId, reason };
  await recordLook(deps.ports, request, { by: entered.caller, action: 'audit download', ...told });
  const page = { ...wanted, limit: EXPORTED_AT_ONCE };
  const entries = exportAudit((beforeId) => readAudit(deps.ports, { ...page, beforeId }), MOST_EXPORTED);
  return sendLines(reply, isHead(request) ? [] : jsonOf(entries));
}

async function* jsonOf(entries: AsyncIterable<Parameters<typeof auditEntryJson>[0]>) {
  for await (const entry of entries) yield auditEntryJson(entry);
}
