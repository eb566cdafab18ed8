// GET /account and its forms: profile, password, sessions and connections are resources below it, each with its POST,
// which answers 303 back to the page. No form needs JavaScript (contract 4, "Pages").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { USERNAME_FIELD } from '../../core/usernames/username-field.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { readNotice } from '../browsers/account-notice.ts';
import { verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../pages/form-expired.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Confirmation, Route, RouteMethod } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';
import { ACCOUNT_FORM, showAccount, USERNAME_PATH } from './account-page.ts';
import { openedConnection, takeConnections } from './connections.ts';
import { takeEmailChange } from './email.ts';
import { takePasswordChange } from './password.ts';
import { takeProfile, typedProfile } from './profile.ts';
import { takeSessions } from './sessions.ts';
import { takeUsernameForm } from './username.ts';

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
    usernameRoute(deps),
    formRoute(deps, '/account/password', 'in-form', takePasswordChange),
    formRoute(deps, '/account/sessions', 'harmless', takeSessions),
    connectionsRoute(deps),
  ];
}

/** Its GET is the account page with the form of a change: where a confirmation leads back to. */
function usernameRoute(deps: AuthDeps): Route {
  const route = formRoute(deps, USERNAME_PATH, 'by-change', takeUsernameForm);
  const handle: RouteMethod['handle'] = (request, reply) => showAccount(deps, request, reply, { usernameOpen: true });
  return { ...route, methods: { GET: { access: 'session', body: 'none', handle }, ...route.methods } };
}

/** Its GET is the account page with one application's entry open: where an application sends a person to manage it. */
function connectionsRoute(deps: AuthDeps): Route {
  const route = formRoute(deps, '/account/connections', 'harmless', takeConnections);
  const handle: RouteMethod['handle'] = async (request, reply) =>
    showAccount(deps, request, reply, { openConnection: await openedConnection(deps, request) });
  return { ...route, methods: { GET: { access: 'session', body: 'none', handle }, ...route.methods } };
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
        return showAccount(deps, request, reply, { status: 403, faults: formExpired(request), ...typedIn(take, form) });
      },
    },
  },
});

/** Texts come back with the page. */
function typedIn(take: FormHandler, form: Parameters) {
  if (take === takeProfile) return { typed: typedProfile(form) };
  return take === takeUsernameForm ? { typedUsername: form.get(USERNAME_FIELD), usernameOpen: true } : {};
}
