// The token endpoint: codes and refresh tokens of public and confidential applications, and every refusal.
import { basic } from '../client-endpoints.ts';
import type { Answered, Asked } from './recorder.ts';
import { AT_SITE, CALLBACK, type Parameters, PKCE, type RecordedApplication, VERIFIER, type World } from './world.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const OPEN = 'openid nickname email';

export async function askForTokens(world: World): Promise<void> {
  const open = await world.application();
  const confidential = await world.application({ name: 'Widget Works' }, { confidential: true });
  await exchange(world, open, confidential);
  await refresh(world, open);
  await refuseCodes(world, open);
  await refuseClients(world, open, confidential);
  await refuseForms(world, open, confidential);
}

type Form = NonNullable<Asked['body']>;

const asker = ({ record, auth }: World) => ({
  token: (name: string, body: Form, headers?: Parameters): Promise<Answered> =>
    record.ask(name, auth('/oauth/token'), { body, ...(headers && { headers }) }),
});

const codeForm = (code: string, more: Parameters = {}) => ({
  ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK },
  ...more,
});
const refreshForm = ({ body }: Answered, more: Parameters = {}) => ({
  ...{ grant_type: 'refresh_token', refresh_token: String(body.refresh_token) },
  ...more,
});

async function exchange(world: World, open: RecordedApplication, confidential: RecordedApplication): Promise<void> {
  const { token } = asker(world);
  const client_id = open.apiKey;
  const { firstCode, code } = await world.user(open, { item: 'email' }, { scope: OPEN, nonce: 'n1', ...PKCE });
  await token('a code with PKCE and openid', codeForm(firstCode, { client_id, code_verifier: VERIFIER }));
  await token('a code without scope', codeForm(await code(), { client_id }));
  await token('a code without openid', codeForm(await code({ scope: 'email' }), { client_id }));
  const offline = await code({ scope: 'openid profile offline_access unknown api.read' });
  await token('a code with groups of scopes and unknown ones', codeForm(offline, { client_id }));
  const essential = JSON.stringify({ id_token: { email: { essential: true } } });
  await token('a code with claims', codeForm(await code({ scope: 'openid', claims: essential }), { client_id }));
  await token('a code, from a site', codeForm(await code({ scope: 'openid' }), { client_id }), AT_SITE);
  const asked = codeForm(await code({ scope: OPEN, resource: 'https://api.example/' }), { client_id });
  await token('a code with resource', { ...asked, resource: 'https://api.example/' });
  const twice = new URLSearchParams(codeForm(await code(), { client_id, resource: 'https://a.example' }));
  twice.append('resource', 'malformed#');
  await token('a code with two resources, one malformed', twice);
  await token('a code with scope in the form', codeForm(await code(), { client_id, scope: 'api.read' }));
  const defaults = await world.application({ name: 'Default Desk', id_token_signed_response_alg: undefined });
  const signed = await world.user(defaults, {}, { scope: 'openid' });
  await token('a code, where no algorithm is chosen', codeForm(signed.firstCode, { client_id: defaults.apiKey }));
  const user = await world.user(confidential, { item: 'email' }, { scope: OPEN });
  const proof = basic(confidential.apiKey, confidential.secret);
  await token('a code with client_secret_basic', codeForm(user.firstCode), proof);
  const posted = { client_id: confidential.apiKey, client_secret: confidential.secret };
  await token('a code with client_secret_post', codeForm(await user.code(), posted));
}

async function refresh(world: World, open: RecordedApplication): Promise<void> {
  const { token } = asker(world);
  const client = { client_id: open.apiKey };
  const { firstCode } = await world.user(open, { item: 'email' }, { scope: OPEN });
  const first = await token('before refreshes', codeForm(firstCode, client));
  world.server.clock.advance(60_000);
  const second = await token('refresh', refreshForm(first, client));
  world.server.clock.advance(10_000);
  await token('refresh, repeated', refreshForm(first, client));
  const third = await token('refresh, narrowed', refreshForm(second, { ...client, scope: 'email' }));
  await token('refresh, repeated too late for its successor', refreshForm(first, client));
  await token('refresh, to a scope never asked for', refreshForm(third, { ...client, scope: 'phone' }));
  await token('refresh, to unknown scopes alone', refreshForm(third, { ...client, scope: 'api.read' }));
  const resource = { ...client, resource: 'https://api.example/' };
  const fourth = await token('refresh, with resource', refreshForm(third, resource));
  const twice = new URLSearchParams(refreshForm(fourth, resource));
  twice.append('resource', '');
  twice.append('resource', 'malformed#');
  const fifth = await token('refresh, with resources, one malformed', twice);
  world.server.clock.advance(31_000);
  await token('refresh, stolen', refreshForm(fourth, client));
  await token('refresh, after the theft', refreshForm(fifth, client));
}

async function refuseCodes(world: World, open: RecordedApplication): Promise<void> {
  const { token } = asker(world);
  const client_id = open.apiKey;
  const { code } = await world.user(open);
  const bound = await code(PKCE);
  await token('refused: no verifier', codeForm(bound, { client_id }));
  await token('refused: another verifier', codeForm(bound, { client_id, code_verifier: 'a'.repeat(43) }));
  await token('refused: a malformed verifier', codeForm(bound, { client_id, code_verifier: 'short' }));
  await token('refused: another redirect_uri', codeForm(bound, { client_id, redirect_uri: `${CALLBACK}/other` }));
  await token('after refusals that spent nothing', codeForm(bound, { client_id, code_verifier: VERIFIER }));
  await token('refused: a used code', codeForm(bound, { client_id, code_verifier: VERIFIER }));
  await token('refused: an unexpected verifier', codeForm(await code(), { client_id, code_verifier: VERIFIER }));
  await token('refused: an unknown code', codeForm('unknown', { client_id }));
  const late = await code();
  world.server.clock.advance(61_000);
  await token('refused: an expired code', codeForm(late, { client_id }));
  await token('refused: an unknown refresh token', { grant_type: 'refresh_token', refresh_token: 'none', client_id });
}

async function refuseClients(world: World, open: RecordedApplication, closed: RecordedApplication): Promise<void> {
  const { token } = asker(world);
  const form = codeForm('any');
  await token('refused: no client', form);
  await token('refused: an unknown client', { ...form, client_id: '0'.repeat(32) });
  await token('refused: a URL as client', { ...form, client_id: 'https://client.example/metadata.json' });
  await token('refused: no secret', { ...form, client_id: closed.apiKey });
  await token('refused: a wrong secret in the form', { ...form, client_id: closed.apiKey, client_secret: 'wrong' });
  await token('refused: a wrong secret in the header', form, basic(closed.apiKey, 'wrong'));
  await token('refused: a secret of a public client', { ...form, client_id: open.apiKey, client_secret: 'any' });
  const both = { client_id: closed.apiKey, client_secret: closed.secret };
  await token('refused: the secret twice', { ...form, ...both }, basic(closed.apiKey, closed.secret));
  await token('refused: two clients', { ...form, client_id: open.apiKey }, basic(closed.apiKey, closed.secret));
  const assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const assertion = { client_assertion: 'e30.e30.e30', client_assertion_type: assertion_type };
  await token('refused: an assertion that is none', { ...form, client_id: closed.apiKey, ...assertion });
}

async function refuseForms(world: World, open: RecordedApplication, closed: RecordedApplication): Promise<void> {
  const { token } = asker(world);
  const { record, auth } = world;
  const client_id = open.apiKey;
  const proof = basic(closed.apiKey, closed.secret);
  for (const grant_type of ['password', 'client_credentials', DEVICE_GRANT, 'urn:example:unknown']) {
    await token(`refused: ${grant_type} of a public client`, { grant_type, client_id });
    const more = { scope: 'api.read', resource: 'https://api.example/', device_code: 'unknown' };
    await token(`refused: ${grant_type} of a confidential client`, { grant_type, ...more }, proof);
  }
  await token('refused: no grant_type', { client_id });
  await token('refused: no code', { grant_type: 'authorization_code', client_id });
  await token('refused: no refresh_token', { grant_type: 'refresh_token', client_id });
  await token('refused: grant_type twice', `grant_type=refresh_token&grant_type=refresh_token&client_id=${client_id}`);
  await token('refused: a document', '{}', { 'content-type': 'application/json' });
  await token('refused, told to a site', { client_id }, AT_SITE);
  const ask = (name: string, asked: Asked): Promise<Answered> => record.ask(name, auth('/oauth/token'), asked);
  await ask('the token endpoint, read', {});
  const preflight = { ...AT_SITE, 'access-control-request-method': 'POST' };
  await ask('the token endpoint, before a site posts', { method: 'OPTIONS', headers: preflight });
  await record.ask('no code for a device', auth('/oauth/device-authorization'), { body: { client_id } });
}
