// Runs the built program as a server until it has answered, and stores what V8 compiled for that in
// dist/cli/program.cache. build.js runs it as a process of its own, in a working directory that is deleted afterwards.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const main = new URL('../dist/cli/main.js', import.meta.url);
const filename = fileURLToPath(new URL('program.cjs', main));
const cache = fileURLToPath(new URL('program.cache', main));

const probes = await Promise.all(
  [1, 2, 3].map(
    () =>
      new Promise((resolve, reject) => {
        const probe = createServer().once('error', reject);
        probe.listen(0, '127.0.0.1', () => resolve(probe));
      }),
  ),
);
const [auth, api, ops] = probes.map((probe) => probe.address().port);
await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
Object.assign(process.env, {
  LATCHKEY_LOG_LEVEL: 'error',
  LATCHKEY_AUTH_URL: `http://localhost:${auth}`,
  LATCHKEY_API_URL: `http://localhost:${api}`,
  LATCHKEY_AUTH_LISTEN: `127.0.0.1:${auth}`,
  LATCHKEY_API_LISTEN: `127.0.0.1:${api}`,
  LATCHKEY_OPS_LISTEN: `127.0.0.1:${ops}`,
});
process.argv = [process.execPath, fileURLToPath(main), 'serve'];

const script = new Script(readFileSync(filename, 'latin1'), { filename });
script.runInThisContext()(createRequire(main), main.href);
const answers = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await answers(`http://127.0.0.1:${ops}/health/ready`))) await sleep(20);
await answers(`http://localhost:${auth}/login`);
// Undoes the flags that the server has set (src/cli/serve.ts): a program that starts has none of them, and V8 accepts
// only code that was compiled with its own flags.
for (const flag of ['--heap-growing-percent=0', '--parallel-scavenge']) setFlagsFromString(flag);
writeFileSync(`${cache}.part`, script.createCachedData());
renameSync(`${cache}.part`, cache);
process.exit(0);
