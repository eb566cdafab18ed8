// Modules of the Basic OP plan about being signed in: when a person is asked again, and when not. The Form Post plan
// runs the same ones; the logout plans ask here whether somebody still is.
import { expect } from 'vitest';
import { buildRequest, randomValue, sawSignIn, visit } from './authorize.ts';
import { checkCodeAnswer, checkErrorAnswer } from './check-authorization.ts';
import { type CodeFlow, runCodeFlow } from './code-flow.ts';
import type { Context, Module } from './module.ts';

/** What a second authorization on the same browser must share with the first: the person and the time of sign-in. */
function checkSameAuthentication(first: CodeFlow, second: CodeFlow): void {
  expect(second.claims.sub).toBe(first.claims.sub);
  expect(second.claims.auth_time).toBe(first.claims.auth_time);
  expect(sawSignIn(second.visited), 'nobody was asked to sign in').toBe(false);
}

function checkNewAuthentication(context: Context, first: CodeFlow, second: CodeFlow): void {
  expect(sawSignIn(second.visited), 'the person was asked to sign in').toBe(true);
  expect(second.claims.sub).toBe(first.claims.sub);
  expect(second.claims.auth_time).toBeGreaterThan(Number(first.claims.auth_time));
  expect(second.claims.auth_time).toBeGreaterThan(context.provider.now() / 1000 - 300);
}

export const promptLogin: Module = {
  name: 'oidcc-prompt-login',
  verifies: '`prompt=login` asks a signed-in person to sign in again, and `auth_time` is later then.',
  async run(context) {
    const first = await runCodeFlow(context);
    context.provider.wait(1);
    checkNewAuthentication(context, first, await runCodeFlow(context, { prompt: 'login' }));
  },
};

export const promptNoneNotLoggedIn: Module = {
  name: 'oidcc-prompt-none-not-logged-in',
  verifies: '`prompt=none` without a session is answered with login_required and the long `state` untouched.',
  async run(context) {
    const request = buildRequest(context, { prompt: 'none', state: randomValue(96) });
    const visited = await visit(context, request);
    checkErrorAnswer(context, request, visited, ['login_required']);
    expect(visited.pages.filter(({ url }) => ['/login', '/consent'].includes(url.pathname))).toEqual([]);
  },
};

export const promptNoneLoggedIn: Module = {
  name: 'oidcc-prompt-none-logged-in',
  verifies: '`prompt=none` with a session gives a code without a page, for the same person and sign-in.',
  async run(context) {
    const first = await runCodeFlow(context);
    checkSameAuthentication(first, await runCodeFlow(context, { prompt: 'none' }));
  },
};

export const idTokenHint: Module = {
  name: 'oidcc-id-token-hint',
  verifies: '`prompt=none` with the first ID token as `id_token_hint` succeeds for the same person and sign-in.',
  async run(context) {
    const first = await runCodeFlow(context);
    checkSameAuthentication(first, await runCodeFlow(context, { prompt: 'none', id_token_hint: first.idToken }));
  },
};

export const maxAge1: Module = {
  name: 'oidcc-max-age-1',
  verifies: '`max_age=1` two seconds after the sign-in asks for another one, and `auth_time` tells it.',
  async run(context) {
    const first = await runCodeFlow(context);
    context.provider.wait(2);
    checkNewAuthentication(context, first, await runCodeFlow(context, { max_age: '1' }));
  },
};

export const maxAge10000: Module = {
  name: 'oidcc-max-age-10000',
  verifies: '`max_age=10000` soon after the sign-in asks for nothing, and `auth_time` stays.',
  async run(context) {
    const first = await runCodeFlow(context, { max_age: '15000' });
    checkSameAuthentication(first, await runCodeFlow(context, { max_age: '10000' }));
  },
};

/** The person was signed out: without a page there is no way to a code any more. */
export async function checkSignedOut(context: Context): Promise<void> {
  const request = buildRequest(context, { prompt: 'none', state: randomValue(96) });
  checkErrorAnswer(context, request, await visit(context, request), ['login_required']);
}

/** The opposite: the session is as it was. */
export async function checkStillSignedIn(context: Context): Promise<void> {
  const request = buildRequest(context, { prompt: 'none' });
  checkCodeAnswer(context, request, await visit(context, request));
}
