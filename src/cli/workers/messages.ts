// What the primary process of `serve --workers` and its workers tell each other, by the channel that node:cluster opens
// between them. Serialized as V8 does it, so that the secret stays bytes.
import type { Addresses, HostName, MetricsDocument } from '../../compose/server.ts';
import type { Settings } from '../../settings/config.ts';

export type ToWorker =
  /** What the primary read at its start: a worker started later must not find other settings. */
  | { tell: 'begin'; settings: Settings; only: HostName | undefined; number: number }
  /** Finish what is under way, then exit with 0. */
  | { tell: 'stop' }
  /** Answered by `metrics` with the same `id`. */
  | { tell: 'show-metrics'; id: number };

export type ToPrimary =
  /** Asks for `begin`; what is told before, node:cluster drops. */
  | { tell: 'awake' }
  | { tell: 'listening'; addresses: Addresses }
  /** Cannot start, in words for the operator; exit follows. */
  | { tell: 'refused'; reason: string }
  /** Met an error nobody caught: finishes what is under way and exits; another may take its place at once. */
  | { tell: 'leaving' }
  | { tell: 'metrics'; id: number; metrics: MetricsDocument };
