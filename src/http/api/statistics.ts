// GET /applications/:id/statistics (contract 3): sign-ins to an application by day, as totals without personal data.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAYS_KEPT, fromDayText, toDayText } from '../../core/applications/statistics/daily-count.ts';
import {
  type DayOfStatistics,
  type DayRange,
  dayRange,
  isReadable,
  readStatistics,
} from '../../core/applications/statistics/read-statistics.ts';
import { callerOf } from '../callers/access.ts';
import { httpError } from '../errors/http-error.ts';
import type { ApiRoute } from '../routes/route.ts';
import { applicationMethods, may } from './application-methods.ts';
import { parameterOf } from './frame/pages-of-lists.ts';
import { routesOf } from './frame/route-table.ts';
import type { RegistrationDeps } from './registration-deps.ts';

export const statisticsRoutes = (deps: RegistrationDeps): ApiRoute[] =>
  routesOf({
    'GET /applications/:id/statistics': {
      ...applicationMethods(deps)(may('see'), show),
      query: ['from', 'to'],
      audit: 'harmless: counts',
    },
  });

async function show({ ports }: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  const range = readRange(request, ports.clock.now());
  const days = await readStatistics(ports, { ...range, caller: callerOf(request), applicationId: id });
  if (!days) throw httpError(404);
  return reply.send({ from: toDayText(range.fromDay), to: toDayText(range.toDay), days: days.map(toDayJson) });
}

/** @throws 400 for a malformed day or a range that is not kept */
function readRange(request: FastifyRequest, now: number): DayRange {
  const range = dayRange(now, { fromDay: readDay(request, 'from'), toDay: readDay(request, 'to') });
  if (isReadable(range)) return range;
  throw httpError(400, `to must not be before from, and the range can have at most ${DAYS_KEPT} days.`, {
    code: 'days-out-of-range',
  });
}

function readDay(request: FastifyRequest, name: 'from' | 'to'): number | undefined {
  const text = parameterOf(request, name);
  const day = text === undefined ? undefined : fromDayText(text);
  if (text !== undefined && day === undefined) {
    throw httpError(400, `${name} must be an existing date in the format YYYY-MM-DD.`, { code: 'day-malformed' });
  }
  return day;
}

const toDayJson = ({ day, ...counts }: DayOfStatistics) => ({ day: toDayText(day), ...counts });
