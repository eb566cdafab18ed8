// Port: how client secrets persist.
import type { ClientSecret } from './client-secret.ts';

export interface ClientSecretStore {
  /**
   * One intent: stores the secret and turns `clientSecretRequired` on when the application never had one.
   * MUST hold under race: never more than `maxLive` live at once; refused without a Web entry.
   */
  insert(
    secret: ClientSecret,
    maxLive: number,
    now: number,
  ): Promise<'created' | 'too-many' | 'no-web-entry' | 'no-application'>;
  /** In order of creation, the expired ones included until they are purged. */
  list(applicationId: string): Promise<ClientSecret[]>;
  remove(applicationId: string, id: string): Promise<boolean>;
  removeAll(applicationId: string): Promise<void>;
  touch(id: string, now: number): Promise<void>;
}
