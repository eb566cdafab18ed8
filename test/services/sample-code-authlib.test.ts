// The console's code for Authlib, run with the system's Python. `npm run test:services`.
import { spawnSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import { HOSTILE_NAME, type More, PYTHON, useSamplePrograms } from '../helpers/sample-programs.ts';

const { sampleOf, start } = useSamplePrograms();

beforeAll(() => {
  const { status } = spawnSync(PYTHON, ['-c', 'import authlib, requests']);
  if (status !== 0) throw new Error('Authlib is missing (Debian: apt-get install python3-authlib python3-requests)');
});

it.each<[string, More]>([
  ['without a secret', {}],
  ['with a client secret, and a name like code', { secret: true, name: HOSTILE_NAME }],
])('signs in and checks the ID token: %s', async (_, more) => {
  const redirectUri = 'http://localhost:3000/callback';
  const program = start(await sampleOf('authlib', redirectUri, more));
  const address = await program.line(/^Open (\S+)$/m);
  const browser = new Browser();
  const consent = await signUp(browser, await browser.open(address), newPerson('유나'));
  const back = await agree(browser, consent, {}, { stopAt: redirectUri });
  program.type(back.url.href);
  expect(await program.ended, program.output()).toBe(0);
  expect(program.output()).toContain(`Signed in to ${more.name ?? 'Acme Shop'}`);
  expect(program.output()).toContain('"nickname": "유나"');
});
