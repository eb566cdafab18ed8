// Port: stores logos. The application has the hash too, because every page that names it needs the hash.
import type { Logo } from '../../ground/logos/logo.ts';

export interface LogoStore {
  find(applicationId: string): Promise<Logo | undefined>;
  /**
   * One intent: replaces the logo and raises the application's version. ONLY while that is `fromVersion`, even when
   * callers race. False: the application is gone or has another version.
   */
  put(applicationId: string, logo: Logo, change: { fromVersion: number; now: number }): Promise<boolean>;
  /** One intent, under the same condition. The logo need not exist. */
  remove(applicationId: string, change: { fromVersion: number; now: number }): Promise<boolean>;
}
