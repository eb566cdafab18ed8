// Port: the operator's APIs, their secrets, and the access tokens that programs got for them.
import type { Actor } from '../../ground/acts/acting.ts';
import type { Api, ApiSecret } from './api.ts';
import type { PersonAccessStore } from './person-access-store.ts';
import type { NewResourceToken, ResourceTokenInContext } from './resource-token.ts';

/** What an application may have for itself at one API. */
export type ProgramOffer = Pick<
  Api,
  'id' | 'resource' | 'accessTokenFormat' | 'accessTokenAlg' | 'accessTokenTtlSeconds'
> & { scopes: readonly string[] };

/**
 * Nothing was changed, unless `stored`. `scope-taken`: another API has a scope of one of these names.
 * `application-strict`: these applications follow FAPI 2.0, which does not allow RS256.
 */
export type ApiRefused =
  | { kind: 'resource-taken' }
  | { kind: 'application-unknown' | 'group-unknown'; member: string }
  | { kind: 'scope-taken'; scopes: readonly string[] }
  | { kind: 'application-strict'; applications: readonly string[] };
/** `stale`: somebody else changed it since. */
export type ApiStored = { kind: 'stored' } | { kind: 'gone' } | { kind: 'stale' } | ApiRefused;

/**
 * `by`: who acts; the statement checks that they still may (`acting.ts`). Undefined: the command line.
 * @throws ActRefused, ConfirmationNeeded; nothing is changed
 */
export interface ApiStore extends PersonAccessStore {
  /** One intent. MUST be atomic: there are never more than `max`. */
  insert(api: Api, max: number, by?: Actor): Promise<{ kind: 'created' } | { kind: 'too-many' } | ApiRefused>;
  find(id: string): Promise<Api | undefined>;
  /** @param key of `resourceKey` */
  findByResource(key: string): Promise<Api | undefined>;
  /** In order of creation, after the id `after`. */
  list(page: { after: string; limit: number }): Promise<Api[]>;
  /**
   * One intent, ONLY while the stored version is `fromVersion`. An application loses the scopes that it has no more
   * with it: opaque tokens and introspection follow at once, as they do for clients that nobody registered once the API
   * lets them ask no more.
   * @param fields names of the changed members, for the audit
   */
  replace(api: Api, fromVersion: number, by?: Actor, fields?: readonly string[]): Promise<ApiStored>;
  /** One intent, ONLY while the stored version is `fromVersion`: removes it with its scopes, secrets and tokens. */
  remove(id: string, fromVersion: number, by: Actor | undefined, now: number): Promise<'removed' | 'gone' | 'stale'>;

  /** One intent. MUST be atomic: an API never has more than `max`. */
  insertSecret(secret: ApiSecret, max: number, by?: Actor): Promise<'created' | 'gone' | 'too-many'>;
  /** In order of creation. */
  listSecrets(apiId: string): Promise<ApiSecret[]>;
  removeSecret(secret: { apiId: string; id: string; now: number }, by?: Actor): Promise<boolean>;
  /** Records a use. The caller does so at most every five minutes. */
  touchSecret(id: string, now: number): Promise<void>;

  /** The scopes that the application may have for itself, by API. */
  listOffers(applicationId: string): Promise<ProgramOffer[]>;
  /** Whether any application may have any scope for itself. */
  existsOffer(): Promise<boolean>;
  /**
   * ONLY while the application and its key exist, its login activation is ON, and it may have all these scopes of the
   * API.
   * @returns false: nothing was written
   */
  insertToken(token: NewResourceToken): Promise<boolean>;
  /**
   * A program's or a person's, by the id in it; the caller compares the hash. Undefined as well where what it was
   * earned with has ended.
   */
  findToken(id: string): Promise<ResourceTokenInContext | undefined>;
  /** One intent: ends the token, and records `tokens.revoked` if it was live and a person's. Idempotent. */
  removeToken(id: string, now: number): Promise<void>;
}
