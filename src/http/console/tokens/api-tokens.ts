// /console/api-tokens: the tokens with which a person's own programs call the API host (contract 3, 29).
import {
  checkApiToken,
  createOwnApiToken,
  deleteOwnApiToken,
  tooManyApiTokens,
} from '../../../core/applications/api-tokens/own-api-tokens.ts';
import { scopesOf } from '../../../core/ground/acts/scope.ts';
import { renderApiTokens } from '../../../views/console/api-tokens.tsx';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import { enterConsole } from '../frame/console-context.ts';
import { tokenRoute } from './token-page.ts';

export const apiTokenRoute = (deps: AuthDeps) =>
  tokenRoute(deps, {
    path: '/console/api-tokens',
    prefix: '',
    audit: 'own',
    enter: enterConsole,
    list: ({ apiTokens }, { caller }) => apiTokens.listByAccount(caller.accountId),
    scopesOf: ({ caller }) => scopesOf(caller.role),
    create: async (ports, { signedIn, caller }, { draft, newest, from }) => {
      const { account } = signedIn;
      const faults = await checkApiToken(ports, { account, draft });
      if (faults.length > 0) return { kind: 'refused', faults };
      const made = await createOwnApiToken(ports, { account, draft, proof: caller.proof, newest, from });
      if (made.kind === 'created') return { kind: 'created', id: made.apiToken.id, token: made.token };
      if (made.kind === 'too-many') return { kind: 'refused', faults: [tooManyApiTokens] };
      return made.kind === 'no-account' ? { kind: 'gone' } : made;
    },
    // Another person's token is never found.
    remove: (ports, { caller }, id) =>
      deleteOwnApiToken(ports, { accountId: caller.accountId, id, proof: caller.proof }),
    render: renderApiTokens,
  });
