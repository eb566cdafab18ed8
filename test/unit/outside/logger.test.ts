// What reaches the log of a process, however it ends (contract 1; case P6): lines of requests may wait for one another,
// and everything else is written before the program goes on.
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { pathOfBuilt } from '../../program/fork-built.ts';

const PROGRAM = pathOfBuilt('unit/outside/logger-process');

/** Starts the program and collects the messages of its lines. */
function start(end: string) {
  const child = spawn(process.execPath, [PROGRAM, end], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  const messages = () => [...text.matchAll(/"msg":"([^"]*)"/g)].map(([, message]) => message);
  return { child, messages, closed: new Promise((resolve) => child.once('close', resolve)) };
}

it.each(['exit', 'crash'])('an end by %s loses no line', async (end) => {
  const { messages, closed } = start(end);
  await closed;
  expect(messages()).toEqual(['request', 'request']);
});

it('P6: a security event is written at once, after all that came before it: not even SIGKILL takes it along', async () => {
  const { messages, closed } = start('event');
  await closed;
  expect(messages()).toEqual(['request', 'request', 'security event']);
});

it('many lines arrive whole, in their order, each with its time, and in few writes that a pipe takes as one', async () => {
  const { child, messages, closed } = start('many');
  const pieces: Buffer[] = [];
  child.stderr.on('data', (piece) => pieces.push(piece));
  let told = '';
  child.stdout.on('data', (piece) => {
    told += piece;
  });
  const startedAt = Date.now() - 5_000;
  await closed;
  expect(messages()).toHaveLength(1_002);
  const lines = Buffer.concat(pieces).toString().trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as { number?: number; time: string });
  expect(records.slice(2).map(({ number }) => number)).toEqual(Array.from({ length: 1_000 }, (_, number) => number));
  for (const { time } of records) {
    expect(new Date(time).toISOString()).toBe(time);
    expect(Date.parse(time)).toBeGreaterThan(startedAt);
  }
  const sizes: number[] = JSON.parse(told);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4096);
  expect(sizes.length).toBeLessThan(150);
});

it('lines of requests arrive by themselves soon, also when nothing follows them', async () => {
  const { child, messages } = start('wait');
  await expect.poll(messages).toEqual(['request', 'request']);
  child.kill();
});
