// Signs in with wrong passwords from a process of its own, at a fixed rate whether or not the server keeps up, or as
// fast as it answers. `startSignIns` starts it with low priority, because attackers do not run on the server's machine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { FormBrowser } from './form-browser.js';
import { percentile } from './measure.js';
import { post, SocketClient } from './socket-client.js';

const file = fileURLToPath(import.meta.url);
/** One network has a quarter of 49 places and a few; requests beyond them are answered at once. */
const CONNECTIONS = 100;
const TICK_MS = 2;

/** What a sign-in form needs besides the person's input. */
export async function openSignIn({ authPort }) {
  const browser = new FormBrowser();
  const { html } = await browser.open(`http://localhost:${authPort}/login`);
  return { port: authPort, cookie: browser.cookie, csrf: /name="csrf" value="([^"]+)"/.exec(html)[1] };
}

/**
 * @param form of `openSignIn`
 * @param {{ perSecond: number } | { atOnce: number }} how a steady rate, whatever is answered; or a number of
 *   connections that each send one request after another
 * @returns resolves when it has begun, with `stop`, which resolves to `{ seconds, sent, unsent, checked, refused: {
 *   count, p50, p99, longest } }`
 */
export async function startSignIns(form, how) {
  const flood = fork(file, [JSON.stringify({ ...form, ...how })]);
  await messageOf(flood);
  return {
    stop() {
      flood.send('stop');
      return messageOf(flood);
    },
  };
}

const messageOf = (flood) =>
  new Promise((resolve, reject) => {
    flood.once('message', resolve);
    flood.once('exit', () => reject(new Error('The flood ended by itself.')));
  });

/** Sends a wrong password for an account that does not exist. @returns the status */
async function signIn(connection, { port, cookie, csrf }, number) {
  const parameters = { csrf, email: `nobody-${number}@example.com`, password: 'a wrong one' };
  const headers = [`Cookie: ${cookie}`, `Origin: http://localhost:${port}`, 'Accept: text/html'];
  const { status, head } = await connection.send(post(port, '/login', parameters, headers));
  if (status !== 401 && status !== 503) throw new Error(`Neither checked nor refused: ${head}`);
  return status;
}

async function runSignIns({ perSecond = 0, atOnce = CONNECTIONS, ...form }) {
  const connections = await Promise.all(Array.from({ length: atOnce }, () => SocketClient.open(form.port)));
  const free = [...connections];
  const refused = [];
  let [sent, unsent, checked] = [0, 0, 0];
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const begin = async () => {
    const connection = free.pop();
    if (!connection) {
      unsent += 1;
      return;
    }
    sent += 1;
    const sentAt = performance.now();
    if ((await signIn(connection, form, sent)) === 401) checked += 1;
    else refused.push(performance.now() - sentAt);
    free.push(connection);
    if (perSecond === 0) begin();
  };
  if (perSecond === 0) connections.forEach(begin);
  else
    setInterval(() => {
      while (sent + unsent < perSecond * elapsed()) begin();
    }, TICK_MS);
  process.once('disconnect', () => process.exit());
  process.send('begun');
  await once(process, 'message');
  const seconds = elapsed();
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(refused, share));
  process.send({ seconds, sent, unsent, checked, refused: { count: refused.length, p50, p99, longest } }, () =>
    process.exit(),
  );
}

if (process.argv[1] === file) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  await runSignIns(JSON.parse(process.argv[2]));
}
