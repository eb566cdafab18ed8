// The metrics as Prometheus reads them (contract 1; cases M20, P9): true to what happened, and a closed set of labels.
import { expect, test } from 'vitest';
import { createCommitCount } from '../../../src/core/ground/metrics/commits.ts';
import { createTally } from '../../../src/core/ground/metrics/tally.ts';
import { createMetrics, mergeMetrics } from '../../../src/http/metrics/metrics.ts';
import type { MetricSources } from '../../../src/http/metrics/own-families.ts';
import { givenSources } from '../../wire/metric-sources.ts';

const read = (values?: Partial<MetricSources>) => createMetrics(givenSources(values)).registry.metrics();
const finished = (values: object) => ({ method: 'GET', route: '/things', status: 200, durationMs: 3, ...values });

test('M20: what is told now is what the parts say now', async () => {
  const text = await read();
  for (const line of [
    `latchkey_build_info{version="1.2.3",database="sqlite",node="${process.versions.node}"} 1`,
    'latchkey_password_hashes_running 2',
    'latchkey_password_hashes_waiting 1',
    'latchkey_password_hashes_total 40',
    'latchkey_password_hashes_refused_total 5',
    'latchkey_database_connections{state="used"} 3',
    'latchkey_database_connections{state="idle"} 2',
    'latchkey_database_connections_max 10',
    'latchkey_database_connections_waiting 1',
    'latchkey_requests_in_flight 0',
    'latchkey_admitted_ratio 1',
    'latchkey_requests_shed_total{reason="event_loop"} 0',
    'latchkey_ready 1',
    'latchkey_session_end_messages_due 7',
    'latchkey_event_deliveries_due 5',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

test('metrics: a histogram has its buckets one within the other, its sum and its count', async () => {
  const commits = createCommitCount();
  for (const intents of [1, 3, 300]) commits.note(intents, 0.002);
  const figures = { commits: commits.figures(), lockWaits: undefined, pool: undefined };
  const text = await read({ database: () => figures });
  const lines = text.split('\n').filter((line) => line.startsWith('latchkey_commit_intents'));
  const counts = [1, 1, 2, 2, 2, 2, 2, 2, 2];
  expect(lines).toEqual([
    ...counts.map((count, index) => `latchkey_commit_intents_bucket{le="${2 ** index}"} ${count}`),
    'latchkey_commit_intents_bucket{le="+Inf"} 3',
    'latchkey_commit_intents_sum 304',
    'latchkey_commit_intents_count 3',
  ]);
  expect(text).toContain('# TYPE latchkey_commit_intents histogram');
  expect(text).not.toContain('latchkey_database_connections{');
  expect(text).not.toContain('latchkey_write_lock_wait_seconds_');
});

test('metrics: outcomes are counted by kind, and nothing else of what happened is told', async () => {
  const tally = createTally();
  tally.count('refreshes', 'replayed');
  tally.count('purgedRows', 'removed', 12);
  const text = await read({ tally });
  expect(text).toContain('latchkey_refreshes_total{outcome="replayed"} 1');
  expect(text).toContain('latchkey_refreshes_total{outcome="rotated"} 0');
  expect(text).toContain('latchkey_purged_rows_total 12');
});

test('P9: methods nobody serves, and paths nobody serves, share a label each, whatever is sent', async () => {
  const metrics = createMetrics(givenSources());
  const observe = metrics.observe('auth');
  for (const method of ['PROPFIND', 'UNLINK', 'none', 'x'.repeat(50)]) observe(finished({ method, status: 405 }));
  observe(finished({ route: undefined, status: 404 }));
  const text = await metrics.registry.metrics();
  const counts = text.split('\n').filter((line) => line.startsWith('latchkey_request_duration_seconds_count'));
  expect(counts).toEqual([
    'latchkey_request_duration_seconds_count{host="auth",method="other",route="/things",status="4xx"} 4',
    'latchkey_request_duration_seconds_count{host="auth",method="GET",route="none",status="4xx"} 1',
  ]);
});

test('M20: a database that does not answer leaves its line out and the server not ready; the scrape succeeds all the same', async () => {
  const never = new Promise<never>(() => {});
  const startedAt = performance.now();
  const gone = () => Promise.reject(new Error('gone'));
  const text = await read({
    server: { isReady: () => never, messagesDue: gone, eventsDue: gone, mailsDue: gone, mailTroubles: gone },
  });
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(text).toContain('latchkey_ready 0');
  expect(text).not.toMatch(/^latchkey_session_end_messages_due /m);
  expect(text).toContain('latchkey_requests_in_flight 0');
});

test('decision 8: what a worker tells can travel to its primary, and is the same text there', async () => {
  const { registry, observe } = createMetrics(givenSources(), '1');
  observe('api')(finished({}));
  const document = structuredClone(await registry.getMetricsAsJSON());
  const ours = (text: string) => text.split('\n').filter((line) => line.includes('latchkey_'));
  expect(ours(await mergeMetrics([document]))).toEqual(ours(await registry.metrics()));
});

test('decision 8: a worker puts its number on every line, and leaves to the primary what is told once', async () => {
  const { server: _, ...sources } = givenSources();
  const text = await createMetrics(sources, '2').registry.metrics();
  const lines = text.split('\n').filter((line) => line.startsWith('latchkey_'));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !line.includes('worker="2"'))).toEqual([]);
  expect(text).not.toContain('latchkey_ready');
});
