// The operator's own APIs (contract 45): a server of theirs that takes access tokens of this one, and the scopes that
// it knows: those that people agree to, and those that programs have for themselves.
import type { Translations } from '../../ground/texts/translations.ts';

export const MAX_APIS = 500;
export const MAX_SCOPES = 100;
/** How many applications may have scopes of programs of one API. */
export const MAX_MACHINE_APPLICATIONS = 1000;
/** How many applications may be named that ask people for its scopes. */
export const MAX_ASKING_APPLICATIONS = 1000;

/** Of RFC 6749's scope tokens those that need no quoting anywhere. */
export const SCOPE_NAME = /^[A-Za-z0-9][A-Za-z0-9:._/-]{0,99}$/;

export const ACCESS_TOKEN_FORMATS = ['jwt', 'opaque'] as const;
export type AccessTokenFormat = (typeof ACCESS_TOKEN_FORMATS)[number];

/** RFC 9068 2.1 wants RS256 known; ES256 is shorter and is signed on the event loop. */
export const ACCESS_TOKEN_ALGORITHMS = ['ES256', 'RS256'] as const;
export type AccessTokenAlgorithm = (typeof ACCESS_TOKEN_ALGORITHMS)[number];

/** A JWT lives out its minutes whatever happens, so it has few; of an opaque token the server is asked. */
export const DEFAULT_TTL_SECONDS: Readonly<Record<AccessTokenFormat, number>> = { jwt: 300, opaque: 3600 };
export const MIN_TTL_SECONDS = 60;
export const MAX_TTL_SECONDS = 86_400;

export type ApiScope = {
  /** Of `SCOPE_NAME`, unique on the server. */
  name: string;
  /** What people read instead of the name, in the default language. */
  label: string | undefined;
  description: string | undefined;
  translations: Translations<'label' | 'description'> | undefined;
  /** A request that names no scope of the API gets it. */
  byDefault: boolean;
  /** Programs may have it for themselves (RFC 6749 4.4), and nobody is asked for it. */
  machine: boolean;
};

/** Every application may ask people for the API's scopes, or those with these ids. */
export type AskingApplications = 'any' | readonly string[];

/** Who gets tokens for an API. It has no team, as an application has. */
export const API_AUDIENCES = ['everyone', 'groups'] as const;
export type ApiAudience = (typeof API_AUDIENCES)[number];

/** The scopes that an application has for itself: operators give them, its owner cannot. */
export type MachineAccess = { application: string; scopes: readonly string[] };

export type Api = {
  id: string;
  /** As it was sent: the audience of its tokens. */
  resource: string;
  name: string;
  /** In the order of the operator. */
  scopes: readonly ApiScope[];
  /** In order of the applications' ids, and of the scopes' names. */
  machineAccess: readonly MachineAccess[];
  applications: AskingApplications;
  /** Clients that nobody registered may ask for its scopes as well. */
  documents: boolean;
  audience: ApiAudience;
  /** Names of the groups whose members get tokens for it, with the audience `groups`. In order. */
  allowedGroups: readonly string[];
  /** Names of the groups that it receives, of those that the application receives. In order. */
  groups: readonly string[];
  accessTokenFormat: AccessTokenFormat;
  accessTokenAlg: AccessTokenAlgorithm;
  accessTokenTtlSeconds: number;
  createdAt: number;
  updatedAt: number;
  /** Rises with every edit. */
  version: number;
};

/** An API authenticates with it at introspection. At most two, so that one can follow the other. */
export type ApiSecret = {
  id: string;
  apiId: string;
  /** SHA-256 of `lk_as_…`. */
  secretHash: Buffer;
  createdAt: number;
  lastUsedAt: number | undefined;
};

export const MAX_API_SECRETS = 2;
