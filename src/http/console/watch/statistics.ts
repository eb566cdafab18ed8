// …/statistics: what happened at the application's sign-ins in the last days, for everybody in its team; and
// …/statistics.csv, the same by day as a file for a spreadsheet (RFC 4180).
import type { FastifyRequest } from 'fastify';
import { DAY_MS, dayOf, toDayText } from '../../../core/applications/statistics/daily-count.ts';
import { type DayOfStatistics, readStatistics } from '../../../core/applications/statistics/read-statistics.ts';
import {
  SPANS_OF_DAYS,
  type StatisticsSums,
  sumStatistics,
  sumsOf,
} from '../../../core/applications/statistics/sum-statistics.ts';
import type { FailedShown } from '../../../views/console/parts/statistics-page.ts';
import { FIGURES, statisticsFilePath } from '../../../views/console/parts/statistics-table.tsx';
import { ALL_FAILED } from '../../../views/console/watch/failed-requests.tsx';
import { renderStatistics } from '../../../views/console/watch/statistics.tsx';
import { httpError } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { type Place, reachPlace } from '../frame/console-context.ts';
import type { Section } from '../frame/console-section.ts';
import { explained, failedRequestsOf } from './failed-requests.ts';

const DEFAULT_SPAN = 30;
const NEWEST_FAILED = 10;
const MAX_SPAN = Math.max(...SPANS_OF_DAYS);

export const statisticsSection: Section<'statistics'> = {
  name: 'statistics',
  audit: 'harmless: counts',
  actions: {},
  render: async (context, page, { deps, request, place }) => {
    const span = readSpan(request);
    const { language } = context;
    const { totals, bars, refusals, answers } = await sumsOfLastDays(deps, place, span);
    return renderStatistics(context, page, {
      span,
      spans: SPANS_OF_DAYS,
      totals,
      bars: bars.map(({ fromDay, toDay, ...sums }) => ({ ...sums, from: fromDay * DAY_MS, to: toDay * DAY_MS })),
      answers,
      // A code of an earlier version may no longer be in the catalogue.
      refusals: refusals.map(({ code, count }) => ({ code, count, title: explained(code, language)?.title })),
      figures: queryOf(request).has(FIGURES),
      ...shownFailed(request, await failedRequestsOf(deps, place, language)),
      earlier: isEmpty(totals) && span < MAX_SPAN && !isEmpty((await sumsOfLastDays(deps, place, MAX_SPAN)).totals),
    });
  },
};

/** Each is compared with what is registered: the newest, or all of them when they are asked for. */
function shownFailed(request: FastifyRequest, failed: readonly FailedShown[]) {
  const shown = queryOf(request).has(ALL_FAILED) ? failed : failed.slice(0, NEWEST_FAILED);
  return { failed: shown, moreFailed: failed.length - shown.length };
}

/**
 * The last days, today included.
 * @throws 404 when the application was deleted meanwhile
 */
async function readLastDays(deps: AuthDeps, { caller, application }: Place, days: number): Promise<DayOfStatistics[]> {
  const toDay = dayOf(deps.ports.clock.now());
  const range = { fromDay: toDay - days + 1, toDay };
  const found = await readStatistics(deps.ports, { ...range, caller, applicationId: application.id });
  if (!found) throw httpError(404);
  return found;
}

export const sumsOfLastDays = async (deps: AuthDeps, place: Place, days: number): Promise<StatisticsSums> =>
  sumStatistics(await readLastDays(deps, place, days));

/** The chosen number of days; the default for any other value. */
function readSpan(request: FastifyRequest): number {
  const asked = queryOf(request).get('days');
  return SPANS_OF_DAYS.find((days) => String(days) === asked) ?? DEFAULT_SPAN;
}

const isEmpty = (totals: StatisticsSums['totals']): boolean => Object.values(totals).every((sum) => sum === 0);

export const statisticsFileRoute = (deps: AuthDeps): Route => ({
  path: statisticsFilePath(':id'),
  errors: 'page',
  mayHaveExtension: true,
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: 'harmless: counts',
      handle: async (request, reply) => {
        const days = await readLastDays(deps, await reachPlace(deps, request), readSpan(request));
        const [first, last] = [days.at(0), days.at(-1)].map((one) => toDayText(one?.day ?? 0));
        return reply
          .header('content-disposition', `attachment; filename="sign-ins-${first}-to-${last}.csv"`)
          .type('text/csv; charset=utf-8; header=present')
          .send(csvOf(days));
      },
    },
  },
});

/** A cell is a day, a number or a name of ours: none needs quotes, and no spreadsheet takes one for a formula. */
function csvOf(days: readonly DayOfStatistics[]): string {
  const { refusals, answers } = sumStatistics(days);
  const codes = refusals.map(({ code }) => code);
  const items = answers.map(({ item }) => item);
  const headings = [
    ...['day', 'started', 'completed', 'cancelled', 'refused'],
    ...codes.map((code) => `refused:${code}`),
    ...items.flatMap((item) => [`agreed:${item}`, `declined:${item}`]),
  ];
  const rows = days.map((day) => {
    const { started, completed, cancelled, refused } = sumsOf([day]);
    return [
      ...[toDayText(day.day), started, completed, cancelled, refused],
      ...codes.map((code) => day.refused[code] ?? 0),
      ...items.flatMap((item) => [day.agreed[item] ?? 0, day.declined[item] ?? 0]),
    ];
  });
  return [headings, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}
