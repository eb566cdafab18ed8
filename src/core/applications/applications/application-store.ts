// Port: stores applications.

import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { ActingAccount } from '../../people/email-changes/doubt.ts';
import type { ClientSecret } from '../client-secrets/client-secret.ts';
import type { Application, ApplicationByKey } from './application.ts';

/** `name`: A to Z · `newest`: registered last first · `changed`: changed last first; then by id. */
export const APPLICATION_ORDERS = ['name', 'newest', 'changed'] as const;
export type ApplicationOrder = (typeof APPLICATION_ORDERS)[number];

/** A place in an order: beside the application with this id and key (`orderKeyOf`), which may have changed since. */
export type PlaceInOrder = { key: string | number; id: string };

/** `secrets`: in order of creation, including expired ones; none while the application requires none. */
export type ClientByKey = ApplicationByKey & {
  secrets: readonly Pick<ClientSecret, 'id' | 'secretHash' | 'lastUsedAt' | 'expiresAt'>[];
};

export const APPLICATION_STATES = ['on', 'off', 'team'] as const;
/** Sign-in is on or off, or only the team can sign in (test mode). */
export type ApplicationState = (typeof APPLICATION_STATES)[number];

export type ApplicationFilter = {
  /** What the name contains. */
  text: string;
  /** Undefined: all. */
  only?: ApplicationState | undefined;
  /** Only those of this owner. */
  ownedBy?: string | undefined;
};

/** The count of `countFound` stops here, of all applications. */
export const MOST_COUNTED_APPLICATIONS = 10_000;

export interface ApplicationStore {
  /**
   * One intent with everything inside the application, which has an owner. MUST be atomic: an owner never has more than
   * `max`.
   * @returns false when the owner already has `max`, or is leaving or disabled
   * @throws AccountInDoubt: of the owner; GroupsChanged
   */
  insert(application: Application, max: number): Promise<boolean>;
  /**
   * One intent: replaces the application with everything inside it, ONLY while the stored version is `fromVersion`.
   * Client secrets are removed with the Web entry.
   * @param proof of the session that makes a dangerous change; checked in the same intent
   * @param changed names of the changed members, for the audit
   * @returns false when another edit was first, the application is gone, or it would follow FAPI 2.0 and have scopes
   *   of an API that signs with RS256
   * @throws ConfirmationNeeded, GroupsChanged; nothing is changed
   */
  replace(
    application: Application,
    fromVersion: number,
    proof?: SessionProof,
    changed?: readonly string[],
  ): Promise<boolean>;
  find(id: string): Promise<Application | undefined>;
  findByApiKey(apiKey: string): Promise<ApplicationByKey | undefined>;
  /** The same with what authenticates it, in one question to the database. */
  findClient(apiKey: string): Promise<ClientByKey | undefined>;
  /**
   * In order of creation, after the application `afterId`: applications that the account is a member of, with `owned`
   * also those it owns. `accountId` undefined: all applications.
   */
  list(page: {
    accountId: string | undefined;
    owned: boolean;
    afterId: string | undefined;
    limit: number;
  }): Promise<Application[]>;
  /**
   * The applications of `list` whose name contains `text`; ASCII letters match in either case. The nearest to `place`
   * come first: after it in the order, or with `back` before it. Of all applications, orders other than `newest` sort
   * the newest 10,000.
   */
  search(
    page: {
      accountId: string | undefined;
      owned: boolean;
      order: ApplicationOrder;
      place: PlaceInOrder;
      back: boolean;
      limit: number;
    } & ApplicationFilter,
  ): Promise<Application[]>;
  /** How many `search` finds on all its pages, of all applications among the newest 10,000. */
  countFound(input: { accountId: string | undefined; owned: boolean } & ApplicationFilter): Promise<number>;
  /**
   * Removes the application with its keys, secrets and connections; every code and token under it is invalid at its
   * next use. With `fromVersion`: ONLY while that is the stored version.
   * @param proof as for `replace`
   * @param by whoever acts
   * @returns false when it does not exist, or was edited since
   * @throws ConfirmationNeeded; AccountInDoubt: of `by`; nothing is changed
   */
  remove(id: string, fromVersion?: number, proof?: SessionProof, by?: ActingAccount): Promise<boolean>;
  /** Whether any application registered one of these origins (contract 8: errors then carry CORS headers). */
  isOriginRegistered(origins: readonly string[]): Promise<boolean>;
}
