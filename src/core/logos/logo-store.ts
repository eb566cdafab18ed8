// Port: how logos persist. The hash stands in the application too, because every page that names it asks for it.
import type { Logo } from './logo.ts';

export interface LogoStore {
  find(applicationId: string): Promise<Logo | undefined>;
  /**
   * One intent: keeps the logo in place of the one before, and raises the application's version. MUST hold under race:
   * only on top of `fromVersion`. False: the application is gone or has another version.
   */
  put(applicationId: string, logo: Logo, change: { fromVersion: number; now: number }): Promise<boolean>;
  /** One intent, under the same rule; the logo need not exist. */
  remove(applicationId: string, change: { fromVersion: number; now: number }): Promise<boolean>;
}
