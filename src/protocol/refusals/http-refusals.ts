// Refusals that any route can return (contract 9, 10), each for its status where nothing more specific is known, and
// those of our own pages.
import type { Refusal } from './refusal.ts';

export const HTTP_REFUSALS = {
  'bad-request': {
    reportedAs: [400, 'page'],
    title: 'The request could not be read',
    cause:
      'The request line, headers, path or query violate the rules of HTTP, or the body was incomplete. The detail names the problem.',
    cure: 'Use an HTTP library to send the request. Percent-encode values exactly once. Check for a proxy that changes requests.',
  },
  'parameters-malformed': {
    reportedAs: [400],
    title: 'A parameter is malformed',
    cause: 'The query or form has a percent sign without two hexadecimal digits, invalid UTF-8, or a NUL character.',
    cure: 'Encode names and values exactly once with the form-encoding function of your platform.',
  },
  'query-value-unknown': {
    reportedAs: [400],
    title: 'A query parameter has an unknown value',
    cause:
      'The value is not in the list of this parameter, or the parameter was repeated. The detail names each such parameter.',
    cure: 'Use one of the values that the detail lists, or omit the parameter.',
  },
  'header-doubled': {
    reportedAs: [400],
    title: 'A header was sent more than once',
    cause: 'Servers and proxies may choose different values when a header is repeated.',
    cure: 'Send the header once. Check for a default header that your program adds again.',
  },
  'body-unexpected': {
    reportedAs: [400],
    title: 'The request must not have a body',
    cause: 'GET, HEAD, DELETE and OPTIONS requests, and methods that take no input, must not have a body.',
    cure: 'Omit the body: send no Content-Length above 0 and no Transfer-Encoding.',
  },
  'body-missing': {
    reportedAs: [400],
    title: 'The JSON body is missing',
    cause: 'This method requires a JSON body.',
    cure: 'Send a JSON document with Content-Type: application/json.',
  },
  'json-malformed': {
    reportedAs: [400],
    title: 'The body is not valid JSON',
    cause:
      'The body is not JSON, is not UTF-8, is nested too deeply, or contains NUL, an unpaired surrogate or a forbidden member name.',
    cure: 'Let a library write the JSON. The detail names the problem.',
  },
  'json-member-doubled': {
    reportedAs: [400],
    title: 'A JSON member was sent more than once',
    cause: 'JSON parsers handle repeated members differently. The detail names the member.',
    cure: 'Send each member once.',
  },
  'token-missing': {
    reportedAs: [401],
    title: 'The token is missing',
    cause: 'The request has no Authorization header with a Bearer token. Tokens in the query are ignored.',
    cure: 'Send Authorization: Bearer with an access token (user-info) or an API token (registration API).',
  },
  forbidden: {
    reportedAs: [403, 'page'],
    title: 'Access is forbidden',
    cause: 'The caller is authenticated but does not have permission.',
    cure: 'Ask someone with the required role, or ask for that role.',
  },
  'not-found': {
    reportedAs: [404, 'page'],
    title: 'Not found',
    cause:
      'No route has this path, or the resource was deleted or belongs to someone else. These cases are not distinguished on purpose.',
    cure: 'Check the host, the path and the id. Each host serves only its own routes, and a trailing slash makes a different path.',
  },
  'method-not-allowed': {
    reportedAs: [405, 'page'],
    title: 'The method is not allowed',
    cause: 'The path exists but does not support this method.',
    cure: 'Use a method listed in the Allow header.',
  },
  'not-acceptable': {
    reportedAs: [406, 'page'],
    title: 'None of the accepted media types is available',
    cause: 'The Accept header allows none of the types of this route, or Accept-Encoding allows none of its encodings.',
    cure: 'Accept application/json, or omit Accept and Accept-Encoding.',
  },
  'request-timeout': {
    reportedAs: [408, 'page'],
    title: 'The request timed out',
    cause: 'Headers must arrive within 10 seconds, and the whole request within 15 seconds.',
    cure: 'Send the request again. Check the network connection to the server.',
  },
  'precondition-failed': {
    reportedAs: [412],
    title: 'The resource has changed',
    cause:
      'If-Match does not match the current ETag, because the resource was changed after you read it. Lists have no ETag.',
    cure: 'GET the resource again, apply your change, and send it with the new ETag. Delete a list without If-Match, or delete its entries one by one.',
  },
  'body-too-large': {
    reportedAs: [413, 'page'],
    title: 'The body is too large',
    cause: 'The limit is 64 KiB unless the detail names another one.',
    cure: 'Send a smaller body, or split the request.',
  },
  'uri-too-long': {
    reportedAs: [414, 'page'],
    title: 'The URL is longer than 8 KiB',
    cause: 'The query contains a long value, often state.',
    cure: 'Send a form instead, or send a short value and store the data in your application.',
  },
  'unsupported-media-type': {
    reportedAs: [415, 'page'],
    title: 'The media type is not supported',
    cause: 'Content-Type is missing, unsupported or has a charset other than UTF-8, or the body is compressed.',
    cure: 'Send application/x-www-form-urlencoded to /oauth/, or application/json to the registration API. Do not compress the body.',
  },
  'expectation-failed': {
    reportedAs: [417],
    title: 'The Expect header cannot be met',
    cause: 'Only Expect: 100-continue is supported.',
    cure: 'Omit the Expect header.',
  },
  'misdirected-request': {
    reportedAs: [421, 'page'],
    title: 'The request is for another host',
    cause: 'The request target is the full URL of a host that this server does not serve.',
    cure: 'Check the URL, and check the proxy in front of the server.',
  },
  'too-many-requests': {
    reportedAs: [429, 'page'],
    title: 'Too many requests',
    cause:
      'The rate limit for this key, token, account or network was exceeded by requests, failed authentications or wrong passwords.',
    cure: 'Wait as long as Retry-After says. Reuse tokens until they expire instead of requesting new ones.',
  },
  'headers-too-large': {
    reportedAs: [431, 'page'],
    title: 'The headers are larger than 16 KiB',
    cause: 'Usually the cookies have grown too large.',
    cure: 'Send fewer headers, or ask the user to delete the cookies of this site.',
  },
  'server-error': {
    reportedAs: [500, 'page'],
    title: 'Internal server error',
    cause: 'The error is in the server, not in the request. Only the server’s log has the details.',
    cure: 'Report the request id to the operator of the server. It is safe to retry once.',
  },
  unavailable: {
    reportedAs: [503, 'page'],
    title: 'The service is temporarily unavailable',
    cause:
      'The database does not respond in time, the server is overloaded, too many passwords are being checked, or the server is shutting down.',
    cure: 'Retry after the time in Retry-After. The request itself was not found to be faulty.',
  },
  'form-refused': {
    reportedAs: ['page'],
    title: 'The form could not be verified',
    cause: 'The CSRF token is missing or expired, cookies are blocked, or another site sent the form.',
    cure: 'Reload the page and submit the form again. Do not post to pages of this server from your application.',
  },
  'link-expired': {
    reportedAs: ['page'],
    title: 'The one-time link no longer works',
    cause: 'The link was used, has expired, or was replaced by a newer one. These cases are not distinguished.',
    cure: 'Create a new link.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
