// Port: fetches the JWK set that an application publishes at its `jwks_uri`.

/** `reason` is a word for the log: it has no text of the owner's server. */
export type FetchedKeySet = { kind: 'fetched'; text: string } | { kind: 'failed'; reason: string };

/** Never fails. The address is the owner's, so internal ones are refused (case N7), and size and time are bounded. */
export type KeySetSource = (uri: string) => Promise<FetchedKeySet>;
