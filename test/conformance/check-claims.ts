// Claims about a person: the types of OpenID Connect Core 5.1, which of them a scope stands for (5.4), and the ways to
// the user-info endpoint (5.3.1).
import { expect } from 'vitest';
import { type Context, endpoint } from './module.ts';

export type UserInfo = Record<string, unknown>;

/** Claims each value of `scope` stands for (OpenID Connect Core 5.4). */
export const CLAIMS_OF_SCOPE: Readonly<Record<string, readonly string[]>> = {
  openid: ['sub'],
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
};

const FLAGS = ['email_verified', 'phone_number_verified'];
const OTHERS = ['address', 'updated_at', ...FLAGS];
const TEXTS = Object.values(CLAIMS_OF_SCOPE)
  .flat()
  .filter((claim) => !OTHERS.includes(claim));
const ADDRESS_MEMBERS = ['formatted', 'street_address', 'locality', 'region', 'postal_code', 'country'];

/** A claim without a value is left out, never empty; those that stand have the type of the specification. */
export function checkStandardClaims(claims: Readonly<Record<string, unknown>>): void {
  for (const claim of TEXTS) if (claim in claims) checkText(claims[claim], claim);
  for (const claim of FLAGS) if (claim in claims) expect(claims[claim], claim).toBeTypeOf('boolean');
  if ('birthdate' in claims) expect(claims.birthdate).toMatch(/^(?:\d{4}(?:-\d{2}-\d{2})?)$/);
  if ('updated_at' in claims) expect(Number.isInteger(claims.updated_at), 'updated_at in whole seconds').toBe(true);
  if ('address' in claims) {
    const address = claims.address as Record<string, unknown>;
    expect(Object.keys(address).length).toBeGreaterThan(0);
    expect(Object.keys(address).filter((member) => !ADDRESS_MEMBERS.includes(member))).toEqual([]);
    for (const [member, value] of Object.entries(address)) checkText(value, `address.${member}`);
  }
}

function checkText(value: unknown, claim: string): void {
  expect(value, claim).toBeTypeOf('string');
  expect(String(value).trim(), claim).not.toBe('');
  expect(String(value).toLowerCase(), claim).not.toBe('null');
}

export type Carried = 'GET' | 'POST with header' | 'POST with header and type' | 'POST with body';

/** Calls user-info with the access token carried this way. */
export function callUserInfo({ provider }: Context, accessToken: string, carried: Carried = 'GET'): Promise<Response> {
  const authorization = { authorization: `Bearer ${accessToken}` };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const request: RequestInit =
    carried === 'GET'
      ? { headers: authorization }
      : carried === 'POST with body'
        ? { method: 'POST', headers: form, body: new URLSearchParams({ access_token: accessToken }) }
        : { method: 'POST', headers: { ...authorization, ...(carried === 'POST with header' ? {} : form) } };
  const headers = { accept: 'application/json', ...request.headers };
  return fetch(endpoint(provider, 'userinfo_endpoint'), { ...request, headers });
}

/** Calls it and judges the answer: JSON, the right types, the `sub` of the ID token. */
export async function checkUserInfo(
  context: Context,
  accessToken: string,
  sub: unknown,
  carried?: Carried,
): Promise<UserInfo> {
  const response = await callUserInfo(context, accessToken, carried);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json(;|$)/);
  const claims = (await response.json()) as UserInfo;
  expect(claims.sub, 'the sub of the ID token (OpenID Connect Core 5.3.2)').toBe(sub);
  checkStandardClaims(claims);
  if ('updated_at' in claims) {
    expect(claims.updated_at).toBeLessThanOrEqual(context.provider.now() / 1000);
    expect(claims.updated_at).toBeGreaterThan(Date.UTC(1990, 0, 1) / 1000);
  }
  return claims;
}
