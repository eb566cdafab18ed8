// GET /account and its forms: profile, password, sessions and connections are resources below it, each with its POST,
// which answers 303 back to the page. No form needs JavaScript (contract, pages).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthDeps } from '../auth-deps.ts';
import { verifyCsrf } from '../plugins/csrf.ts';
import { formOf, queryOf } from '../request-parts.ts';
import type { Confirmation, Route } from '../route.ts';
import { takeConnections } from './account-connections.ts';
import { takeEmailChange } from './account-email.ts';
import { readNotice } from './account-notice.ts';
import { ACCOUNT_FORM, showAccount } from './account-page.ts';
import { takePasswordChange } from './account-password.ts';
import { takeProfile, typedProfile } from './account-profile.ts';
import { takeSessions } from './account-sessions.ts';
import { formExpired } from './form-expired.ts';

type FormHandler = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function accountRoutes(deps: AuthDeps): Route[] {
  return [
    {
      path: '/account',
      errors: 'page',
      methods: {
        GET: {
          access: 'session',
          body: 'none',
          handle: (request, reply) => showAccount(deps, request, reply, { notice: readNotice(queryOf(request)) }),
        },
      },
    },
    formRoute(deps, '/account/profile', 'harmless', takeProfile),
    formRoute(deps, '/account/email', 'in-form', takeEmailChange),
    formRoute(deps, '/account/password', 'in-form', takePasswordChange),
    formRoute(deps, '/account/sessions', 'harmless', takeSessions),
    formRoute(deps, '/account/connections', 'harmless', takeConnections),
  ];
}

/** A form of the account page. One that is refused brings the page back, with what was typed into the profile. */
const formRoute = (deps: AuthDeps, path: string, confirm: Confirmation, take: FormHandler): Route => ({
  path,
  errors: 'page',
  methods: {
    POST: {
      access: 'session',
      body: 'form',
      confirm,
      handle: async (request, reply) => {
        const form = formOf(request);
        if (await verifyCsrf(deps, request, form, ACCOUNT_FORM)) return take(deps, request, reply);
        const typed = take === takeProfile ? { typed: typedProfile(form) } : {};
        return showAccount(deps, request, reply, { status: 403, faults: formExpired(request), ...typed });
      },
    },
  },
});
