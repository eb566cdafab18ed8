// Refusals that any route can give (contract 9, 10), each the one of its status where nothing more helpful is known, and
// those of our own pages.
import type { Refusal } from './refusal.ts';

export const HTTP_REFUSALS = {
  'bad-request': {
    told: [400, 'page'],
    title: 'The request could not be read',
    cause:
      'Its request line, headers, path or query break the rules of HTTP, or its body broke off. The detail names what.',
    cure: 'Let an HTTP library write the request; percent-encode values once; look for a proxy that changes requests.',
  },
  'parameters-malformed': {
    told: [400],
    title: 'A parameter is malformed',
    cause:
      'A query or form has a percent sign without two hexadecimal digits, bytes that are not UTF-8, or the character NUL.',
    cure: 'Encode names and values with your platform’s function for form encoding, once.',
  },
  'header-doubled': {
    told: [400],
    title: 'A header stands there twice',
    cause:
      'Of two values for one header only the first would count, and not everybody on the way agrees which that is.',
    cure: 'Send it once. Look for a default header that your program adds again.',
  },
  'body-unexpected': {
    told: [400],
    title: 'This request has no body',
    cause:
      'A request that never has a body came with one: GET, HEAD, DELETE, OPTIONS, or a method that takes none here.',
    cure: 'Send none: no Content-Length above 0 and no Transfer-Encoding.',
  },
  'body-missing': {
    told: [400],
    title: 'A JSON body is missing',
    cause: 'The request says what to make or change in its body, and it has none.',
    cure: 'Send the JSON document with Content-Type: application/json.',
  },
  'json-malformed': {
    told: [400],
    title: 'The body is no JSON that can be taken',
    cause:
      'It is not JSON, not UTF-8, nested too deeply, or has NUL, half of a surrogate pair or a member that is never known.',
    cure: 'Let a library write the document. The detail names what is wrong.',
  },
  'json-member-doubled': {
    told: [400],
    title: 'A JSON member stands there twice',
    cause: 'Of two members of one name readers take different ones, so neither is taken. The detail names it.',
    cure: 'Send each member once.',
  },
  'token-missing': {
    told: [401],
    title: 'This needs a token',
    cause: 'The request has no Authorization header with a Bearer token. Tokens in the query are not read.',
    cure: 'Send Authorization: Bearer with an access token (user-info) or an API token (registration API).',
  },
  forbidden: {
    told: [403, 'page'],
    title: 'This is not allowed',
    cause: 'It is known who asks, and they may not do this.',
    cure: 'Ask somebody whose role allows it, or for that role.',
  },
  'not-found': {
    told: [404, 'page'],
    title: 'There is nothing at this address',
    cause: 'No route has this path; or what it names is gone, or is somebody else’s, which looks the same on purpose.',
    cure: 'Check host, path and id: the two hosts never answer for each other, and a slash at the end is another path.',
  },
  'method-not-allowed': {
    told: [405, 'page'],
    title: 'This method is not allowed here',
    cause: 'The path is right, and takes other methods.',
    cure: 'Use one that the header Allow names.',
  },
  'not-acceptable': {
    told: [406, 'page'],
    title: 'None of the accepted media types can be produced',
    cause: 'The header Accept allows none of the types that the route has.',
    cure: 'Accept application/json, or leave Accept out.',
  },
  'request-timeout': {
    told: [408, 'page'],
    title: 'The request took too long to arrive',
    cause: 'Headers must be there within 10 seconds, a whole request within 15.',
    cure: 'Send the request again; look at the connection between you and the server.',
  },
  'precondition-failed': {
    told: [412],
    title: 'The resource has changed since it was read',
    cause:
      'If-Match names a state that is not the present one: somebody else has changed it meanwhile. Or it names a state of a whole list, which has no ETag.',
    cure: 'GET it again, apply your change to what it is now, and send that with the new ETag. Delete a whole list without If-Match, or its entries one by one with theirs.',
  },
  'body-too-large': {
    told: [413, 'page'],
    title: 'The body is too large',
    cause: 'A request may have 64 KiB, or what the detail says.',
    cure: 'Send less; split what can be split.',
  },
  'uri-too-long': {
    told: [414, 'page'],
    title: 'The URL is longer than 8 KiB',
    cause: 'Something long was put into the query; often state.',
    cure: 'Send a form, or a short value that names what your application stores itself.',
  },
  'unsupported-media-type': {
    told: [415, 'page'],
    title: 'The body has a media type that is not taken here',
    cause: 'Content-Type is missing, is another one, has another charset than UTF-8, or the body is compressed.',
    cure: 'Send application/x-www-form-urlencoded under /oauth/, application/json to the registration API, uncompressed.',
  },
  'expectation-failed': {
    told: [417],
    title: 'The expectation in Expect cannot be met',
    cause: 'Only 100-continue can.',
    cure: 'Leave the header Expect out.',
  },
  'misdirected-request': {
    told: [421, 'page'],
    title: 'This host does not answer for the host in the request',
    cause: 'The request names a complete URL of another host.',
    cure: 'Check the address and the proxy on the way.',
  },
  'too-many-requests': {
    told: [429, 'page'],
    title: 'Too many requests',
    cause: 'More requests, failed proofs or wrong passwords came than the limits allow for this key, token or network.',
    cure: 'Wait as long as Retry-After says. Keep tokens for as long as they live instead of asking anew.',
  },
  'headers-too-large': {
    told: [431, 'page'],
    title: 'The headers are larger than 16 KiB',
    cause: 'Usually cookies have grown too large.',
    cure: 'Send fewer; let the user delete the cookies of this site.',
  },
  'server-error': {
    told: [500, 'page'],
    title: 'Something went wrong here',
    cause: 'A fault of this server, not of the request. What it was is in the server’s log and nowhere else.',
    cure: 'Give the request id to the people who run the server. Trying again once does no harm.',
  },
  unavailable: {
    told: [503, 'page'],
    title: 'The service cannot answer now',
    cause:
      'The database does not answer in time, more has come than can be answered soon, too many passwords are being checked, or the server is about to stop.',
    cure: 'Try again after the time in Retry-After. Nothing is known to be wrong with the request.',
  },
  'form-refused': {
    told: ['page'],
    title: 'The form did not come from a page shown to this browser',
    cause: 'The form’s proof is missing or old, cookies are blocked, or another site sent the form.',
    cure: 'Reload the page and send it again. Do not post to pages of this server from your application.',
  },
  'link-expired': {
    told: ['page'],
    title: 'The one-time link is good no more',
    cause: 'It was used, has expired, or was replaced by a newer one. Which it was is not told.',
    cure: 'Make a new link.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
