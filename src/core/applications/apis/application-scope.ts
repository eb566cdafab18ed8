// A scope of an API that an application asks people for (contract 45), and which of them a request names. People answer
// it as they answer a consent item, under its name: no item has the name of a scope.
import { invalidScope, invalidTarget, type OAuthError } from '../../../protocol/errors.ts';
import { OPENID } from '../../../protocol/scope.ts';
import type { Translations } from '../../ground/texts/translations.ts';
import type { AccessTokenAlgorithm } from './api.ts';
import { resourceKey } from './resource.ts';

/** As operators describe it. */
export type AskableScope = {
  /** The name of the scope: what an answer to it is stored under, as of an item. */
  item: string;
  apiId: string;
  resource: string;
  apiName: string;
  /** What people read instead of its name. */
  label: string | undefined;
  description: string | undefined;
  /** Of label and description. */
  texts: Translations<'label' | 'description'> | undefined;
  byDefault: boolean;
  /** The API's audience is members of groups. */
  byGroups: boolean;
  /** What its tokens are signed with, and an opaque token's API would sign with. */
  accessTokenAlg: AccessTokenAlgorithm;
};

/** As the owner registered it. */
export type ApplicationScope = AskableScope & {
  consent: 'required' | 'optional';
  /** Why the application asks; shown to the user. */
  purpose: string | undefined;
  translations: Translations<'purpose'> | undefined;
  /** An answer from before this time was given to an earlier registration and does not count. */
  createdAt: number;
};

/** The audience of tokens for user-info, beside the ids of APIs. */
export const USER_INFO = 'user-info';

/** What a grant gives at APIs. Undefined: its tokens are for user-info alone, as of any application without an API. */
export type ApiAccess = {
  /** What a token may be for: ids of APIs and `USER_INFO`. The first is that of the first token. */
  audiences: readonly string[];
  /** Of these APIs, what was agreed to. */
  scopes: readonly string[];
  /** RFC 8176, of the session in which it was agreed. */
  amr: readonly string[];
};

type Sent = { resources: readonly string[]; scope: readonly string[] | undefined };

/**
 * The audiences of an authorization request (RFC 8707 2.1). Without `resource` a request with `openid` is for
 * user-info, and any other for the only API that the application has scopes of.
 * @param userInfo the resource that is user-info
 * @returns undefined: user-info alone
 */
export function readAudiences(
  registered: readonly ApplicationScope[],
  { resources, scope }: Sent,
  userInfo: string,
): readonly string[] | undefined | OAuthError {
  if (registered.length === 0) return undefined;
  const audiences = resources.length > 0 ? namedAudiences(registered, resources, userInfo) : onlyApi(registered, scope);
  if (!Array.isArray(audiences)) return audiences as OAuthError | undefined;
  const isAsked = (audience: string) =>
    audience === USER_INFO || nameScopes(registered, { audiences: [audience], scope }).length > 0;
  if (!audiences.every(isAsked)) return invalidScope('api-scope-missing', 'scope names no scope of the API.');
  return audiences.every((one) => one === USER_INFO) ? undefined : audiences;
}

function namedAudiences(registered: readonly ApplicationScope[], resources: readonly string[], userInfo: string) {
  const named = resources.map((resource) => audienceOf(registered, resource, userInfo));
  return named.includes(undefined) ? unknownResource() : [...new Set(named.filter((one) => one !== undefined))];
}

const unknownResource = () => invalidTarget('resource-unknown', 'This application has no scope of this resource.');

function audienceOf(registered: readonly ApplicationScope[], resource: string, userInfo: string): string | undefined {
  const key = resourceKey(resource);
  if (key === undefined) return undefined;
  if (key === resourceKey(userInfo)) return USER_INFO;
  return registered.find((one) => resourceKey(one.resource) === key)?.apiId;
}

function onlyApi(registered: readonly ApplicationScope[], scope: Sent['scope']): readonly string[] | undefined {
  const apis = [...new Set(registered.map(({ apiId }) => apiId))];
  return scope?.includes(OPENID) || apis.length > 1 ? undefined : apis;
}

/**
 * The scopes that a request names at the APIs it is for: required ones always, others when `scope` names them. Where it
 * names none of an API, those that the API gives by default.
 */
export const nameScopes = (
  registered: readonly ApplicationScope[],
  { audiences, scope }: { audiences: readonly string[] | undefined; scope: Sent['scope'] },
): readonly ApplicationScope[] =>
  (audiences ?? []).flatMap((audience) => {
    const ofApi = registered.filter(({ apiId }) => apiId === audience);
    const isNamed = ({ item }: ApplicationScope) => scope?.includes(item) === true;
    const isMeant = ofApi.some(isNamed) ? isNamed : ({ byDefault }: ApplicationScope) => byDefault;
    return ofApi.filter((entry) => entry.consent === 'required' || isMeant(entry));
  });

/**
 * The audience of one token (RFC 8707 2.2): the one that the request names, of those that the grant named; without, the
 * first. An application without an API is asked nothing.
 */
export function chooseAudience(
  access: ApiAccess | undefined,
  input: { registered: readonly ApplicationScope[]; resources: readonly string[]; userInfo: string },
): string | OAuthError {
  const { registered, resources, userInfo } = input;
  const granted = access?.audiences ?? [USER_INFO];
  const [first = USER_INFO] = granted;
  if (resources.length === 0 || (!access && registered.length === 0)) return first;
  if (resources.length > 1) return invalidTarget('resource-twice', 'A token is for one resource: name one.');
  const audience = audienceOf(registered, resources[0] ?? '', userInfo);
  return audience !== undefined && granted.includes(audience)
    ? audience
    : invalidTarget('resource-not-granted', 'resource is none that the authorization request named.');
}
