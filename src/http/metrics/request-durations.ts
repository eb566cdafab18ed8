// Durations of requests, by host, method, route template and status class. Each request costs two lookups and an
// addition. The labels are a closed set, whatever is sent (case P9).
import { createHistogram, type Histogram } from '../../core/ground/metrics/histogram.ts';
import type { FinishedListener } from '../log/request-log.ts';
import type { HistogramSample } from './families.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Methods with a label of their own; all others share one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const OTHER_METHOD = 'other';
const NO_ROUTE = 'none';

type HostName = 'auth' | 'api';
/** Indexed by status class: 2 for 2xx. */
type ByStatus = Histogram[];
type ByMethod = Map<string, ByStatus>;

export function createRequestDurations() {
  const hosts = new Map<HostName, Map<string, ByMethod>>();

  const observe = (host: HostName): FinishedListener => {
    const routes = new Map<string, ByMethod>();
    hosts.set(host, routes);
    return ({ method, route = NO_ROUTE, status, durationMs }) => {
      const known = METHODS.has(method) ? method : OTHER_METHOD;
      const methods = getOrMake(routes, route, () => new Map());
      const statuses = getOrMake(methods, known, () => []);
      const statusClass = Math.floor(status / 100);
      statuses[statusClass] ??= createHistogram(SECONDS);
      statuses[statusClass].observe(durationMs / 1000);
    };
  };

  const read = (): HistogramSample[] =>
    [...hosts].flatMap(([host, routes]) =>
      [...routes].flatMap(([route, methods]) =>
        [...methods].flatMap(([method, statuses]) =>
          statuses.flatMap((histogram, statusClass) => ({
            labels: { host, method, route, status: `${statusClass}xx` },
            figures: histogram.figures(),
          })),
        ),
      ),
    );

  return { observe, read };
}

function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
