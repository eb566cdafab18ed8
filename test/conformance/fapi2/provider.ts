// The provider and two relying parties of the plan for FAPI 2.0: each signs with a key of its own, binds its tokens to
// another one, and has somebody who is signed in and has agreed.

import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect } from 'vitest';
import type { Browser } from '../../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../../helpers/client.ts';
import {
  assertionParts,
  type ClientAlg,
  type ClientPair,
  type JwtParts,
  newClientPair,
  proofParts,
  signJwt,
} from '../../helpers/client-keys.ts';
import { freePorts } from '../../helpers/free-ports.ts';
import { type Hosts, startHosts } from '../../helpers/hosts.ts';
import type { Page } from '../../helpers/html-page.ts';
import { makeCertificate } from '../provider.ts';

export type Form = Readonly<Record<string, string | undefined>>;
export type Change = (parts: JwtParts) => void;
export type Answer = { status: number; body: Record<string, unknown> };
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** How a request departs from the right one. `proof`: other parts of it, another key, or none. */
export type Otherwise = {
  assertion?: Change | 'none';
  signer?: ClientPair;
  proof?: Change | 'none';
  key?: ClientPair;
};

export type Variant = 'openid_connect' | 'plain_oauth';

export class RelyingParty {
  readonly client: Client;
  readonly hosts: Hosts;
  readonly pair: ClientPair;
  /** Registered too, and not allowed to sign with RS256. */
  readonly rsa: ClientPair;
  readonly dpop: ClientPair;
  readonly variant: Variant;

  constructor(of: Pick<RelyingParty, 'client' | 'hosts' | 'pair' | 'rsa' | 'dpop' | 'variant'>) {
    Object.assign(this, of);
    ({ client: this.client, hosts: this.hosts, pair: this.pair } = of);
    ({ rsa: this.rsa, dpop: this.dpop, variant: this.variant } = of);
  }

  at = (path: string) => `${this.hosts.authUrl}/oauth/${path}`;

  /** The parameters of a request without fault. */
  request = (changes: Form = {}): Form => ({
    ...{ redirect_uri: CALLBACK, response_type: 'code', state: 'a-state' },
    ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    ...(this.variant === 'openid_connect' ? { scope: 'openid nickname', nonce: 'a-nonce' } : { scope: 'nickname' }),
    ...changes,
  });

  async assertion(change: Change = () => undefined, signer = this.pair): Promise<Form> {
    const of = { apiKey: this.client.apiKey, audience: this.hosts.authUrl, now: this.hosts.clock.now() };
    const parts = assertionParts(signer, of);
    change(parts);
    return { client_assertion_type: ASSERTION, client_assertion: await signJwt(signer, parts) };
  }

  async proof(
    of: { method?: string; uri: string; accessToken?: string },
    change: Change = () => undefined,
    by = this.dpop,
  ) {
    const parts = proofParts(by, { now: this.hosts.clock.now(), ...of });
    change(parts);
    return signJwt(by, parts);
  }

  async post(path: string, form: Form, { assertion, signer, proof, key }: Otherwise = {}): Promise<Answer> {
    const uri = this.at(path);
    const by = assertion === 'none' ? { client_id: this.client.apiKey } : await this.assertion(assertion, signer);
    const dpop = proof === 'none' ? undefined : await this.proof({ uri }, proof, key);
    const sent = Object.entries({ ...by, ...form }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const response = await fetch(uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(dpop !== undefined && { dpop }) },
      body: new URLSearchParams(sent),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Without a proof, as most clients push. */
  push = (changes: Form = {}, otherwise: Otherwise = {}) =>
    this.post('par', this.request(changes), { proof: 'none', ...otherwise });

  async pushed(changes: Form = {}, otherwise: Otherwise = {}): Promise<string> {
    const { status, body } = await this.push(changes, otherwise);
    expect([status, body.expires_in], JSON.stringify(body)).toEqual([201, 90]);
    return String(body.request_uri);
  }

  hrefOf = (requestUri: string, beside: Record<string, string> = {}) =>
    `${this.at('authorize')}?${new URLSearchParams({ client_id: this.client.apiKey, request_uri: requestUri, ...beside })}`;

  open = (
    requestUri: string,
    beside: Record<string, string> = {},
    browser: Browser = this.client.browser,
  ): Promise<Page> => browser.open(this.hrefOf(requestUri, beside), { stopAt: CALLBACK });

  /** The code that came back, with the `iss` of RFC 9207. */
  codeIn({ url }: Page): string {
    expect(url.href.startsWith(CALLBACK), `${url}`).toBe(true);
    expect(url.searchParams.get('iss')).toBe(this.hosts.authUrl);
    return url.searchParams.get('code') ?? `${url}`;
  }

  code = async (changes: Form = {}, otherwise: Otherwise = {}) =>
    this.codeIn(await this.open(await this.pushed(changes, otherwise)));

  exchange = (code: string, otherwise: Otherwise = {}, changes: Form = {}) =>
    this.post(
      'token',
      { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER, ...changes },
      otherwise,
    );

  refresh = (token: unknown, otherwise: Otherwise = {}) =>
    this.post('token', { grant_type: 'refresh_token', refresh_token: String(token) }, otherwise);

  async tokens(changes: Form = {}, otherwise: Otherwise = {}): Promise<Record<string, unknown>> {
    const { status, body } = await this.exchange(await this.code(changes), otherwise);
    expect([status, body.token_type], JSON.stringify(body)).toEqual([200, 'DPoP']);
    expect('id_token' in body).toBe(this.variant === 'openid_connect' || String(changes.scope).includes('openid'));
    return body;
  }

  /** The status that user-info answers with. */
  async userInfo(
    accessToken: unknown,
    { scheme = 'DPoP', change = (() => undefined) as Change, key = this.dpop } = {},
  ) {
    const uri = `${this.hosts.apiUrl}/user-info`;
    const dpop = await this.proof({ method: 'GET', uri, accessToken: String(accessToken) }, change, key);
    const response = await fetch(uri, { headers: { authorization: `${scheme} ${accessToken}`, dpop } });
    return { status: response.status, claims: (await response.json()) as Record<string, unknown> };
  }
}

export type FapiProvider = { hosts: Hosts; party: RelyingParty; second: RelyingParty; stop(): Promise<void> };

export async function startFapiProvider(variant: Variant): Promise<FapiProvider> {
  const tls = makeCertificate();
  const before = getGlobalDispatcher();
  const agent = new Agent({ connect: { ca: tls.certificate } });
  setGlobalDispatcher(agent);
  const [authPort, apiPort] = await freePorts(2);
  const hosts = await startHosts({
    ...{ LATCHKEY_AUTH_URL: `https://localhost:${authPort}`, LATCHKEY_API_URL: `https://localhost:${apiPort}` },
    ...{ LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`, LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}` },
    ...{ LATCHKEY_TLS_CERTIFICATE_FILE: tls.certificateFile, LATCHKEY_TLS_KEY_FILE: tls.keyFile },
    LATCHKEY_PUSHED_REQUESTS: 'true',
  });
  const partyWith = async (alg: ClientAlg) => {
    const [pair, rsa, dpop] = [await newClientPair(alg), await newClientPair('RS256'), await newClientPair()];
    const keys = { jwks: { keys: [pair.publicJwk, rsa.publicJwk] } };
    const client = await givenClient(hosts, { ...APPLICATION, ...keys, id_token_signed_response_alg: 'ES256' });
    const profiled = await fetch(`${hosts.apiUrl}/applications/${client.applicationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
      body: '{"security_profile":"FAPI 2.0"}',
    });
    expect(profiled.status, await profiled.text()).toBe(200);
    return new RelyingParty({ client, hosts, pair, rsa, dpop, variant });
  };
  const [party, second] = [await partyWith('ES256'), await partyWith('PS256')];
  return {
    ...{ hosts, party, second },
    async stop() {
      setGlobalDispatcher(before);
      await agent.destroy();
      await hosts.stop();
      tls.remove();
    },
  };
}
