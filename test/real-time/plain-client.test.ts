// An application that knows only the plain flow (contract 4-6) and nothing but `fetch`: three parameters, a code that
// is split off its callback address, a form body, two tokens, user information.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { newPerson, signUpAndAgree } from '../helpers/people.ts';
import { startServer } from '../helpers/program.ts';
import { createOwner, registerApplication, type TestServer } from '../helpers/server.ts';

const REDIRECT_URI = 'https://shop.example/oauth';

let server: TestServer;
let apiKey: string;

beforeAll(async () => {
  server = await startServer();
  // No more than the flow needs: platform, site domains, login activation, redirect URI, consent items.
  const application = await registerApplication(server, await createOwner(server), {
    name: 'Plain Shop',
    login_activation: 'ON',
    platforms: [{ platform: 'Web', site_domains: ['https://shop.example'] }],
    redirect_uris: [REDIRECT_URI],
    consent_items: [{ item: 'nickname', consent: 'required' }],
  });
  apiKey = application.platforms[0]?.api_key ?? '';
});

afterAll(() => server?.stop());

it('contract 4-6: a program that knows only the plain flow signs a person in', async () => {
  const authorization = `${server.authUrl}/oauth/authorize?client_id=${apiKey}&redirect_uri=${REDIRECT_URI}&response_type=code`;
  const callback = await signUpAndAgree(new Browser(), authorization, {
    person: newPerson('Mina'),
    redirectUri: REDIRECT_URI,
  });

  // "The application reads the value after code= … splitting the string or using a URL query parser are both fine."
  const code = callback.href.split('code=')[1];
  expect(callback.searchParams.get('code')).toBe(code);

  const answer = await fetch(`${server.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=authorization_code&client_id=${apiKey}&redirect_uri=${REDIRECT_URI}&code=${code}`,
  });
  expect(answer.status).toBe(200);
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  expect(tokens).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });

  const user = await fetch(`${server.apiUrl}/user-info`, {
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  });
  expect(user.status).toBe(200);
  expect(await user.json()).toMatchObject({ sub: expect.stringMatching(/^[a-z0-9]{32}$/), nickname: 'Mina' });
});
