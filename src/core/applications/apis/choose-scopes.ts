// Which scopes of which API a program gets (RFC 6749 4.4, RFC 8707 2.2; contract 45). A pure function: one API per
// token, so that no API can use a token at another.
import { invalidScope, invalidTarget, type OAuthError } from '../../../protocol/errors.ts';
import type { ProgramOffer } from './api-store.ts';
import { resourceKey } from './resource.ts';

export type Chosen = { offer: ProgramOffer; scopes: readonly string[] };

/**
 * @param offers what the application may have for itself; one at least
 * @param asked `resources` as sent, and `scope` as parsed
 */
export function chooseScopes(
  offers: readonly ProgramOffer[],
  { resources, scope }: { resources: readonly string[]; scope: readonly string[] | undefined },
): Chosen | OAuthError {
  const foreign = scope?.find((name) => !offers.some(({ scopes }) => scopes.includes(name)));
  if (foreign !== undefined)
    return invalidScope('scope-not-given', 'This application may not have a scope that it asks for.');
  if (resources.length > 1) return invalidTarget('resource-twice', 'A token is for one resource: name one.');
  const [resource] = resources;
  const offer = resource === undefined ? onlyOffer(offers, scope) : offerOf(offers, resource);
  if (!offer)
    return resource === undefined
      ? invalidTarget('resource-missing', 'The scopes are those of several APIs: name one by resource.')
      : invalidTarget('resource-unknown', 'This application has no scope of this resource.');
  const scopes = scope ?? offer.scopes;
  return scopes.every((name) => offer.scopes.includes(name))
    ? { offer, scopes }
    : invalidScope('scope-of-other-resource', 'A scope is one of another API than resource names.');
}

const offerOf = (offers: readonly ProgramOffer[], resource: string): ProgramOffer | undefined => {
  const key = resourceKey(resource);
  return key === undefined ? undefined : offers.find((offer) => resourceKey(offer.resource) === key);
};

/** The API of all these scopes; without any, the only one. */
function onlyOffer(offers: readonly ProgramOffer[], scope: readonly string[] | undefined): ProgramOffer | undefined {
  const meant = scope ? offers.filter(({ scopes }) => scope.some((name) => scopes.includes(name))) : offers;
  return meant.length === 1 ? meant[0] : undefined;
}
