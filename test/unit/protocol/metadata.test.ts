// What the provider says of itself by its settings (RFC 8414, RFC 9126 5; contract 42, 46). All of it is asked in
// metadata.test.ts of the stories.
import { expect, it } from 'vitest';
import { providerMetadata } from '../../../src/protocol/metadata.ts';

const facts = {
  ...{ issuer: 'https://id.example.com', apiUrl: 'https://api.example.com', scopes: [], grantTypes: [], claims: [] },
  ...{ prompts: [], responseModes: [], signingAlgorithms: [], clientAlgorithms: [], proofAlgorithms: [] },
  ...{ languages: [], pushedRequests: false, clientDocuments: false },
};
const PUSHED = {
  pushed_authorization_request_endpoint: 'https://id.example.com/oauth/par',
  require_pushed_authorization_requests: false,
};

it.each([
  [false, false, {}],
  [true, false, PUSHED],
  [false, true, { client_id_metadata_document_supported: true }],
])('with pushed requests: %s, with documents of clients: %s', (pushedRequests, clientDocuments, said) => {
  const whole = providerMetadata({ ...facts, pushedRequests, clientDocuments });
  const bySettings = /^(pushed|require_pushed|client_id_metadata)/;
  expect(Object.fromEntries(Object.entries(whole).filter(([name]) => bySettings.test(name)))).toEqual(said);
  expect(whole).toMatchObject({
    ...{ issuer: 'https://id.example.com', authorization_endpoint: 'https://id.example.com/oauth/authorize' },
    ...{ userinfo_endpoint: 'https://api.example.com/user-info', display_values_supported: ['page'] },
  });
});
