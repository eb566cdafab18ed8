// GET /account and its forms: profile, email address, username, password, sessions and connections are paths below it,
// each with a POST that redirects (303) back to the page. No form needs JavaScript (contract 4, "Pages").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { USERNAME_FIELD } from '../../core/usernames/username-field.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import type { AccountForm } from '../../views/account/account-props.ts';
import { readNotice } from '../browsers/account-notice.ts';
import { isLanguageSwitch, verifyCsrf } from '../browsers/csrf.ts';
import { twoStepRoute } from '../factors/two-step.ts';
import { formExpired } from '../pages/form-expired.ts';
import { passkeysRoute } from '../passkeys/passkeys-page.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Confirmation, Route, RouteMethod } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';
import { ACCOUNT_FORM, showAccount, USERNAME_PATH } from './account-page.ts';
import { findOpenedConnection, handleConnectionsForm } from './connections.ts';
import { deletionRoute } from './deletion.ts';
import { handleDocumentsForm } from './documents.ts';
import { handleEmailForm } from './email.ts';
import { emailChangeRoute } from './email-change.ts';
import { handlePasswordForm } from './password.ts';
import { handleProfileForm, typedProfile } from './profile.ts';
import { handleSessionsForm } from './sessions.ts';
import { handleUsernameForm } from './username.ts';

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
          audit: 'own',
          handle: (request, reply) => showAccount(deps, request, reply, { notice: readNotice(queryOf(request)) }),
        },
      },
    },
    formRoute(deps, '/account/profile', 'harmless', handleProfileForm),
    formRoute(deps, '/account/email', 'in-form', handleEmailForm),
    emailChangeRoute(deps),
    usernameRoute(deps),
    formRoute(deps, '/account/password', 'in-form', handlePasswordForm),
    twoStepRoute(deps),
    passkeysRoute(deps),
    formRoute(deps, '/account/sessions', 'harmless', handleSessionsForm),
    connectionsRoute(deps),
    deletionRoute(deps),
    formRoute(deps, '/account/documents', 'harmless', handleDocumentsForm),
  ];
}

/** Its GET is the account page with the form open, to which a confirmation returns. */
function usernameRoute(deps: AuthDeps): Route {
  const route = formRoute(deps, USERNAME_PATH, 'by-change', handleUsernameForm);
  const handle: RouteMethod['handle'] = (request, reply) => showAccount(deps, request, reply, { usernameOpen: true });
  return { ...route, methods: { GET: { access: 'session', body: 'none', audit: 'own', handle }, ...route.methods } };
}

/** GET shows the account page with one connection open. Applications link to it. */
function connectionsRoute(deps: AuthDeps): Route {
  const route = formRoute(deps, '/account/connections', 'harmless', handleConnectionsForm);
  const handle: RouteMethod['handle'] = async (request, reply) =>
    showAccount(deps, request, reply, {
      notice: readNotice(queryOf(request)),
      opened: await findOpenedConnection(deps, request),
    });
  return { ...route, methods: { GET: { access: 'session', body: 'none', audit: 'own', handle }, ...route.methods } };
}

/** A form of the account page. After a refusal the page shows again what was typed. */
const formRoute = (deps: AuthDeps, path: string, confirm: Confirmation, handle: FormHandler): Route => ({
  path,
  errors: 'page',
  methods: {
    POST: {
      access: 'session',
      body: 'form',
      confirm,
      audit: 'own',
      handle: async (request, reply) => {
        const form = formOf(request);
        if (await verifyCsrf(deps, request, form, ACCOUNT_FORM)) return handle(deps, request, reply);
        return showAccount(deps, request, reply, {
          status: 403,
          faults: formExpired(request),
          ...typedIn(handle, form),
          ...(isLanguageSwitch(request) && { faultsIn: FORMS.get(handle) }),
        });
      },
    },
  },
});

/** The forms that show faults beside their fields. */
const FORMS = new Map<FormHandler, AccountForm>([
  [handleProfileForm, 'profile'],
  [handleEmailForm, 'email'],
  [handleUsernameForm, 'username'],
  [handlePasswordForm, 'password'],
]);

/** What was typed, for the page that shows the form again. */
function typedIn(handle: FormHandler, form: Parameters) {
  if (handle === handleProfileForm) return { typed: typedProfile(form) };
  if (handle === handleEmailForm) return { typedEmail: form.get('email') };
  return handle === handleUsernameForm ? { typedUsername: form.get(USERNAME_FIELD), usernameOpen: true } : {};
}
