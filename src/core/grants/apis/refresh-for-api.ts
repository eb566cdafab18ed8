// Refreshes a person's tokens for an API (contract 5, 45): the three answers of a refresh, for an audience that is no
// user-info. A repeat has another access token, since a signature is not made twice alike, of the same scope; it ends
// with the first.
import { invalidScope } from '../../../protocol/errors.ts';
import { OFFLINE_ACCESS, OPENID, parseScope } from '../../../protocol/scope.ts';
import type { Application } from '../../applications/applications/application.ts';
import { noteRotation } from '../tokens/decide-rotation.ts';
import type { Grant } from '../tokens/grant.ts';
import type { Refreshing } from '../tokens/token-answer.ts';
import { seededFamily } from '../tokens/token-format.ts';
import { type ForPerson, issueToPerson } from './issue-to-person.ts';

type Deps = Parameters<typeof issueToPerson>[0];
type Live = Pick<ForPerson, 'found' | 'client' | 'proof'>;

/** @throws OAuthError `invalid_scope` */
export function refreshForApi(
  deps: Deps,
  live: Live,
  { apiId, scope }: { apiId: string; scope: string | undefined },
): Refreshing {
  const { grant } = live.found;
  const { application } = live.client;
  const asked = parseScope(scope);
  if (asked) refuseNeverRequested(asked, grant, application);
  const about = {
    ...live,
    apiId,
    narrow: narrowTo(asked?.filter((name) => application.apiScopes.some(({ item }) => item === name))),
    idTokenBy: { scope: asked ?? grant.requestedScope, nonce: undefined },
  };
  const refreshEnd = (now: number) =>
    Math.min(now + deps.rules.refreshTokenTtlSeconds * 1000, grant.familyExpiresAt ?? now);
  return {
    rotate: (now) => {
      const family = seededFamily(grant);
      const refreshExpiresAt = refreshEnd(now);
      const repeatSeconds = deps.rules.refreshRepeatSeconds;
      const spent = {
        kind: 'rotation' as const,
        fromGeneration: grant.refreshGeneration,
        familySeed: family.familySeed,
        familySeedFrom: family.familySeedFrom,
        refreshExpiresAt,
        recentRotations: noteRotation(grant.recentRotations, grant.refreshGeneration, { now, repeatSeconds }),
      };
      const generation = grant.refreshGeneration + 1;
      return issueToPerson(deps, { ...about, family, generation, spent, refreshExpiresAt, now });
    },
    renew: (now) => {
      const refreshExpiresAt = refreshEnd(now);
      const spent = { kind: 'renewal' as const, refreshExpiresAt };
      return issueToPerson(deps, { ...about, ...sameToken(grant), spent, refreshExpiresAt, now });
    },
    repeat: (now) => {
      const spent = { kind: 'repeat' as const, generation: grant.refreshGeneration };
      const refreshExpiresAt = grant.refreshExpiresAt ?? now;
      const latest = grant.lastAnswer?.accessTokenExpiresAt ?? now;
      const narrow = narrowTo(grant.lastAnswer?.scope?.filter((name) => isOfApi(name, apiId, application)));
      return issueToPerson(deps, { ...about, ...sameToken(grant), narrow, spent, refreshExpiresAt, latest, now });
    },
  };
}

const sameToken = (grant: Grant) => ({ family: grant, generation: grant.refreshGeneration });

const isOfApi = (name: string, apiId: string, { apiScopes }: Application): boolean =>
  apiScopes.some((scope) => scope.item === name && scope.apiId === apiId);

/** What is no scope of an API narrows nothing of it. */
const narrowTo = (asked: readonly string[] | undefined) => (granted: readonly string[]) => {
  const scopes = asked && asked.length > 0 ? granted.filter((name) => asked.includes(name)) : granted;
  if (scopes.length === 0) throw invalidScope('scope-nothing-left', 'scope contains no granted value.');
  return scopes;
};

/** RFC 6749 6: nothing is added by a refresh. Unknown values are ignored. */
function refuseNeverRequested(asked: readonly string[], grant: Grant, { apiScopes }: Application): void {
  const requested = grant.requestedScope ?? [];
  const granted = grant.apiAccess?.scopes ?? [];
  const isKnown = (name: string) =>
    name === OPENID || name === OFFLINE_ACCESS || apiScopes.some(({ item }) => item === name);
  const added = asked.find((name) => isKnown(name) && !requested.includes(name) && !granted.includes(name));
  if (added !== undefined)
    throw invalidScope('scope-not-requested', `scope names ${added}, which was not requested when the user agreed.`);
}
