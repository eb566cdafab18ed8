// Port: how applications persist.
import type { Application, ApplicationByKey } from './application.ts';

export interface ApplicationStore {
  /** One intent with everything inside the application. */
  insert(application: Application): Promise<void>;
  find(id: string): Promise<Application | undefined>;
  findByApiKey(apiKey: string): Promise<ApplicationByKey | undefined>;
  /** In order of creation, after the application `afterId`; `ownerId` undefined: everyone's. */
  list(page: { ownerId: string | undefined; afterId: string | undefined; limit: number }): Promise<Application[]>;
  /** Removes it with its keys, secrets and connections; every code and token under it is dead at its next use. */
  remove(id: string): Promise<boolean>;
  /** Whether any application registered one of these origins (contract 8: errors carry CORS headers then). */
  isOriginRegistered(origins: readonly string[]): Promise<boolean>;
}
