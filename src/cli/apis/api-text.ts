// An API as text for people, the API that a command names, and why one cannot be stored.
import type { Api } from '../../core/applications/apis/api.ts';
import type { ApiDraft } from '../../core/applications/apis/check-api.ts';
import { type ApiChanged, type ApiMade, changeApi } from '../../core/applications/apis/manage-apis.ts';
import { resourceKey } from '../../core/applications/apis/resource.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { apiJson } from '../../json/operator-api.ts';
import { type CommandAnswer, CommandFailed } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { textFields } from '../frame/text-table.ts';

export function apiAnswer(api: Api): CommandAnswer {
  const document = apiJson(api);
  return {
    json: document,
    text: textFields({
      id: document.id,
      resource: document.resource,
      name: document.name,
      scopes: namesOf(api),
      access:
        api.machineAccess.map(({ application, scopes }) => `${application}: ${scopes.join(' ')}`).join('; ') || 'none',
      'asked by': askingOf(api),
      audience: api.audience === 'groups' ? `members of ${api.allowedGroups.join(' ')}` : api.audience,
      groups: api.groups.join(' ') || undefined,
      tokens: `${document.access_token_format}, ${document.access_token_signing_alg}, ${document.access_token_ttl_seconds} s`,
      created: document.created_at,
    }),
  };
}

function askingOf({ applications, documents }: Api): string {
  const named = applications === 'any' ? ['any application'] : applications;
  return [...named, ...(documents ? ['clients that nobody registered'] : [])].join(', ') || 'none';
}

export const namesOf = ({ scopes }: Pick<Api, 'scopes'>): string =>
  scopes.length === 0 ? 'none' : scopes.map(({ name }) => name).join(' ');

export const noSuchApi = (resource: string): CommandFailed =>
  new CommandFailed(`--resource ${JSON.stringify(resource)}: there is no such API`);

/** @throws CommandFailed */
export async function requireApi({ apis }: Pick<Ports, 'apis'>, resource: string): Promise<Api> {
  const key = resourceKey(resource);
  const api = key === undefined ? undefined : await apis.findByResource(key);
  if (!api) throw noSuchApi(resource);
  return api;
}

/** @returns the API as it was stored @throws CommandFailed */
export function orFailed(
  result: ApiMade | ApiChanged,
  resource: string,
  flagOf: (path: Fault['path']) => string | undefined,
): Api {
  switch (result.kind) {
    case 'made':
    case 'changed':
      return result.api;
    case 'refused':
      throw new CommandFailed(...faultLines(result.faults, flagOf));
    case 'too-many':
      throw new CommandFailed('There are as many APIs as there can be');
    case 'resource-taken':
      throw new CommandFailed(`--resource ${JSON.stringify(resource)}: there is an API with this resource`);
    case 'scope-taken':
      throw new CommandFailed(`Other APIs have these scopes: ${result.scopes.join(' ')}`);
    case 'gone':
      throw noSuchApi(resource);
  }
}

/** Changes the API that the flag names. @throws CommandFailed */
export async function changeNamed(ports: Ports, resource: string, draft: (current: Api) => ApiDraft): Promise<Api> {
  const { id } = await requireApi(ports, resource);
  return orFailed(
    await changeApi(ports, { id, change: (current) => ({ draft: draft(current) }) }),
    resource,
    changeFlagOf,
  );
}

/** Of a command about one application. */
const changeFlagOf = ([member, , part]: Fault['path']): string | undefined =>
  member === 'machine_access' && part === 'scopes'
    ? '--scope'
    : member === 'machine_access' || member === 'applications'
      ? '--application'
      : undefined;
