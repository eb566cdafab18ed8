// The reference that a pushed authorization request gets (RFC 9126 2.2).

const PREFIX = 'urn:ietf:params:oauth:request_uri:';

/** @param secret what nobody can guess */
export const toRequestUri = (secret: string): string => `${PREFIX}${secret}`;

/** Whether the URI has the form of our references. Any other would have to be fetched from somewhere (RFC 9101 5.2). */
export const isPushedUri = (requestUri: string): boolean => requestUri.startsWith(PREFIX);
