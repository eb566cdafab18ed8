// GET and POST /console/applications/new: registers an application with few fields. Everything else has a default and
// can be changed later.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApplicationDraft, PlatformDraft } from '../../core/applications/applications/application-draft.ts';
import type { PersonalCaller } from '../../core/applications/applications/find-application.ts';
import {
  MAX_APPLICATIONS_PER_OWNER,
  type Registration,
  registerApplication,
} from '../../core/applications/applications/register-application.ts';
import { setLogo } from '../../core/applications/logos/edit-logo.ts';
import { mayOwnApplications } from '../../core/ground/accounts/account.ts';
import { CATALOGUE } from '../../core/ground/consent-items.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { checkLogo } from '../../core/ground/logos/logo.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { privateUseRedirectUri } from '../../protocol/redirect-uri.ts';
import { renderNewApplication } from '../../views/console/new-application.tsx';
import { sectionPath } from '../../views/console/parts/sections.ts';
import { readConsoleNotice, withNotice } from '../browsers/console-notice.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { httpError } from '../errors/http-error.ts';
import { logChange, noteChange } from '../log/logged-change.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { enter } from './frame/console-context.ts';
import { atField, typed } from './frame/edit-in-console.ts';
import { isRefused, logoFaults, logoIn, type SentLogo } from './frame/logo.ts';
import { CONSOLE_FORM, type RetryForm, refused, refusedNow, sentForm } from './frame/outcome.ts';

export const NEW_APPLICATION = '/console/applications/new';

export const newApplicationRoutes = (deps: AuthDeps): Route[] => [
  {
    path: NEW_APPLICATION,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'harmless: shows an empty form',
        handle: async (request, reply) => {
          const { caller } = await enter(deps, request);
          // `/console` says how to become an owner.
          return mayOwnApplications(caller.role) ? showForm(deps, request, reply) : reply.redirect('/console', 303);
        },
      },
      POST: {
        access: 'session',
        body: 'form-or-file',
        confirm: 'harmless',
        audit: 'change',
        handle: (request, reply) => handleForm(deps, request, reply),
      },
    },
  },
];

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { caller } = await enter(deps, request);
  if (!mayOwnApplications(caller.role)) throw httpError(403);
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    return showForm(deps, request, reply, { ...refused(formExpired(request)), status: 403 });
  }
  const logo = logoIn(request);
  if (logo && isRefused(logo)) return showForm(deps, request, reply, logo);
  const registration = await logChange(
    deps,
    request,
    { event: 'application-change', action: 'register', account: caller.accountId, role: caller.role },
    (ports) => register({ ...deps, ports }, request, caller, logo),
    codeOf,
  );
  switch (registration.kind) {
    case 'registered':
      return reply.redirect(
        withNotice(sectionPath(registration.application.id, 'overview'), 'application-created'),
        303,
      );
    case 'refused':
      return showForm(
        deps,
        request,
        reply,
        refused(registration.faults.map((fault) => atField(fault, fieldsOf(form)))),
      );
    case 'too-many':
      return showForm(deps, request, reply, refusedNow([TOO_MANY]));
  }
}

async function register(
  deps: AuthDeps,
  request: FastifyRequest,
  caller: PersonalCaller,
  logo: SentLogo | undefined,
): Promise<Registration> {
  const faults = logo ? logoFaults(checkLogo(logo.mediaType, logo.image).faults) : [];
  if (faults.length > 0) return { kind: 'refused', faults };
  const draft = draftOfForm(formOf(request));
  const registration = await registerApplication(deps.ports, { ownerId: caller.accountId, draft });
  if (registration.kind !== 'registered') return registration;
  const { id } = registration.application;
  noteChange(request, { application: id });
  if (logo) await setLogo(deps.ports, { caller, applicationId: id, ...logo });
  return registration;
}

/** Refusal code, for the log. */
function codeOf(registration: Registration): string | undefined {
  if (registration.kind === 'refused') return registration.faults[0]?.code;
  return registration.kind === 'too-many' ? TOO_MANY.code : undefined;
}

const TOO_MANY: Fault = {
  path: [],
  code: 'applications-too-many',
  detail: `An owner can have at most ${MAX_APPLICATIONS_PER_OWNER} applications. Delete one first.`,
};

const isNative = (form: Parameters): boolean => ['Android', 'iOS'].includes(form.get('platform') ?? '');

/** Form fields, by their names in the paths of faults. */
const fieldsOf = (form: Parameters) => ({
  site_domains: 'site_domain',
  redirect_uris: isNative(form) ? 'native_redirect_uri' : 'redirect_uri',
});

/** A native application that names none gets the one that fits its name. */
function redirectUriOf(form: Parameters, { packageName, bundleId }: PlatformDraft): string | undefined {
  if (!isNative(form)) return typed(form, 'redirect_uri');
  return typed(form, 'native_redirect_uri') ?? privateUseRedirectUri(packageName ?? bundleId ?? '');
}

function draftOfForm(form: Parameters): ApplicationDraft {
  const platform = platformOfForm(form);
  const redirectUri = redirectUriOf(form, platform);
  return {
    name: typed(form, 'name'),
    loginActivation: form.has('login_activation') ? 'ON' : 'OFF',
    platforms: [platform],
    redirectUris: redirectUri === undefined ? [] : [redirectUri],
    consentItems: CATALOGUE.flatMap(({ item }) => {
      const consent = form.get(`consent-${item}`);
      return consent === undefined ? [] : [{ item, consent }];
    }),
  };
}

/** Ignores the fields of platforms that were not chosen. */
export function platformOfForm(form: Parameters): PlatformDraft {
  const platform = form.get('platform');
  if (platform === 'Android') return { platform, packageName: typed(form, 'package_name') };
  if (platform === 'iOS') return { platform, bundleId: typed(form, 'bundle_id') };
  const siteDomain = typed(form, 'site_domain');
  return { platform, siteDomains: siteDomain === undefined ? [] : [siteDomain] };
}

async function showForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, again?: RetryForm) {
  const html = renderNewApplication(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: again && sentForm(again, formOf(request)),
    made: undefined,
  });
  return sendPage(reply, html, { status: again?.status ?? 200 });
}
