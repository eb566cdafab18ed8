// A person with one of everything that an account has, and every secret of it as it crossed the wire: what nobody else
// may ever see.

import { createApiToken } from '../../src/core/applications/api-tokens/create-api-token.ts';
import type { Application } from '../../src/core/applications/applications/application.ts';
import type { Role } from '../../src/core/ground/accounts/account.ts';
import { hashSecret } from '../../src/core/ground/secrets.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { issuePasswordLink } from '../../src/core/people/one-time-links/issue-password-link.ts';
import { someHash } from '../contract/stores/given.ts';
import { signIn } from '../stories/account-pages.ts';
import { enrol } from '../stories/factor-pages.ts';
import { Browser } from './browser.ts';
import type { Hosts } from './hosts.ts';

export type FullAccount = {
  id: string;
  email: string;
  browser: Browser;
  /** What the account is called, and what it has: for those alone who may look. */
  values: Readonly<Record<'email' | 'nickname' | 'username' | 'passkey' | 'sub', string>>;
  /** By what they are. */
  secrets: ReadonlyMap<string, string>;
};

let made = 0;

/** @param application whose user the person becomes */
export async function givenFullAccount(hosts: Hosts, application: Application, role: Role): Promise<FullAccount> {
  made += 1;
  const { ports } = hosts;
  const email = `qxplanted-${made}@example.com`;
  const password = `qxplanted horse battery ${made}`;
  const [nickname, username, passkey] = [`Qxplantnick ${made}`, `qxplantname${made}`, `Qxplantkey ${made}`];
  const created = await createAccount(ports, { email, role, nickname, username, password });
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  const { id } = created.account;
  const browser = new Browser();
  await signIn(hosts, browser, email, password);
  const { secret, recoveryCodes } = await enrol(hosts, browser);
  const tokens = await connect(hosts, browser, application);
  const apiToken = await createApiToken(ports, { email, name: 'qxplanted token', expiresInDays: 0 });
  if (apiToken.kind !== 'created') throw new Error(apiToken.kind);
  await hosts.execute(
    `insert into passkeys (id, account_id, credential_id, public_key, sign_count, rp_id, name, aaguid, transports,
       backup_eligible, backed_up, created_at)
     values (?, ?, ?, ?, 0, 'localhost', ?, '', '[]', 1 = 1, 1 = 1, 1)`,
    ...[id, id, someHash(), someHash(), passkey],
  );
  const account = await ports.accounts.find(id);
  const link = await issuePasswordLink(ports, { id, passwordHash: account?.passwordHash });
  const secrets = new Map(Object.entries({ password, ...tokens.secrets, 'authenticator secret': secret }));
  secrets.set('API token', apiToken.token).set('password link', link.token);
  secrets.set('password hash', account?.passwordHash ?? '');
  for (const [at, code] of recoveryCodes.entries()) secrets.set(`recovery code ${at}`, code);
  for (const [name, value] of browser.cookies(hosts.authUrl)) {
    if (!name.endsWith('-language')) secrets.set(`cookie ${name}`, value);
  }
  return { id, email, browser, values: { email, nickname, username, passkey, sub: tokens.sub }, secrets };
}

/** Agrees to an application, which redeems one code and gets another. */
async function connect(hosts: Hosts, browser: Browser, application: Application) {
  const redirectUri = application.redirectUris[0]?.redirectUri ?? '';
  const apiKey = application.platforms[0]?.apiKey ?? '';
  const query = { client_id: apiKey, redirect_uri: redirectUri, response_type: 'code' };
  const url = `${hosts.authUrl}/oauth/authorize?${new URLSearchParams(query)}`;
  const consent = await browser.open(url);
  const agreed = await browser.submit(
    consent.form({ action: '/consent' }),
    {},
    { press: 'agree', stopAt: redirectUri },
  );
  const code = agreed.url.searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: apiKey };
  const answer = await fetch(`${hosts.authUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token, refresh_token } = (await answer.json()) as Record<string, string>;
  const again = await browser.open(url, { stopAt: redirectUri });
  const info = await fetch(`${hosts.apiUrl}/user-info`, { headers: { authorization: `Bearer ${access_token}` } });
  const { sub } = (await info.json()) as { sub: string };
  const secrets = { 'access token': access_token ?? '', 'refresh token': refresh_token ?? '' };
  return { sub, secrets: { ...secrets, code, 'next code': again.url.searchParams.get('code') ?? '' } };
}

/** Finds which of the secrets stand in a text: as they are, or their hash in any spelling. */
export function searchFor(secrets: ReadonlyMap<string, string>): (text: string) => string[] {
  const wanted = [...secrets].map(([name, secret]) => {
    const hash = hashSecret(secret);
    const hashes = (['hex', 'base64', 'base64url'] as const).map((spelling) => hash.toString(spelling));
    return { name, spellings: [...new Set([secret, encodeURIComponent(secret), ...hashes])] };
  });
  return (text) =>
    wanted.filter(({ spellings }) => spellings.some((one) => text.includes(one))).map(({ name }) => name);
}
