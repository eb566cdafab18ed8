// An application as its owner registered it (contract 3, "Application").
import type { ConsentItemName } from '../consent/catalogue.ts';
import type { FieldValues } from './application-fields.ts';

export const PLATFORMS = ['Android', 'iOS', 'Web'] as const;
export type PlatformName = (typeof PLATFORMS)[number];

export type PlatformEntry = {
  id: string;
  platform: PlatformName;
  /** The REST API app key, `client_id`. */
  apiKey: string;
  /** Normalised origins (`protocol/site-domain.ts`); Web only. */
  siteDomains: readonly string[];
  packageName: string | undefined;
  bundleId: string | undefined;
  createdAt: number;
};

export type RedirectUri = { id: string; redirectUri: string; createdAt: number };

export type ConsentItem = {
  item: ConsentItemName;
  consent: 'required' | 'optional';
  /** Why the application asks; shown to the user. */
  purpose: string | undefined;
  /** An answer given before this moment was given to another registration of the item and does not count. */
  createdAt: number;
};

/** Its plain values are described in `application-fields.ts`. */
export type Application = FieldValues & {
  id: string;
  ownerId: string;
  name: string;
  loginActivation: boolean;
  platforms: readonly PlatformEntry[];
  redirectUris: readonly RedirectUri[];
  consentItems: readonly ConsentItem[];
  /** Where a sign-out may lead back to, compared character by character. */
  postLogoutRedirectUris: readonly string[];
  /** Told of the end of sign-ins (OpenID Connect Back-Channel Logout). */
  backchannelLogoutUri: string | undefined;
  /** Names the contents of its logo (`core/logos/logo.ts`); undefined: none. Edits of the rest never touch it. */
  logoHash: string | undefined;
  createdAt: number;
  updatedAt: number;
  /** Rises with every edit. */
  version: number;
};

/** An application as seen through one of its API keys. */
export type ApplicationByKey = { application: Application; platform: PlatformEntry };
