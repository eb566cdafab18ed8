// GET /audit (contract 61), with the scope `audit`: the whole audit, the newest first, as operators see it. A look at
// it is an entry itself, which the answer does not have yet.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../../../core/ground/fault.ts';
import { ID } from '../../../core/ground/secrets.ts';
import { fromTimeText } from '../../../core/ground/time-text.ts';
import { readAudit } from '../../../core/operating/audit/read-audit.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import type { AuditFilter, AuditRange } from '../../../core/server/audit/audit-store.ts';
import { auditEntryJson } from '../../../json/audit-entry.ts';
import { callerOf } from '../../callers/access.ts';
import { InputError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { PAGE_QUERY } from '../../routes/query-parameters.ts';
import type { ApiRoute } from '../../routes/route.ts';
import { parameterOf, readPage, sendPage } from '../frame/pages-of-lists.ts';
import { routesOf } from '../frame/route-table.ts';

type Deps = { ports: Ports; apiUrl: string };

export const auditRoutes = (deps: Deps): ApiRoute[] =>
  routesOf({
    'GET /audit': {
      access: 'api-token',
      scope: 'audit',
      query: ['application', 'account', 'subject', 'action', 'fromTime', 'toTime', ...PAGE_QUERY],
      body: 'none',
      produces: ['application/json'],
      audit: 'look',
      handle: (request, reply) => list(deps, request, reply),
    },
  });

const IDS = ['application', 'account', 'subject'] as const;
const TIMES = ['from', 'to'] as const;
const FILTERS = [...IDS, 'action', ...TIMES] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

const AN_ID = 'This must be an id: 32 digits and letters from a to f.';
const A_TIME = 'This must be a time, for example 2031-01-31T12:00:00Z.';
const malformed = (name: string, detail: string): Fault => ({ path: [name], code: 'audit-filter', detail });

async function list({ ports, apiUrl }: Deps, request: FastifyRequest, reply: FastifyReply) {
  const given: Filters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = parameterOf(request, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const filter = readFilter(given);
  const { secrets } = ports;
  const caller = callerOf(request);
  const name = { path: '/audit', query: new URLSearchParams(given).toString() };
  const { after, limit } = readPage(request, secrets, name);
  const beforeId = after === undefined ? undefined : Number(after);
  const { entries, nextBefore } = await readAudit(ports, { ...filter, beforeId, limit });
  const { applicationId, subjectId } = filter;
  await recordLook(ports, request, { by: caller, action: 'GET /audit', applicationId, subjectId });
  const next = nextBefore?.toString();
  return sendPage(reply, { rows: entries.map(auditEntryJson), next, limit }, { apiUrl, secrets, list: name });
}

/** @throws InputError with everything that is wrong with the filters */
function readFilter(given: Filters): AuditFilter & Pick<AuditRange, 'from' | 'to'> {
  const faults: Fault[] = [];
  // The audit keeps the ids that somebody looked for, so nothing else is taken.
  const [applicationId, accountId, subjectId] = IDS.map((name) => {
    const id = given[name];
    if (id !== undefined && !ID.test(id)) faults.push(malformed(name, AN_ID));
    return id;
  });
  const [from, to] = TIMES.map((name) => {
    const text = given[name];
    const time = text === undefined ? undefined : fromTimeText(text);
    if (text !== undefined && time === undefined) faults.push(malformed(name, A_TIME));
    return time;
  });
  if (from !== undefined && to !== undefined && to <= from) faults.push(malformed('to', 'to must be after from.'));
  if (faults.length > 0) throw new InputError(faults);
  return { applicationId, accountId, subjectId, action: given.action, from, to };
}
