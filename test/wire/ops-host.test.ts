// The operators' listener (contract 1; case P9).
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOpsHost } from '../../src/http/hosts/ops-host.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { givenSources } from './metric-sources.ts';
import { openSocket, openTestDatabase, problemOf, readToEnd, request, splitResponses, startHost } from './raw-host.ts';

const metrics = createMetrics(givenSources());
const state = { draining: false };
let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let ops: ReturnType<typeof buildOpsHost>;
let port: number;
beforeAll(async () => {
  opened = await openTestDatabase();
  ops = buildOpsHost({ database: opened.database, metrics: metrics.registry, isDraining: () => state.draining });
  await ops.listen({ host: '127.0.0.1', port: 0 });
  port = (ops.server.address() as AddressInfo).port;
});
afterAll(() => ops.close());

test('contract 1: /health/live answers while the process lives', async () => {
  expect((await request(port, '/health/live')).status).toBe(200);
});

test('contract 9: an answer that leaves before the body was read is the last of its connection here too', async () => {
  const socket = await openSocket(port);
  const answer = readToEnd(socket);
  const said = once(socket, 'data');
  socket.write('POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  await said;
  socket.write('zz\r\n');
  const answers = splitResponses(await answer);
  expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual([[404, 'close']]);
});

test('contract 1: metrics name route templates and status classes, never a URL', async () => {
  const host = await startHost({ onFinished: metrics.observe('auth') });
  await request(host.port, '/things/abc?code=secret');
  await request(host.port, '/nothing/secret');
  await host.stop();
  const { body, headers } = await request(port, '/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body).toContain(
    'latchkey_request_duration_seconds_count{host="auth",method="GET",route="/things/:id",status="2xx"} 1',
  );
  expect(body).toContain('route="none",status="4xx"} 1');
  expect(body).toContain('process_cpu_seconds_total');
  expect(body).not.toContain('secret');
});

test('contract 1: /health/ready is 200 when the database answers, 503 while draining, 503 without a database', async () => {
  const ready = async () => {
    const answer = await request(port, '/health/ready');
    return [answer.status, problemOf(answer).status];
  };
  expect(await ready()).toEqual([200, 'ready']);
  state.draining = true;
  expect(await ready()).toEqual([503, 'draining']);
  state.draining = false;
  await opened.close();
  expect(await ready()).toEqual([503, 'database unavailable']);
});
