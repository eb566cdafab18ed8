// An application as its owner registered it (contract 3, "Application").

import type { ConsentItemName } from '../../ground/consent-items.ts';
import type { Translations } from '../../ground/texts/translations.ts';
import type { GroupLists } from '../../people/groups/group-lists.ts';
import type { ClientKey } from '../../server/keys/client-key.ts';
import type { ApplicationScope } from '../apis/application-scope.ts';
import type { FieldValues } from './application-fields.ts';

export const PLATFORMS = ['Android', 'iOS', 'Web'] as const;
export type PlatformName = (typeof PLATFORMS)[number];

/** The API key of an entry. */
export const API_KEY = /^[0-9a-f]{32}$/;

export type PlatformEntry = {
  id: string;
  platform: PlatformName;
  /** The API key (`client_id`). */
  apiKey: string;
  /** Normalized origins (`protocol/site-domain.ts`); Web only. */
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
  /** How long the application keeps the value; shown to the user. */
  retention: string | undefined;
  translations: Translations<'purpose' | 'retention'> | undefined;
  /** Only of the item `email`: it has no value for the application until the person's address is verified. */
  verified?: true | undefined;
  /** An answer from before this time was given to an earlier registration of the item and does not count. */
  createdAt: number;
};

/** `application-fields.ts` describes its plain values. */
export type Application = FieldValues &
  GroupLists & {
    id: string;
    /** Undefined: nobody registered it; it is a client with a document (contract 46). */
    ownerId: string | undefined;
    /** Of a client that nobody registered: where its document is, which is its `client_id`. */
    documentUrl: string | undefined;
    name: string;
    translations: Translations<'name'> | undefined;
    loginActivation: boolean;
    platforms: readonly PlatformEntry[];
    redirectUris: readonly RedirectUri[];
    consentItems: readonly ConsentItem[];
    /** Scopes of APIs of the operator that it asks people for (contract 45). */
    apiScopes: readonly ApplicationScope[];
    /** Where a sign-out may return to, compared character by character. */
    postLogoutRedirectUris: readonly string[];
    /** Receives a logout token when a session ends (OpenID Connect Back-Channel Logout). */
    backchannelLogoutUri: string | undefined;
    /** Public keys that authenticate the Web key (contract 40): here, or at an address, or none. */
    jwks: { readonly keys: readonly ClientKey[] } | undefined;
    jwksUri: string | undefined;
    /** Hash of its logo (`core/ground/logos/logo.ts`); undefined: no logo. Other edits never touch it. */
    logoHash: string | undefined;
    /** Whether it has an event endpoint. Other edits never touch it. */
    recordsEvents: boolean;
    createdAt: number;
    updatedAt: number;
    /** Rises with every edit. */
    version: number;
  };

/** An application that somebody registered and owns. */
export type RegisteredApplication = Application & { ownerId: string };

export const isRegistered = (application: Application): application is RegisteredApplication =>
  application.ownerId !== undefined;

/** An application as seen through one of its API keys. */
export type ApplicationByKey = { application: Application; platform: PlatformEntry };
