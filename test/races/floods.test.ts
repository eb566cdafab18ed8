// One client floods the pages that hash passwords, over 40 connections; people elsewhere sign in meanwhile (contract
// 10, case M16).
import { Agent, type RequestOptions, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { startServer } from '../helpers/program.ts';
import { succeed, type TestServer } from '../helpers/server.ts';

const CONNECTIONS = 40;
/** With the other tests two floods run: of both pages, from both kinds of networks. `npm run race-test` has all. */
const ALL = process.env.LATCHKEY_TEST_RACES === 'all';
/** So many sign-ins elsewhere, on whichever machine. */
const SIGN_INS = ALL ? 20 : 10;
/** People elsewhere sign in one after the other, with such pauses. */
const PAUSE_MS = 50;
/**
 * A connection that was refused asks again so soon: the flood has many more at the door than there are places, without
 * a core of its own to be refused by.
 */
const AGAIN_MS = 40;
/**
 * Hashing makes way for all that this machine does besides, such as other tests. What is asked here is who gets a turn,
 * so the threads are as many as on a machine with four cores, and take their share as other threads do.
 */
const UNDISTURBED = `--import data:text/javascript,${encodeURIComponent(
  "import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.availableParallelism = () => 4; os.setPriority = () => {}; syncBuiltinESMExports();",
)}`;
const PASSWORD = 'correct horse battery staple';
const ATTACKER = 'attacker@example.com';
const PEOPLE = Array.from({ length: 5 }, (_, index) => `person-${index}@example.com`);

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    LATCHKEY_TRUST_PROXY: '127.0.0.1',
    LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000',
    LATCHKEY_LOG_LEVEL: 'error',
    NODE_OPTIONS: UNDISTURBED,
  });
  for (const email of [ATTACKER, ...PEOPLE]) {
    await succeed(server, ['accounts', 'create', '--email', email, '--password-stdin'], PASSWORD);
  }
});
afterAll(() => server?.stop());

type OpenForm = { path: string; cookie: string; csrf: string };

async function openForm(path: string): Promise<OpenForm> {
  const browser = new Browser();
  const page = await browser.open(server.authUrl + path);
  const csrf = new Map(page.form({ action: path }).values).get('csrf') ?? '';
  const cookie = [...browser.cookies(server.authUrl)].map(([name, value]) => `${name}=${value}`).join('; ');
  return { path, cookie, csrf };
}

/** Sends a form from an address. @returns the status */
function send(
  form: OpenForm,
  values: Readonly<Record<string, string>>,
  address: string,
  agent: Agent,
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      origin: server.authUrl,
      cookie: form.cookie,
      'x-forwarded-for': address,
    },
  };
  return new Promise((resolve, reject) => {
    const sent = request(server.authUrl + form.path, options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(new URLSearchParams({ csrf: form.csrf, ...values }).toString());
  });
}

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};
const anywhereIn24 = () => `203.0.113.${next() % 250}`;
const anywhereIn48 = () => `2001:db8:bad:${(next() % 60_000).toString(16)}::1`;

type Flood = { path: string; values: () => Record<string, string>; from: () => string };

const FLOODS: readonly (readonly [string, Flood])[] = [
  [
    'sign-ups',
    {
      path: '/sign-up',
      values: () => ({ email: `made-up-${next()}@example.com`, password: PASSWORD, nickname: 'Nobody' }),
      from: anywhereIn24,
    },
  ],
  [
    'sign-ins with a right password, from all the networks of an IPv6 /48',
    { path: '/login', values: () => ({ email: ATTACKER, password: PASSWORD }), from: anywhereIn48 },
  ],
];

const MORE_FLOODS: typeof FLOODS = [
  [
    'sign-ins with a right password',
    { path: '/login', values: () => ({ email: ATTACKER, password: PASSWORD }), from: anywhereIn24 },
  ],
  [
    'sign-ins with wrong passwords, at made-up accounts',
    {
      path: '/login',
      values: () => ({ email: `nobody-${next()}@example.com`, password: 'a wrong one' }),
      from: anywhereIn24,
    },
  ],
];

/**
 * As many connections as one after the other can keep busy, until told to stop. @returns how many of each status there
 * were
 */
async function startFlood({ path, values, from }: Flood) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const form = await openForm(path);
  const statuses = new Map<number, number>();
  let flooding = true;
  const done = Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (flooding) {
        const status = await send(form, values(), from(), agent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 503) await pause(AGAIN_MS);
      }
    }),
  );
  return async () => {
    flooding = false;
    await done;
    agent.destroy();
    return statuses;
  };
}

/** Each from another network, over a connection of its own. */
async function signInElsewhere(form: OpenForm): Promise<number> {
  const agent = new Agent();
  const email = PEOPLE[next() % PEOPLE.length] ?? '';
  return send(form, { email, password: PASSWORD }, `198.51.${next() % 250}.7`, agent).finally(() => agent.destroy());
}

test.each(ALL ? [...FLOODS, ...MORE_FLOODS] : FLOODS)(
  'M16: a flood of %s leaves nine of ten sign-ins elsewhere',
  { timeout: 120_000 },
  async (_what, flood) => {
    const form = await openForm('/login');
    const stop = await startFlood(flood);
    const elsewhere: number[] = [];
    for (let count = 0; count < SIGN_INS; count += 1) {
      elsewhere.push(await signInElsewhere(form));
      await pause(PAUSE_MS);
    }
    const flooded = await stop();
    const through = elsewhere.filter((status) => status === 303).length;
    console.info(`${through} of ${elsewhere.length} got through; the flood: ${JSON.stringify([...flooded])}`);
    // Otherwise nothing was flooded.
    expect(flooded.get(503) ?? 0).toBeGreaterThan(CONNECTIONS);
    expect(through / elsewhere.length).toBeGreaterThanOrEqual(0.9);
  },
);
