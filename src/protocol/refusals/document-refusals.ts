// Refusals of clients that nobody registered, whose `client_id` is the URL of a document (contract 46).
import type { Refusal } from './refusal.ts';

export const DOCUMENT_REFUSALS = {
  'document-not-listed': {
    reportedAs: ['page', 'invalid_client'],
    title: 'Documents of this client are not taken here',
    cause:
      'The client_id is the URL of a document, and LATCHKEY_CLIENT_METADATA_DOCUMENTS of this server names neither its host nor a beginning of the URL. The metadata says for all clients alike that documents are supported.',
    cure: 'Ask the operator of this server to add the host, or use an API key of an application that is registered here.',
  },
  'document-blocked': {
    reportedAs: ['page', 'invalid_client'],
    title: 'The host of the client is blocked',
    cause: 'An operator of this server blocked the host of the client_id. Its codes and tokens do not work either.',
    cure: 'Ask the operator of this server. What has not expired works again when the host is unblocked.',
  },
  'document-unreadable': {
    reportedAs: ['page', 'invalid_client'],
    title: 'The document of the client could not be fetched',
    cause:
      'This server asks for the document at the client_id without following redirects. It takes only status 200, a JSON type, at most 5 KiB, within 3 seconds, and no internal address. The description says what went wrong.',
    cure: 'Fetch the URL from outside of your network, without following redirects. Some hosts refuse requests from data centers.',
  },
  'document-invalid': {
    reportedAs: ['page', 'invalid_client'],
    title: 'The document of the client is not valid',
    cause:
      'The document is no JSON object, its client_id is not its own URL, it holds a secret or a private key, or it authenticates in a way that is not taken. The description says which.',
    cure: 'Publish client_id exactly as the URL is, no secret, and token_endpoint_auth_method none, or private_key_jwt with jwks or jwks_uri.',
  },
  'document-redirect-uris': {
    reportedAs: ['page', 'invalid_client'],
    title: 'No redirect URI of the document is taken',
    cause:
      'Redirect URIs of a document follow the rules of registered ones: https, http on a loopback host, or a private-use scheme with a dot. Others are dropped, and none is left. The description names each with its rule.',
    cure: 'Add one that is taken to redirect_uris, such as http://127.0.0.1/callback, for which any port is accepted.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
