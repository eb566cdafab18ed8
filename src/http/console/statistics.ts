// …/statistics: what happened at the application's sign-ins in the last days, for everybody in its team.
import type { FastifyRequest } from 'fastify';
import { ERROR_CATALOGUE } from '../../core/error-catalogue.ts';
import { DAY_MS, dayOf } from '../../core/statistics/daily-count.ts';
import { readStatistics } from '../../core/statistics/read-statistics.ts';
import { SPANS_OF_DAYS, type StatisticsSums, sumStatistics } from '../../core/statistics/sum-statistics.ts';
import { renderStatistics } from '../../views/console/statistics.tsx';
import { httpError } from '../errors/http-error.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { queryOf } from '../wire/request-parts.ts';
import type { Section } from './console-section.ts';
import type { Place } from './place.ts';

const DEFAULT_SPAN = 30;
const MAX_SPAN = Math.max(...SPANS_OF_DAYS);

const TITLES = new Map(ERROR_CATALOGUE.flatMap(({ entries }) => entries.map(({ code, title }) => [code, title])));

export const statisticsSection: Section = {
  name: 'statistics',
  actions: {},
  render: async (context, page, { deps, request, place }) => {
    const span = readSpan(request);
    const { totals, bars, refusals, answers } = await sumsOfLast(deps, place, span);
    return renderStatistics(context, page, {
      span,
      spans: SPANS_OF_DAYS,
      totals,
      bars: bars.map(({ fromDay, toDay, ...sums }) => ({ ...sums, from: fromDay * DAY_MS, to: toDay * DAY_MS })),
      answers,
      // A code of an earlier version may no longer be in the catalogue.
      refusals: refusals.map(({ code, count }) => ({ code, count, title: TITLES.get(code) })),
      earlier: isEmpty(totals) && span < MAX_SPAN && !isEmpty((await sumsOfLast(deps, place, MAX_SPAN)).totals),
    });
  },
};

/**
 * Sums of the last days, today included.
 * @throws 404 when the application was deleted meanwhile
 */
export async function sumsOfLast(
  deps: AuthDeps,
  { caller, application }: Place,
  days: number,
): Promise<StatisticsSums> {
  const toDay = dayOf(deps.ports.clock.now());
  const range = { fromDay: toDay - days + 1, toDay };
  const found = await readStatistics(deps.ports, { ...range, caller, applicationId: application.id });
  if (!found) throw httpError(404);
  return sumStatistics(found);
}

/** The chosen number of days; the default for any other value. */
function readSpan(request: FastifyRequest): number {
  const asked = queryOf(request).get('days');
  return SPANS_OF_DAYS.find((days) => String(days) === asked) ?? DEFAULT_SPAN;
}

const isEmpty = (totals: StatisticsSums['totals']): boolean => Object.values(totals).every((sum) => sum === 0);
