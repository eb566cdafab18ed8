// What user information answers (contract 6), for an access token and for the page on which people see it. Both take it
// from here, so that the page says exactly what the application receives (contract 27).
import type { Application } from '../applications/application.ts';
import type { ConsentItemName } from './catalogue.ts';
import type { Connection, ConsentAnswers } from './connection.ts';
import { agreedItems } from './named-items.ts';
import {
  addName,
  type ClaimSource,
  claimsOfItems,
  isEmailWithheld,
  type WithholdingRules,
  withholdingFor,
} from './profile-claims.ts';

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
  rules: WithholdingRules,
  input: {
    sub: string;
    /** Those that a token was issued for. */
    items: readonly ConsentItemName[];
    registered: Application['consentItems'];
    answers: ConsentAnswers;
    source: ClaimSource;
  },
): UserInfoClaims {
  const { sub, registered, answers, source } = input;
  const inOrder = registered.map(({ item }) => item).filter((item) => input.items.includes(item));
  const items = agreedItems(inOrder, registered, answers);
  const withholding = withholdingFor(rules, registered);
  return {
    claims: { sub, ...addName(claimsOfItems(items, source, withholding)) },
    emailWithheld: items.includes('email') && isEmailWithheld(source, withholding),
  };
}

/** The body of the answer, unless the application asks for a JWT. */
export const userInfoText = (claims: UserInfoClaims['claims']): string => JSON.stringify(claims);

/**
 * The answer that the application would get now, with a token for every item that the person agreed to. It can have
 * such a token at any time without asking (decision 57). Undefined: its login is off, so that no token is valid.
 */
export function readableNow(
  rules: WithholdingRules,
  { connection, application, source }: { connection: Connection; application: Application; source: ClaimSource },
): string | undefined {
  if (!application.loginActivation) return undefined;
  const { sub, answers } = connection;
  const registered = application.consentItems;
  const items = registered.map(({ item }) => item);
  return userInfoText(userInfoClaims(rules, { sub, items, registered, answers, source }).claims);
}
