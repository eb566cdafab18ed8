// Port: stores client secrets.
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { ClientSecret } from './client-secret.ts';

export interface ClientSecretStore {
  /**
   * One intent: stores the secret, and turns `clientSecretRequired` on when the application never had one. MUST be
   * atomic: never more than `maxLive` live at once. Refused without a Web entry.
   * @param proof of the session that acts; checked in the same intent
   * @param newest id of the newest secret that the form showed, '' for none: `changed` when another one is newest now
   * @throws ConfirmationNeeded, and nothing is changed
   */
  insert(
    secret: ClientSecret,
    maxLive: number,
    now: number,
    proof?: SessionProof,
    newest?: string,
  ): Promise<'created' | 'changed' | 'too-many' | 'no-web-entry' | 'no-application'>;
  /** In order of creation, including expired ones until they are purged. */
  list(applicationId: string): Promise<ClientSecret[]>;
  /** @param proof as for `insert` @throws ConfirmationNeeded */
  remove(applicationId: string, id: string, proof?: SessionProof): Promise<boolean>;
  removeAll(applicationId: string): Promise<void>;
  touch(id: string, now: number): Promise<void>;
}
