// What tokens open and how they end: introspection, user-info, revocation, sign-out.
import { basic } from '../client-endpoints.ts';
import type { Answered } from './recorder.ts';
import { CALLBACK, type Parameters, type RecordedApplication, type World } from './world.ts';

const EVERYTHING = 'openid profile email phone offline_access';
const ITEMS = {
  nickname: 'required',
  birthdate: 'required',
  gender: 'optional',
  email: 'optional',
  phone_number: 'optional',
};
const VALUES = { birthdate: '1990-02-03', gender: 'female', phone_number: '+821012345678' };
const AGREED = { ...VALUES, item: ['gender', 'email', 'phone_number'] };

export async function askWithTokens(world: World): Promise<void> {
  const application = await world.application(
    {
      post_logout_redirect_uris: ['http://localhost:3999/bye'],
      consent_items: Object.entries(ITEMS).map(([item, consent]) => ({ item, consent })),
    },
    { confidential: true },
  );
  await introspect(world, application);
  await readUserInfo(world, application);
  await signOut(world, application);
}

const tokensOf = async ({ auth }: World, { apiKey, secret }: RecordedApplication, code: string) => {
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  const init = { method: 'POST', headers: basic(apiKey, secret), body: new URLSearchParams(form) };
  return (await (await fetch(auth('/oauth/token'), init)).json()) as Record<string, string>;
};

async function introspect(world: World, application: RecordedApplication): Promise<void> {
  const { record, auth } = world;
  const proof = basic(application.apiKey, application.secret);
  const told = (name: string, token = '', headers: Parameters = proof, more: Parameters = {}): Promise<Answered> =>
    record.ask(`introspection: ${name}`, auth('/oauth/introspection'), { body: { token, ...more }, headers });
  const revoke = (name: string, token = ''): Promise<Answered> =>
    record.ask(`revocation: ${name}`, auth('/oauth/revocation'), { body: { token }, headers: proof });
  const user = await world.user(application, AGREED, { scope: EVERYTHING });
  const full = await tokensOf(world, application, user.firstCode);
  const plain = await tokensOf(world, application, await user.code());
  await told('an access token', full.access_token);
  await told('a refresh token', full.refresh_token);
  await told('an access token without openid', plain.access_token);
  await told('with a hint and resource', plain.refresh_token, proof, { token_type_hint: 'x', resource: 'https://a' });
  await told('an ID token', full.id_token);
  await told('an unknown token', 'lk_at_unknown');
  await told('no token', '');
  await told('nobody asks', full.access_token, {});
  await told('a wrong secret', full.access_token, basic(application.apiKey, 'lk_as_unknown'));
  await told('an unknown id', full.access_token, basic('0190d3f0-0000-7000-8000-000000000000', 'lk_as_unknown'));
  const other = await world.application({ name: 'Widget Works' }, { confidential: true });
  await told('another application asks', full.access_token, basic(other.apiKey, other.secret));
  await revoke('an access token', full.access_token);
  await told('a revoked access token', full.access_token);
  await told('the refresh token beside a revoked access token', full.refresh_token);
  await revoke('a refresh token', full.refresh_token);
  await told('a revoked refresh token', full.refresh_token);
  await revoke('an unknown token', 'lk_rt_unknown');
  await revoke('no token', '');
  world.server.clock.advance(3_600_000);
  await told('an expired access token', plain.access_token);
}

async function readUserInfo(world: World, application: RecordedApplication): Promise<void> {
  const { record, api } = world;
  const read = (name: string, token = '', headers: Parameters = {}, query = ''): Promise<Answered> =>
    record.ask(`user-info: ${name}`, api(`/user-info${query}`), {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const user = await world.user(application, AGREED, { scope: EVERYTHING });
  const full = await tokensOf(world, application, user.firstCode);
  const small = await tokensOf(world, application, await user.code({ scope: 'openid' }));
  const plain = await tokensOf(world, application, await user.code());
  await read('everything', full.access_token);
  await read('openid alone', small.access_token);
  await read('without scope', plain.access_token);
  await read('signed', full.access_token, { accept: 'application/jwt' });
  await read('from a site', full.access_token, { origin: 'http://localhost:3999' });
  await read('of a type that is not there', full.access_token, { accept: 'text/plain' });
  await read('with an unknown query', full.access_token, {}, '?resource=https://api.example');
  await read('a refresh token', full.refresh_token);
  await read('an ID token', full.id_token);
  await read('an unknown token', 'lk_at_unknown');
  await read('no token behind Bearer', '');
  await record.ask('user-info: no token', api('/user-info'));
  await record.ask('user-info: a token in the query', api(`/user-info?access_token=${full.access_token}`));
  await record.ask('user-info: posted', api('/user-info'), { body: { access_token: full.access_token ?? '' } });
  world.server.clock.advance(3_600_000);
  await read('an expired token', full.access_token);
}

async function signOut(world: World, application: RecordedApplication): Promise<void> {
  const { record, auth } = world;
  const { browser, firstCode } = await world.user(application, { birthdate: '1990-02-03' }, { scope: 'openid' });
  const tokens = await tokensOf(world, application, firstCode);
  const { id_token: id_token_hint = '', refresh_token = '' } = tokens;
  const bye = { post_logout_redirect_uri: 'http://localhost:3999/bye', state: 's1' };
  const open = (name: string, query: Parameters) =>
    record.open(`sign-out: ${name}`, browser, auth(`/oauth/logout?${new URLSearchParams(query)}`));
  await open('without a hint', { client_id: application.apiKey, ...bye });
  await open('with a hint that is none', { id_token_hint: 'e30.e30.e30', ...bye });
  await open('to an address that is not registered', { id_token_hint, post_logout_redirect_uri: CALLBACK });
  await open('with a hint', { id_token_hint, ...bye });
  await open('nobody is signed in', {});
  const form = { grant_type: 'refresh_token', refresh_token };
  const headers = basic(application.apiKey, application.secret);
  await record.ask('sign-out: a refresh token afterwards', auth('/oauth/token'), { body: form, headers });
}
