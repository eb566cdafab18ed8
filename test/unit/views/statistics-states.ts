// The statistics of an application in every designed state: none, one day, much, and numbers as large as they come.

import type { ConsentItemName } from '../../../src/core/ground/consent-items.ts';
import { compareWithAll } from '../../../src/http/flow/compared-uris.ts';
import type { FailedShown, StatisticsProps } from '../../../src/views/console/parts/statistics-page.ts';
import { times } from './people.ts';

const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 4, 3);
const SPANS = [7, 30, 90, 399];

type Sums = StatisticsProps['totals'];

const NOTHING: Sums = { started: 0, completed: 0, cancelled: 0, refused: 0 };
const sumOf = (bars: readonly Sums[], of: keyof Sums): number => bars.reduce((sum, bar) => sum + bar[of], 0);

/** @param of the sums of each bar, the earliest first */
export function statisticsProps(
  span: number,
  of: (at: number, last: number) => Partial<Sums>,
  over: Partial<StatisticsProps> = {},
): StatisticsProps {
  const length = span > 90 ? 7 : 1;
  const count = span / length;
  const bars = times(count, (at) => {
    const to = TODAY - (count - 1 - at) * length * DAY;
    return { ...NOTHING, ...of(at, count - 1), from: to - (length - 1) * DAY, to };
  });
  const totals = {
    started: sumOf(bars, 'started'),
    completed: sumOf(bars, 'completed'),
    cancelled: sumOf(bars, 'cancelled'),
    refused: sumOf(bars, 'refused'),
  };
  return { span, spans: SPANS, totals, bars, refusals: [], answers: [], failed: [], earlier: false, ...over };
}

/** A usual day: more on working days, some turn away. */
const usual =
  (scale: number) =>
  (at: number): Sums => {
    const started = Math.round(scale * (at % 7 < 5 ? 40 : 14) * (1 + Math.sin(at) / 4 + at / 90));
    return {
      started,
      completed: Math.floor(started * 0.87),
      cancelled: Math.round(started / 15),
      refused: at % 6 === 1 ? Math.ceil(started / 20) : 0,
    };
  };

const REFUSALS = [
  { code: 'redirect-uri-unregistered', part: 0.6, title: 'The redirect URI is not registered' },
  { code: 'client-secret-wrong', part: 0.2, title: 'The client secret is wrong' },
  { code: 'code-expired', part: 0.15, title: 'The code has expired' },
  { code: 'a-code-of-an-earlier-version', part: 0.05, title: undefined },
];
const ITEMS: readonly ConsentItemName[] = ['email', 'phone_number', 'birthdate', 'gender', 'address'];
const ANSWERS = ITEMS.map((item, at) => ({ item, asked: 211 - at * 30, agreed: at === 4 ? 0 : 200 - at * 43 }));

const HUGE = 123_456_789;

const REGISTERED = ['https://shop.acme.example/callback', 'http://localhost:3000/callback'];
const sent = (value: string, over: Partial<FailedShown> = {}): FailedShown => ({
  cause: 'redirect-uri-unregistered',
  title: 'The redirect URI is not registered',
  cure: 'Register exactly the URI you send, or send exactly a registered one.',
  parameter: 'redirect_uri',
  platform: 'Web',
  apiKey: 'k',
  count: 214,
  firstAt: TODAY - 3 * DAY,
  lastAt: TODAY,
  ...{ value, compared: compareWithAll(value, REGISTERED)[0] },
  ...over,
});
const FAILED: readonly FailedShown[] = [
  sent('https://shop.acme.example/callback/', { toAdd: { otherHost: undefined } }),
  sent(`https://www.example.org/${'signed-in/'.repeat(12)}`, { toAdd: { otherHost: 'www.example.org' }, count: 1 }),
  sent('https://shop.acme.example/callback?', { firstAt: TODAY, platform: undefined }),
  sent('', {
    ...{ cause: 'client-secret-wrong', title: 'The client secret is wrong', parameter: undefined, compared: undefined },
    cure: 'Copy the secret from where you stored it, or create a new one.',
  }),
  sent('token id_token', {
    ...{ cause: 'response-type-unsupported', title: 'Only response_type=code is supported', compared: undefined },
    ...{ cure: 'Send response_type=code.', parameter: 'response_type' },
  }),
];

/** With refusals and answers. */
function much(span: number, scale: number): StatisticsProps {
  const props = statisticsProps(span, usual(scale), { answers: ANSWERS });
  const refusals = REFUSALS.map(({ part, ...refusal }) => ({
    ...refusal,
    count: Math.round(props.totals.refused * part),
  }));
  return { ...props, refusals, failed: FAILED };
}

export const STATISTICS = {
  none: statisticsProps(30, () => ({})),
  earlier: statisticsProps(7, () => ({}), { earlier: true }),
  'one-day': statisticsProps(7, (at, last) => (at === last ? { started: 3, completed: 2, cancelled: 1 } : {}), {
    answers: [{ item: 'email', asked: 2, agreed: 1 }],
  }),
  month: much(30, 1),
  quarter: much(90, 3),
  weeks: much(399, 9),
  huge: statisticsProps(
    30,
    (at) => ({ started: HUGE + at * 999_999, completed: HUGE, cancelled: HUGE / 9, refused: HUGE }),
    {
      refusals: [{ code: 'redirect-uri-unregistered', count: 30 * HUGE, title: 'redirect_uri is not registered' }],
      answers: [{ item: 'email', asked: 30 * HUGE, agreed: 30 * HUGE - 1 }],
    },
  ),
} satisfies Record<string, StatisticsProps>;
