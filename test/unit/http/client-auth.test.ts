// What an endpoint may begin while an application proves itself, and when it must not: whoever is refused before
// anything is looked up costs the database nothing (contract 10).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { type ClientAuthDeps, readClientRequest } from '../../../src/http/callers/client-auth.ts';
import { Parameters } from '../../../src/protocol/parameters.ts';

const deps = { applications: { findClient: async () => undefined } } as unknown as ClientAuthDeps;
const reply = {} as FastifyReply;

/** How often the endpoint began, and how the request ended. */
async function begunBy(form: string, isFailing = false) {
  let begun = 0;
  const begin = () => {
    begun += 1;
  };
  const log = { info: () => undefined, warn: () => undefined };
  const server = { clientAddressOf: () => ({ network: '192.0.2.0/24' }) };
  const request = { body: Parameters.parse(form), headers: {}, log, server } as unknown as FastifyRequest;
  const limits = {
    networkOf: () => '192.0.2.0/24',
    isFailing: () => isFailing,
    count: () => undefined,
    countApi: () => undefined,
    countFailure: () => undefined,
  };
  const error = await readClientRequest(
    deps,
    limits,
    { path: '/oauth/token', parameters: ['code'], begin },
    request,
    reply,
  ).catch((e) => e);
  return { begun, error };
}

test('contract 10: for a network that keeps failing nothing is begun before the proof, and a failed one begins nothing', async () => {
  const { begun, error } = await begunBy('client_id=key&code=code', true);
  expect([begun, error.code]).toEqual([0, 'invalid_client']);
});

test('contract 5: nothing is begun for a doubled parameter', async () => {
  const { begun, error } = await begunBy('client_id=key&code=one&code=two');
  expect([begun, error.code]).toEqual([0, 'invalid_request']);
});

test('it is begun before the proof is known to fail', async () => {
  const { begun, error } = await begunBy('client_id=key&code=code');
  expect([begun, error.code]).toEqual([1, 'invalid_client']);
});
