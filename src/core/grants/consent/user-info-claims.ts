// What user information answers (contract 6), for an access token and for the page on which people see it. Both take it
// from here, so that the page says exactly what the application receives (contract 27).

import type { Application } from '../../applications/applications/application.ts';
import type { Connection } from '../../applications/connections/connection.ts';
import { agreedItems } from '../../applications/connections/named-items.ts';
import { type AddressedConnection, pictureAddress } from '../../applications/connections/picture-address.ts';
import { receivedGroups } from '../../applications/groups/received-groups.ts';
import type { Account } from '../../ground/accounts/account.ts';
import type { ConsentItemName } from '../../ground/consent-items.ts';
import type { Ports } from '../ports.ts';
import {
  addName,
  type ClaimSource,
  claimsOfItems,
  isEmailWithheld,
  type ReleaseRules,
  type WithholdingRules,
  withholdingFor,
} from './profile-claims.ts';

export type ReleaseDeps = Pick<Ports, 'secrets' | 'issuer'> & { rules: WithholdingRules };

/** What the application of this connection receives instead of a stored value. */
export const releaseRules = (
  deps: ReleaseDeps,
  connection: AddressedConnection,
  registered: Application['consentItems'],
): ReleaseRules => ({
  pictureAddress: (pictureId) => pictureAddress(deps, connection, pictureId),
  ...withholdingFor(deps.rules, registered),
});

export type UserInfoClaims = {
  claims: Readonly<Record<string, unknown>>;
  /** The address was agreed, and is not in the claims because it is not verified. */
  emailWithheld: boolean;
};

/**
 * Claims of the items that the user still agrees to, that are still registered, and that have a value. They are in the
 * order of the registration, whatever the order of `items`.
 */
export function userInfoClaims(
  deps: ReleaseDeps,
  input: {
    sub: string;
    connection: AddressedConnection;
    /** Those that a token was issued for. */
    items: readonly ConsentItemName[];
    registered: Application['consentItems'];
    source: ClaimSource;
  },
): UserInfoClaims {
  const { sub, connection, registered, source } = input;
  const inOrder = registered.map(({ item }) => item).filter((item) => input.items.includes(item));
  const items = agreedItems(inOrder, registered, connection.answers);
  const rules = releaseRules(deps, connection, registered);
  return {
    claims: { sub, ...addName(claimsOfItems(items, source, rules)) },
    emailWithheld: items.includes('email') && isEmailWithheld(source, rules),
  };
}

/** The body of the answer, unless the application asks for a JWT. */
export const userInfoText = (claims: UserInfoClaims['claims']): string => JSON.stringify(claims);

/**
 * The answer that the application would get now, with a token for every item that the person agreed to. It can have
 * such a token at any time without asking (decision 57). Undefined: its login is off, so that no token is valid.
 */
function readableNow(
  deps: ReleaseDeps,
  { connection, application, source }: { connection: Connection; application: Application; source: ClaimSource },
): string | undefined {
  if (!application.loginActivation) return undefined;
  const registered = application.consentItems;
  const items = registered.map(({ item }) => item);
  return userInfoText(userInfoClaims(deps, { sub: connection.sub, connection, items, registered, source }).claims);
}

/** The same, with the groups that the application receives of the person. */
export async function readableBy(
  deps: ReleaseDeps & Pick<Ports, 'groups'>,
  { account, ...of }: { connection: Connection; application: Application; account: Account },
): Promise<string | undefined> {
  const received = await receivedGroups(deps, of.application, account.id);
  return readableNow(deps, { ...of, source: { groups: received.map(({ name }) => name), ...account } });
}
