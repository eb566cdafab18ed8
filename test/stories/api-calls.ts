// The API as operators' programs and owners use it: a service token, a request with a body, and what it answers.

import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import type { Scope } from '../../src/core/ground/acts/scope.ts';
import type { Hosts } from '../helpers/hosts.ts';

export async function givenMachineToken(hosts: Hosts, ...scopes: readonly Scope[]): Promise<string> {
  const made = await createMachineToken(hosts.ports, { draft: { name: 'deploy', days: '9', scopes } });
  if (made.kind !== 'created') throw new Error(made.kind);
  return made.token;
}

export async function callApi(
  hosts: Hosts,
  sent: { method: string; path: string; token: string; body?: object | undefined; headers?: object },
) {
  const { method, path, token, body, headers } = sent;
  const answer = await fetch(hosts.apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

export const pathOf = (location: string | null): string => new URL(location ?? '').pathname;

/** Pointer and code of each fault. */
export const faultsIn = ({ body }: { body: { errors?: { pointer: string; code: string }[] } }) =>
  body.errors?.map(({ pointer, code }) => `${pointer} ${code}`);
