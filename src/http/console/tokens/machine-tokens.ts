// /console/machine-tokens: the tokens of no person, for operators alone (contract 29).

import { createMachineToken } from '../../../core/applications/machine-tokens/create-machine-token.ts';
import { makerOf } from '../../../core/applications/machine-tokens/token-makers.ts';
import { SCOPES } from '../../../core/ground/acts/scope.ts';
import { MACHINE_TOKENS, renderMachineTokens } from '../../../views/console/api-tokens.tsx';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import { enterAsOperator } from '../frame/console-context.ts';
import { tokenRoute } from './token-page.ts';

export const machineTokenRoute = (deps: AuthDeps) =>
  tokenRoute(deps, {
    path: MACHINE_TOKENS,
    prefix: 'machine-token-',
    audit: 'look',
    enter: enterAsOperator,
    list: async (ports, { caller }, request) => {
      const tokens = await ports.machineTokens.list();
      await recordLook(ports, request, { by: caller, action: 'machine-tokens see' });
      return Promise.all(tokens.map(async (token) => ({ ...token, maker: await makerOf(ports, token) })));
    },
    scopesOf: () => SCOPES,
    create: async (ports, { caller }, { draft, newest }) => {
      const made = await createMachineToken(ports, { draft, by: caller, newest });
      if (made.kind === 'created') return { kind: 'created', id: made.machineToken.id, token: made.token };
      return made.kind === 'no-operator' ? { kind: 'gone' } : made;
    },
    remove: ({ machineTokens }, { caller }, id) => machineTokens.remove(id, caller.proof),
    render: renderMachineTokens,
  });
