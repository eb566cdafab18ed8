// The endpoints at which applications authenticate (contract 5), and in what some of them differ from the others.

type ClientEndpoint = {
  /** Its form is itself a request with a `client_id` (RFC 9126 2.1), which has to be that of the client. */
  takesRequest: boolean;
  /** Each call stores a row, also with a key that anybody may know: those have a limit of their own. */
  stores: boolean;
};

const ORDINARY: ClientEndpoint = { takesRequest: false, stores: false };

/** By path. */
export const CLIENT_ENDPOINTS = {
  '/oauth/token': ORDINARY,
  '/oauth/revocation': ORDINARY,
  '/oauth/introspection': ORDINARY,
  '/oauth/par': { takesRequest: true, stores: true },
  '/oauth/device-authorization': { takesRequest: false, stores: true },
} as const satisfies Readonly<Record<`/oauth/${string}`, ClientEndpoint>>;

export type ClientPath = keyof typeof CLIENT_ENDPOINTS;
