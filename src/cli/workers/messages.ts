// The messages between the primary process of `serve --workers` and its workers, over the channel of node:cluster. V8's
// serialization keeps the secret as bytes.
import type { Addresses, HostName, MetricsDocument } from '../../compose/server.ts';
import type { Settings } from '../../settings/config.ts';

export type ToWorker =
  /**
   * With the settings that the primary read at its start, so that a worker started later gets the same. `count`: how
   * many workers there are.
   */
  | { type: 'begin'; settings: Settings; only: HostName | undefined; number: number; count: number }
  /** Finish the requests under way, then exit with 0. */
  | { type: 'stop' }
  /** Answered by `metrics` with the same `id`. */
  | { type: 'show-metrics'; id: number };

export type ToPrimary =
  /** Asks for `begin`: node:cluster drops messages that are sent earlier. */
  | { type: 'awake' }
  | { type: 'listening'; addresses: Addresses }
  /** The worker cannot start and is about to exit. `reason` is for the operator. */
  | { type: 'refused'; reason: string }
  /** After an uncaught error: the worker finishes the requests under way and exits. Another may replace it at once. */
  | { type: 'leaving' }
  | { type: 'metrics'; id: number; metrics: MetricsDocument };
