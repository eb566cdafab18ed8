// The Perl recipes of docs/recipes.md, their programs as they stand on the page. `npm run test:recipes`.
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import { useRecipes } from './given-recipe.ts';

const given = useRecipes();
const REDIRECT_URI = 'http://localhost:3000/callback';

async function runAtTerminal() {
  const { folder } = await given.write({
    title: 'Perl: LWP::Authen::OAuth2',
    files: ['sign-in.pl'],
    home: new URL(REDIRECT_URI).origin,
  });
  const child = spawn('/usr/bin/perl', ['sign-in.pl'], { cwd: folder, env: { PATH: process.env.PATH } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(() => output).toContain('Where did the browser end?');
  return {
    address: /^Open (\S+)$/m.exec(output)?.[1] ?? '',
    /** Types the address. @returns how it ended */
    async finish(address: string) {
      child.stdin.end(`${address}\n`);
      return { status: await ended, output };
    },
  };
}

it('LWP::Authen::OAuth2 signs in', async () => {
  const program = await runAtTerminal();
  const browser = new Browser();
  const consent = await signUp(browser, await browser.open(program.address), newPerson('Noa'));
  const back = await agree(browser, consent, {}, { stopAt: REDIRECT_URI });
  const { status, output } = await program.finish(back.url.href);
  expect(status, output).toBe(0);
  expect(output).toMatch(/^Hello Noa, [\w-]{32}$/m);
});

it('LWP::Authen::OAuth2 takes no answer to another request', async () => {
  const program = await runAtTerminal();
  const { status, output } = await program.finish(`${REDIRECT_URI}?state=another&code=x`);
  expect(status).not.toBe(0);
  expect(output).toContain('This answers another request.');
});
