// One section of an application's pages: a page, and the forms on it. Each form posts to its own page, which answers 303
// with a notice, or comes back with what was typed. Who may not change sees no form, and is refused without one.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault } from '../../core/accounts/form-faults.ts';
import { logoPath } from '../../core/applications/application-logo.ts';
import { mayDo, type Need } from '../../core/applications/member.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import type { ApplicationPage, SentForm } from '../../views/console/console-page.ts';
import { SECTIONS, type SectionName, sectionPath } from '../../views/console/sections.ts';
import type { PageContext } from '../../views/page.ts';
import { formExpired } from '../auth/form-expired.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { type ChangeAsked, logChange } from '../logged-change.ts';
import { pageContext } from '../page-context.ts';
import { csrfToken, verifyCsrf } from '../plugins/csrf.ts';
import { sendPage } from '../plugins/page-headers.ts';
import { formOf } from '../request-parts.ts';
import type { Route } from '../route.ts';
import { readConsoleNotice, withNotice } from './console-notice.ts';
import { type Outcome, refusalCodeOf, refused } from './outcome.ts';
import { type Place, reachPlace, requireNeed } from './place.ts';

/** Purpose of the token in every form of the console. */
export const CONSOLE_FORM = 'console';

export type Work = { deps: AuthDeps; request: FastifyRequest; place: Place; form: Parameters };

export type Action = { need: Need; act(work: Work): Promise<Outcome> };

export type Section = {
  name: SectionName;
  /** One of its forms brings a file. */
  takesFile?: true;
  /** By the form's hidden field `action`. */
  actions: Readonly<Record<string, Action>>;
  render(
    context: PageContext,
    page: ApplicationPage,
    at: { deps: AuthDeps; request: FastifyRequest; place: Place },
  ): Promise<string>;
};

export const sectionRoute = (deps: AuthDeps, section: Section): Route => ({
  path: sectionPath(':id', section.name),
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      handle: async (request, reply) => show(deps, section, request, reply, await reachPlace(deps, request), {}),
    },
    ...(Object.keys(section.actions).length > 0 && {
      POST: {
        access: 'session',
        body: section.takesFile ? 'form-or-file' : 'form',
        handle: (request, reply) => take(deps, section, request, reply),
      },
    }),
  },
});

async function take(deps: AuthDeps, section: Section, request: FastifyRequest, reply: FastifyReply) {
  const place = await reachPlace(deps, request);
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    const back = { ...refused(formExpired(request)), status: 403 as const };
    return show(deps, section, request, reply, place, { outcome: back, form });
  }
  const name = form.get('action') ?? '';
  const action = Object.hasOwn(section.actions, name) ? section.actions[name] : undefined;
  if (!action) {
    return show(deps, section, request, reply, place, { outcome: refused([formFault([], 'form-expired')]), form });
  }
  const asked: ChangeAsked = {
    event: 'application-change',
    action: `${section.name} ${name}`,
    account: place.caller.accountId,
    application: place.application.id,
    entry: form.get('entry'),
  };
  const act = (): Promise<Outcome> => {
    requireNeed(place, action.need);
    return action.act({ deps, request, place, form });
  };
  const outcome = await logChange(request, asked, act, refusalCodeOf);
  if (outcome.kind === 'done') {
    const path = outcome.path ?? sectionPath(place.application.id, section.name);
    return reply.redirect(withNotice(path, outcome.notice), 303);
  }
  // Read anew: whoever was first changed what the page shows.
  return show(deps, section, request, reply, await reachPlace(deps, request), { outcome, form });
}

type Shown = { outcome?: Exclude<Outcome, { kind: 'done' }>; form?: Parameters };

async function show(
  deps: AuthDeps,
  section: Section,
  request: FastifyRequest,
  reply: FastifyReply,
  place: Place,
  { outcome, form }: Shown,
) {
  const { application, role, caller } = place;
  const page: ApplicationPage = {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome?.kind === 'again' && form ? sentForm(outcome, form) : undefined,
    made: outcome?.kind === 'made' ? outcome.secret : undefined,
    application,
    logo: logoPath(application),
    role,
    asOperator: caller.role === 'operator' && application.ownerId !== caller.accountId,
    may: { change: mayDo(role, 'change'), own: mayDo(role, 'own') },
    sections: SECTIONS,
  };
  const html = await section.render(await pageContext(deps, request, reply), page, { deps, request, place });
  return sendPage(reply, html, { status: outcome?.kind === 'again' ? outcome.status : 200 });
}

export const sentForm = (again: Extract<Outcome, { kind: 'again' }>, form: Parameters): SentForm => ({
  form: form.get('form') ?? '',
  values: form,
  faults: again.faults ?? [],
  changed: again.changed ?? false,
  conflict: again.conflict,
});
