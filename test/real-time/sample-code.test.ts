// Ready-to-paste code is run as an owner would run it: written to files as it stands, started as it says, and somebody
// signs in. The browser application's is in test/browser/sample-code.test.ts, Authlib's in sample-code-authlib.test.ts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { agree, newPerson, signIn, signUp } from '../helpers/people.ts';
import { HOSTILE_NAME, useSamplePrograms } from '../helpers/sample-programs.ts';
import { freePorts, type Owner } from '../helpers/server.ts';

const programs = useSamplePrograms();
const { sampleOf, start } = programs;

const freeHome = async () => `http://localhost:${(await freePorts(1))[0]}`;

describe('in the console', () => {
  const signedIn = async ({ email, password }: Pick<Owner, 'email' | 'password'>) => {
    const browser = new Browser();
    await signIn(browser, await browser.open(`${programs.hosts.authUrl}/login`), { email, password, nickname: '' });
    return browser;
  };
  const codeOn = (html: string) =>
    [...html.matchAll(/<pre dir="ltr" lang="en" tabindex="0"><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) =>
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    );

  it('a member finds the very text that is run here, for the kind of client they choose; a stranger finds nothing', async () => {
    const sample = await sampleOf('openid-client', 'http://localhost:3000/callback', { name: HOSTILE_NAME });
    const address = `${programs.hosts.authUrl}/console/applications/${sample.applicationId}/sample-code`;
    const browser = await signedIn(programs.owner);
    const page = await browser.open(address);
    expect(codeOn(page.html)).toEqual(expect.arrayContaining(sample.files.map(({ text }) => text)));
    const untested = await browser.open(`${address}?sample=spring-security`);
    expect(untested.text).toContain('Written from the library’s documentation. Our tests do not run it.');
    const pages = await browser.open(page.link('?method=JavaScript'));
    expect(codeOn(pages.html).join()).toContain("from 'oidc-client-ts'");
    const missing = await browser.open(page.link('?method=iOS'));
    expect(missing.text).toContain('This code needs the API key of a platform you have not added yet: iOS.');
    const stranger = await programs.hosts.owner('stranger@example.com');
    expect((await (await signedIn(stranger)).open(address)).status).toBe(404);
  });

  it('N4: a client secret that was made is never shown there', async () => {
    const sample = await sampleOf('openid-client', 'http://localhost:3000/callback', { secret: true });
    const browser = await signedIn(programs.owner);
    const page = await browser.open(
      `${programs.hosts.authUrl}/console/applications/${sample.applicationId}/sample-code`,
    );
    expect(page.text).toContain('YOUR_CLIENT_SECRET');
    expect(page.html).not.toContain('lk_cs_');
  });
});

describe('openid-client', () => {
  it.each([
    ['without a secret', '/callback', {}],
    ['with a client secret, called back at its root, with a name like code', '/', { secret: true, name: HOSTILE_NAME }],
    ['with a redirect URI that the library would write in another way', '/callback?from=latchkey', {}],
    ['with a redirect URI without a path', '', {}],
  ])('runs unchanged after `npm install openid-client`, and signs in: %s', async (_, path, more) => {
    const home = await freeHome();
    const program = start(await sampleOf('openid-client', home + path, more));
    const address = await program.line(/^Open (\S+)$/m);
    const browser = new Browser();
    const opened = await browser.open(address);
    expect(opened.html).toContain(`<img src="${programs.hosts.authUrl}/button.svg" alt="Sign in">`);
    const consent = await signUp(browser, await browser.open(opened.link('/sign-in')), newPerson('Mina & Co'));
    const page = await agree(browser, consent);
    expect(page.text, program.output()).toContain('Hello Mina & Co');
    expect(existsSync(join(program.folder, 'pwned'))).toBe(false);
  });

  it('a sign-in that was begun in another browser is not finished, and Cancel is told as what it is', async () => {
    const home = await freeHome();
    const program = start(await sampleOf('openid-client', `${home}/callback`));
    const address = await program.line(/^Open (\S+)$/m);
    const browser = new Browser();
    const page = await browser.open((await browser.open(address)).link('/sign-in'));
    const cancelled = await browser.submit(page.form({ action: '/login' }), {}, { press: 'cancel', stopAt: home });
    expect((await new Browser().open(cancelled.url)).text).toContain('begun in another browser');
    expect((await browser.open(cancelled.url)).text).toContain('You did not sign in.');
  });
});

describe('curl', () => {
  it.each([
    ['without a secret', 'http://localhost:3000/callback', {}],
    [
      'with a client secret, and a redirect URI full of what shells know',
      "http://localhost:3000/it's;$(touch+pwned)&x?a=$HOME&b='",
      { secret: true, name: HOSTILE_NAME },
    ],
  ])('PKCE by hand signs in: %s', async (_, redirectUri, more) => {
    const program = start(await sampleOf('curl', redirectUri, more));
    const address = await program.line(/^Open (\S+)$/m);
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(address), newPerson('Jun'));
    const back = await agree(browser, consent, {}, { stopAt: new URL(redirectUri).origin });
    // What the browser's address bar shows is what the server sent.
    program.type(back.trail.at(-1) ?? '');
    expect(await program.ended, program.output()).toBe(0);
    expect(program.output()).toContain('"access_token":"lk_at_');
    expect(JSON.parse(program.output().trim().split('\n').at(-1) ?? '')).toMatchObject({ nickname: 'Jun' });
    expect(existsSync(join(program.folder, 'pwned'))).toBe(false);
  });

  it('an answer to another sign-in is refused', async () => {
    const program = start(await sampleOf('curl', 'http://localhost:3000/callback'));
    await program.line(/^Open (\S+)$/m);
    program.type('http://localhost:3000/callback?iss=x&state=another&code=abc');
    expect(await program.ended).toBe(1);
    expect(program.output()).toContain('This is no answer to this sign-in');
  });
});
