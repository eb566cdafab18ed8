// Refusals of pushed authorization requests (contract 42).
import type { Refusal } from './refusal.ts';

export const PUSH_REFUSALS = {
  'pushed-request-required': {
    reportedAs: ['invalid_request'],
    title: 'This application pushes its requests',
    cause:
      'The application has require_pushed_authorization_requests, and the authorization request came with its parameters in the query.',
    cure: 'Push the parameters to pushed_authorization_request_endpoint of the metadata, then send the browser with client_id and request_uri alone.',
  },
  'request-uri-pushed': {
    reportedAs: ['invalid_request'],
    title: 'request_uri cannot be pushed',
    cause: 'A pushed request has its parameters itself; it cannot refer to another request (RFC 9126 2.1).',
    cure: 'Push the parameters of the request. The answer has the request_uri for the browser.',
  },
  'dpop-jkt-mismatch': {
    reportedAs: ['invalid_request'],
    title: 'dpop_jkt is of another key than the DPoP proof',
    cause: 'A request was pushed with a DPoP proof and a dpop_jkt that is not the thumbprint of its key.',
    cure: 'Omit dpop_jkt: the proof binds the code.',
  },
  'request-uri-unknown': {
    reportedAs: ['page'],
    title: 'The request_uri is unknown',
    cause:
      'No request was pushed under this request_uri, another API key pushed it, or it has long expired (invalid_request_uri, RFC 9101 7).',
    cure: 'Send client_id and request_uri as they were when you pushed the request.',
  },
  'request-uri-expired': {
    reportedAs: ['page'],
    title: 'The pushed request has expired',
    cause:
      'A browser opens it within expires_in, 90 seconds, and then has an hour. This browser came later (invalid_request_uri, RFC 9101 7).',
    cure: 'Push the request when the person selects sign-in, and redirect at once. Never put a request_uri into a page or a mail.',
  },
  'request-uri-used': {
    reportedAs: ['page'],
    title: 'The pushed request was used',
    cause:
      'A code was issued for it, in this browser or in another one: the first code ends it (invalid_request_uri, RFC 9101 7).',
    cure: 'Push a request for each sign-in.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
