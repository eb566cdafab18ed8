// A server process whose time can run fast, started by `fast-servers.ts`, its parent. It is composed like a worker of
// `serve`, so that its only background loop, for signing keys, runs at its own pace.

import { startKeyLoop } from '../../src/background/key-loop.ts';
import { systemTimers } from '../../src/background/system-timers.ts';
import { compose } from '../../src/compose/server.ts';
import { rotateSigningKeys } from '../../src/core/server/keys/rotate-signing-keys.ts';
import type { SigningAlgorithm } from '../../src/core/server/keys/signing-key.ts';
import { loadSettings } from '../../src/settings/config.ts';
import { type Pace, timeAt } from './fast-time.ts';

export type ToFastProcess =
  | { type: 'pace'; pace: Pace }
  /** Does what `latchkey keys rotate --algorithm` does, by this process's clock. */
  | { type: 'rotate'; algorithm: SigningAlgorithm };

const KEY_LOOP_MS = 100;
const [keyDays, idTokenTtlSeconds] = process.argv.slice(2).map(Number);
let pace: Pace | undefined;
const clock = { now: () => timeAt(Date.now(), pace) };

const server = await compose(loadSettings({ env: process.env }), { clock, share: { worker: process.pid } });
Object.assign(server.ports.rules, { signingKeyDays: keyDays, idTokenTtlSeconds });
await server.start();
const stopKeys = startKeyLoop(server.ports, {
  timers: systemTimers,
  everyMs: KEY_LOOP_MS,
  onFailure: (error) => server.logger.error(error),
});

process.on('message', async (message: ToFastProcess) => {
  if (message.type === 'pace') pace = message.pace;
  else process.send?.(await rotateSigningKeys(server.ports, { algorithm: message.algorithm, revoke: false }));
});
process.on('disconnect', async () => {
  await stopKeys();
  await server.stop();
});
process.send?.('ready');
