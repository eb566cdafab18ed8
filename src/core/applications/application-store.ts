// Port: how applications persist.
import type { SessionProof } from '../sessions/session-proof.ts';
import type { Application, ApplicationByKey } from './application.ts';

export interface ApplicationStore {
  /**
   * One intent with everything inside the application. MUST hold under race: never more than `most` of one owner.
   * @returns false when the owner has as many already
   */
  insert(application: Application, most: number): Promise<boolean>;
  /**
   * One intent: the application with everything inside it as given, ONLY while the stored version is `fromVersion`.
   * Client secrets go with the Web entry.
   * @param proof of a dangerous change made in a session: looked at in the same intent
   * @returns false when somebody else was first, or it is gone
   * @throws ConfirmationNeeded, and nothing is changed
   */
  replace(application: Application, fromVersion: number, proof?: SessionProof): Promise<boolean>;
  find(id: string): Promise<Application | undefined>;
  findByApiKey(apiKey: string): Promise<ApplicationByKey | undefined>;
  /**
   * In order of creation, after the application `afterId`: those the account is a member of, with `owned`
   * those it owns too; undefined: everyone's.
   */
  list(page: {
    accountId: string | undefined;
    owned: boolean;
    afterId: string | undefined;
    limit: number;
  }): Promise<Application[]>;
  /**
   * Removes it with its keys, secrets and connections; every code and token under it is dead at its next use. With
   * `fromVersion`: ONLY while that is the stored version.
   * @param proof as for `replace`
   * @returns false when it is not there, or somebody edited it since
   * @throws ConfirmationNeeded
   */
  remove(id: string, fromVersion?: number, proof?: SessionProof): Promise<boolean>;
  /** Whether any application registered one of these origins (contract 8: errors carry CORS headers then). */
  isOriginRegistered(origins: readonly string[]): Promise<boolean>;
}
