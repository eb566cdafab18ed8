// An API of the operator to begin a test with, and applications that have its scopes for themselves.
import type { Api } from '../../src/core/applications/apis/api.ts';
import type { ApiDraft } from '../../src/core/applications/apis/check-api.ts';
import { changeApi, createApi } from '../../src/core/applications/apis/manage-apis.ts';
import type { Ports } from '../../src/core/operating/ports.ts';

type World = { ports: Ports };

let made = 0;

/** @param draft its scopes are for programs, unless a test says otherwise */
export async function givenApi({ ports }: World, draft: ApiDraft = {}): Promise<Api> {
  made += 1;
  const scopes = [
    { name: `api${made}.read`, machine: true },
    { name: `api${made}.write`, machine: true },
  ];
  const sent = { resource: `https://api${made}.example`, name: `API ${made}`, scopes, ...draft };
  const created = await createApi(ports, { draft: sent });
  if (created.kind !== 'made') throw new Error(JSON.stringify(created));
  return created.api;
}

/** Changes the API as an operator does. */
export async function editApi({ ports }: World, id: string, draft: (current: Api) => ApiDraft): Promise<Api> {
  const changed = await changeApi(ports, { id, change: (current) => ({ draft: draft(current) }) });
  if (changed.kind !== 'changed') throw new Error(JSON.stringify(changed));
  return changed.api;
}
