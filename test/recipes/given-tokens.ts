// Tokens of the application of a recipe, for programs that receive them, and folders for such programs.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { agree, type Person, signIn, signUp } from '../helpers/people.ts';
import type { Replacements } from '../helpers/recipes-page.ts';

/** Servers that are started by root work as somebody else, who has to come through. */
export const openFolder = (folder: string, name: string) => {
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, name));
  chmodSync(join(folder, name), 0o777);
  return join(folder, name);
};

export type Tokens = { access_token: string; refresh_token: string };

/**
 * Signs somebody up and in at the application whose recipe this is, as its own client would.
 * @param asked `known`: they have an account, and sign in
 */
export async function tokensOf(
  { authUrl }: { authUrl: string },
  replacements: Replacements,
  asked: { redirectUri: string; scope: string; person: Person; known?: boolean },
): Promise<Tokens> {
  const { redirectUri, scope, person, known = false } = asked;
  const { YOUR_API_KEY: id = '', YOUR_CLIENT_SECRET: secret = '' } = replacements;
  // RFC 7636, appendix B
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const browser = new Browser();
  const page = await browser.open(`${authUrl}/oauth/authorize?${query}`);
  const consent = await (known ? signIn : signUp)(browser, page, person);
  const back = await agree(browser, consent, {}, { stopAt: redirectUri });
  const answer = await fetch(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.url.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Tokens;
}

export const revoke = ({ authUrl }: { authUrl: string }, replacements: Replacements, token: string) =>
  fetch(`${authUrl}/oauth/revocation`, {
    method: 'POST',
    body: new URLSearchParams({
      token,
      client_id: replacements.YOUR_API_KEY ?? '',
      client_secret: replacements.YOUR_CLIENT_SECRET ?? '',
    }),
  });
