// The operator's own APIs (contract 45): a server of theirs that takes access tokens of this one, and the scopes that
// it knows.

export const MAX_APIS = 500;
export const MAX_SCOPES = 100;
/** How many applications may have scopes of programs of one API. */
export const MAX_MACHINE_APPLICATIONS = 1000;

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
  description: string | undefined;
  /** Programs may have it for themselves (RFC 6749 4.4). */
  machine: boolean;
};

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
