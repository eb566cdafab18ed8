// What an answer of the authorization endpoint must look like, good or bad, by query or as a form (OpenID Connect Core
// 3.1.2.5 and 3.1.2.6, RFC 9207, Form Post Response Mode).
import { expect } from 'vitest';
import type { AuthorizationRequest, Visit } from './authorize.ts';
import { entropyOf } from './check-tokens.ts';
import type { Context } from './module.ts';

/** @returns the code */
export function checkCodeAnswer(context: Context, request: AuthorizationRequest, visited: Visit): string {
  const answer = checkAnswer(context, request, visited);
  expect(answer.get('error'), `error: ${answer.get('error_description')}`).toBeNull();
  const code = answer.get('code') ?? '';
  expect(code.length * 8, 'length of the code in bits').toBeGreaterThanOrEqual(128);
  expect(entropyOf(code), 'entropy of the code in bits').toBeGreaterThan(96);
  return code;
}

/** @param errors the codes that would be right */
export function checkErrorAnswer(
  context: Context,
  request: AuthorizationRequest,
  visited: Visit,
  errors: readonly string[],
): void {
  const answer = checkAnswer(context, request, visited);
  expect(errors, 'error').toContain(answer.get('error'));
  expect(answer.get('error_description') ?? '').toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/);
  expect(answer.get('error_uri') ?? '').toMatch(/^[\x21\x23-\x5B\x5D-\x7E]*$/);
  const known = ['error', 'error_description', 'error_uri', 'state', 'iss', ...ownQuery(request).keys()];
  expect([...answer.keys()].filter((name) => !known.includes(name))).toEqual([]);
}

/** What all answers share: they arrive by the way asked for, with the issuer and the state, and each parameter once. */
function checkAnswer(context: Context, request: AuthorizationRequest, { answer, pages }: Visit): URLSearchParams {
  if (!answer) throw new Error(`The relying party was not called: ${pages.at(-1)?.url} ${pages.at(-1)?.text}`);
  if (request.responseMode === 'form_post') {
    expect(answer.method).toBe('POST');
    expect(answer.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...answer.query.keys()].filter((name) => name === 'code' || name === 'error')).toEqual([]);
    expect(pages.at(-1)?.headers.get('cache-control')).toContain('no-store');
  } else {
    expect(answer.method).toBe('GET');
  }
  for (const [name, value] of ownQuery(request)) expect(answer.query.getAll(name)).toEqual([value]);
  const parameters = request.responseMode === 'form_post' ? answer.form : answer.query;
  expect(parameters.get('iss'), 'iss').toBe(context.provider.metadata.issuer);
  expect(parameters.get('state'), 'state').toBe(request.parameters.state ?? null);
  expect(new Set(parameters.keys()).size, 'each parameter stands once').toBe([...parameters.keys()].length);
  return parameters;
}

const ownQuery = (request: AuthorizationRequest): URLSearchParams => new URL(request.client.redirectUri).searchParams;

/** A page that says what is wrong, and no answer to any address of the relying party. */
export function checkErrorPage({ provider }: Context, { pages, answer }: Visit): void {
  expect(answer, 'the relying party must not be called').toBeUndefined();
  const page = pages.at(-1);
  expect(page?.status).toBe(400);
  expect(page?.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page?.url.origin).toBe(provider.metadata.issuer);
  expect(page?.trail.filter((address) => !address.startsWith(`${provider.metadata.issuer}/`))).toEqual([]);
  expect(page?.text.length, 'the page says something').toBeGreaterThan(20);
}
