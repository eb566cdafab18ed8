// The pages of the account and their forms: each form has a path of its own, whose POST redirects (303) back to its
// page. No form needs JavaScript (contract 4, "Pages").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { USERNAME_FIELD } from '../../core/people/usernames/username-field.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import type { AccountForm } from '../../views/account/account-props.ts';
import {
  type AccountPageName,
  accountPath,
  applicationPath,
  LANGUAGE_PATH,
  PICTURE_PATH,
  RECEIPTS_PATH,
} from '../../views/page/account-pages.ts';
import { readNotice } from '../browsers/account-notice.ts';
import { isLanguageSwitch, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { confirmedFirst } from '../confirmation/confirm.ts';
import { twoStepRoute } from '../factors/two-step.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Confirmation, Route, RouteMethod } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';
import { ACCOUNT_FORM, showAccount } from './account-page.ts';
import { findOpenedConnection, handleConnectionsForm } from './connections.ts';
import { deletionRoute } from './deletion.ts';
import { handleDocumentsForm } from './documents.ts';
import { handleDownloadForm } from './download.ts';
import { handleEmailForm } from './email.ts';
import { emailChangeRoute } from './email-change.ts';
import { USERNAME_PATH } from './page-contents.ts';
import { passkeysRoute } from './passkeys-page.ts';
import { handlePasswordForm } from './password.ts';
import { handlePictureRemoval, pictureRoute } from './picture-form.ts';
import { handleLanguageForm, handleProfileForm, typedProfile } from './profile.ts';
import { handleSessionsForm } from './sessions.ts';
import { handleUsernameForm } from './username.ts';

type FormHandler = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function accountRoutes(deps: AuthDeps): Route[] {
  return [
    pageRoute(deps, 'profile'),
    pageRoute(deps, 'security'),
    pageRoute(deps, 'devices'),
    pageRoute(deps, 'activity'),
    pageRoute(deps, 'data'),
    receiptsRoute(deps, applicationPath(':id'), 'application'),
    receiptsRoute(deps, RECEIPTS_PATH, 'receipts'),
    formRoute(deps, { path: '/account/profile', page: 'profile', confirm: 'harmless', handle: handleProfileForm }),
    // The form of language and time zone has a page of its own.
    formRoute(deps, {
      path: LANGUAGE_PATH,
      page: 'language',
      confirm: 'harmless',
      handle: handleLanguageForm,
      get: (request, reply) => showAccount(deps, request, reply, { page: 'language' }),
    }),
    pictureRoute(deps),
    formRoute(deps, {
      path: `${PICTURE_PATH}/remove`,
      page: 'profile',
      confirm: 'harmless',
      handle: handlePictureRemoval,
    }),
    formRoute(deps, { path: '/account/email', page: 'profile', confirm: 'in-form', handle: handleEmailForm }),
    emailChangeRoute(deps),
    // Its GET is the account page with the form open, to which a confirmation returns.
    formRoute(deps, {
      path: USERNAME_PATH,
      page: 'profile',
      confirm: 'by-change',
      handle: handleUsernameForm,
      get: (request, reply) => showAccount(deps, request, reply, { page: 'profile', usernameOpen: true }),
    }),
    formRoute(deps, { path: '/account/password', page: 'security', confirm: 'in-form', handle: handlePasswordForm }),
    twoStepRoute(deps),
    passkeysRoute(deps),
    formRoute(deps, { path: '/account/sessions', page: 'devices', confirm: 'harmless', handle: handleSessionsForm }),
    formRoute(deps, {
      path: accountPath('applications'),
      page: 'applications',
      confirm: 'harmless',
      handle: handleConnectionsForm,
      get: showConnections(deps),
    }),
    deletionRoute(deps),
    formRoute(deps, { path: '/account/documents', page: 'data', confirm: 'harmless', handle: handleDocumentsForm }),
    formRoute(deps, {
      path: '/account/data/download',
      page: 'data',
      confirm: 'required',
      handle: handleDownloadForm,
    }),
  ];
}

/** It can open one connection. Applications link to it. */
const showConnections =
  (deps: AuthDeps): RouteMethod['handle'] =>
  async (request, reply) =>
    showAccount(deps, request, reply, {
      page: 'applications',
      notice: readNotice(queryOf(request)),
      opened: await findOpenedConnection(deps, request),
    });

const pageRoute = (deps: AuthDeps, page: AccountPageName): Route => ({
  path: accountPath(page),
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: 'own',
      handle: (request, reply) => {
        const query = queryOf(request);
        return showAccount(deps, request, reply, { page, notice: readNotice(query), beforeId: query.get('before') });
      },
    },
  },
});

/** One application, or every receipt, a page at a time. */
const receiptsRoute = (deps: AuthDeps, path: string, page: 'application' | 'receipts'): Route => ({
  path,
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: 'own',
      handle: (request, reply) => {
        const { id: applicationId = '' } = request.params as { id?: string };
        return showAccount(deps, request, reply, { page, applicationId, beforeId: queryOf(request).get('before') });
      },
    },
  },
});

type AccountFormRoute = {
  path: string;
  page: AccountPageName | 'language';
  confirm: Confirmation;
  handle: FormHandler;
  /** Shows the form at its own path. */
  get?: RouteMethod['handle'];
};

/** A form of a page of the account. After a refusal the page shows again what was typed. */
const formRoute = (deps: AuthDeps, { path, page, confirm, handle, get }: AccountFormRoute): Route => ({
  path,
  errors: 'page',
  methods: {
    ...(get && { GET: { access: 'session', body: 'none', audit: 'own', handle: get } }),
    POST: {
      access: 'session',
      body: 'form',
      confirm,
      audit: 'own',
      handle: confirmedFirst(page === 'language' ? path : accountPath(page), async (request, reply) => {
        const form = formOf(request);
        if (await verifyCsrf(deps, request, form, ACCOUNT_FORM)) return handle(deps, request, reply);
        return showAccount(deps, request, reply, {
          page,
          status: 403,
          faults: formExpired(request),
          ...typedIn(handle, form),
          ...(isLanguageSwitch(request) && { faultsIn: FORMS.get(handle) }),
        });
      }),
    },
  },
});

/** The forms that show faults beside their fields. */
const FORMS = new Map<FormHandler, AccountForm>([
  [handleProfileForm, 'profile'],
  [handleLanguageForm, 'profile'],
  [handleEmailForm, 'email'],
  [handleUsernameForm, 'username'],
  [handlePasswordForm, 'password'],
]);

/** What was typed, for the page that shows the form again. */
function typedIn(handle: FormHandler, form: Parameters) {
  if (handle === handleProfileForm || handle === handleLanguageForm) return { typed: typedProfile(form) };
  if (handle === handleEmailForm) return { typedEmail: form.get('email') };
  return handle === handleUsernameForm ? { typedUsername: form.get(USERNAME_FIELD), usernameOpen: true } : {};
}
