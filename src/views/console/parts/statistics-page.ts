// What the page of statistics is given.
import type { FailedRequests } from '../../../core/applications/failed-requests/failed-request.ts';
import type { ConsentItemName } from '../../../core/ground/consent-items.ts';
import type { ComparedUri } from '../../pages/redirect-uri-mismatch.tsx';

export const STATISTICS_MEASURES = ['started', 'completed', 'cancelled', 'refused'] as const;

export type StatisticsMeasure = (typeof STATISTICS_MEASURES)[number];

export type StatisticsSums = Readonly<Record<StatisticsMeasure, number>>;

/** Failed requests of one cause, key and value. */
export type FailedShown = Pick<FailedRequests, 'cause' | 'apiKey' | 'value' | 'count' | 'firstAt' | 'lastAt'> & {
  /** Undefined: the code is of an earlier version. */
  title?: string | undefined;
  cure?: string | undefined;
  /** The one that the value was sent in. */
  parameter?: string | undefined;
  /** That the key belongs to; undefined: none, or it was removed. */
  platform?: string | undefined;
  /** A redirect URI with the most similar registered one; undefined: none is registered. */
  compared?: ComparedUri | undefined;
  /** Adding the redirect URI is the cure. `otherHost`: its host, if no registered URI has it. */
  toAdd?: { otherHost: string | undefined } | undefined;
};

export type StatisticsProps = {
  /** How many days are shown, the last of them today; one of `spans`. */
  span: number;
  spans: readonly number[];
  totals: StatisticsSums;
  /**
   * In order of days, one bar for each day or week. `from` and `to`: the first moment of its first and last day in UTC.
   */
  bars: readonly (StatisticsSums & { from: number; to: number })[];
  /** The most frequent first; `title` undefined: the catalogue of errors does not have the code. */
  refusals: readonly { code: string; count: number; title: string | undefined }[];
  answers: readonly { item: ConsentItemName; agreed: number; asked: number }[];
  /** Of the last 14 days, the newest first. */
  failed: readonly FailedShown[];
  /** How many more there are, which are shown when they are asked for. */
  moreFailed?: number;
  /** The table is asked for. */
  figures?: boolean;
  /** Nothing happened in these days, but something did before them. */
  earlier: boolean;
};
