// `client_credentials` (RFC 6749 4.4; contract 45): a program gets an access token for an API of the operator. To an
// application that may have no scope for itself the grant does not exist.
import { issueToProgram } from '../../../core/grants/apis/issue-to-program.ts';
import { type GrantType, resourcesOf } from './grant-type.ts';

export const clientCredentials: GrantType = {
  name: 'client_credentials',
  // `resource` may be sent more than once (RFC 8707 2), and `scope` is a parameter of others.
  parameters: [],
  begin(deps, body) {
    return {
      exchange: async (client, proof) =>
        issueToProgram(deps, { client, resources: resourcesOf(body), scope: body.get('scope'), proof }),
    };
  },
};
