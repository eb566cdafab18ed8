// One section of an application's pages: a page, and the forms on it. Each form posts to its own page, which redirects
// (303) with a notice, or shows the form again with what was typed. A person whose role allows no change sees no form,
// and a form that they send is refused.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayDo, type Permission } from '../../../core/applications/members/member.ts';
import { formFault } from '../../../core/ground/accounts/form-faults.ts';
import { logoPath } from '../../../core/ground/logos/logo.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import type { AuditAction } from '../../../core/server/audit/audit-actions.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { ApplicationPage } from '../../../views/console/parts/console-page.ts';
import { type SectionName, sectionPath } from '../../../views/console/parts/sections.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken, verifyCsrf } from '../../browsers/csrf.ts';
import { formExpired } from '../../browsers/form-expired.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { confirmHref } from '../../confirmation/confirm.ts';
import type { ChangeAsked } from '../../log/logged-change.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Audit, Confirmation, Route } from '../../routes/route.ts';
import { formOf, queryOf } from '../../wire/request-parts.ts';
import { carryOut } from './carry-out.ts';
import { withConfirmationInPlace } from './confirm-in-place.ts';
import { type Place, reachPlace, requireNeed } from './console-context.ts';
import { readCreatedSecret } from './created-secret.ts';
import {
  type ActOutcome,
  afterConfirmation,
  CONSOLE_FORM,
  confirmFirst,
  type RetryForm,
  refused,
  sentForm,
} from './outcome.ts';

export type Work = { deps: AuthDeps; request: FastifyRequest; place: Place; form: Parameters };

/** `confirm`: whether the person must first confirm who they are, as a route declares it. */
export type Action = { need: Permission; confirm: Confirmation; act(work: Work): Promise<ActOutcome> };

/** The forms of a section: each is an act that the audit tells in a sentence. */
type FormsOf<Name extends SectionName> = {
  readonly [Act in AuditAction as Act extends `${Name} ${infer Form}` ? Form : never]?: Action;
};

export type Section<Name extends SectionName = SectionName> = {
  name: Name;
  /** One of its forms makes a secret or a link that is shown once. */
  shows?: 'made';
  /** One of its forms uploads a file. */
  takesFile?: true;
  /** What the audit tells of the page: its forms are changes. `look`: `render` records it. */
  audit: Exclude<Audit, 'change' | 'own'>;
  /** By the value of the form's hidden field `action`. */
  actions: FormsOf<Name>;
  render(
    context: PageContext,
    page: ApplicationPage,
    at: { deps: AuthDeps; request: FastifyRequest; place: Place },
  ): Promise<string>;
};

/** Whichever it is. */
type AnySection = Omit<Section, 'actions'> & { actions: Readonly<Record<string, Action>> };

export const sectionRoute = (deps: AuthDeps, section: AnySection): Route => ({
  path: sectionPath(':id', section.name),
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: section.audit,
      handle: async (request, reply) => show(deps, section, request, reply, await reachPlace(deps, request), {}),
    },
    ...(Object.keys(section.actions).length > 0 && {
      POST: {
        access: 'session',
        body: section.takesFile ? 'form-or-file' : 'form',
        audit: 'change',
        confirm: Object.fromEntries(Object.entries(section.actions).map(([name, { confirm }]) => [name, confirm])),
        handle: withConfirmationInPlace(
          deps,
          (request, reply) => handleForm(deps, section, request, reply),
          (request, reply) => showTyped(deps, section, request, reply),
        ),
      },
    }),
  },
});

async function handleForm(deps: AuthDeps, section: AnySection, request: FastifyRequest, reply: FastifyReply) {
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
    action: `${section.name} ${name}` as AuditAction,
    account: place.caller.accountId,
    role: place.caller.role,
    application: place.application.id,
    entry: form.get('entry'),
  };
  const act = async (ports: Ports): Promise<ActOutcome> => {
    requireNeed(place, action.need);
    if (action.confirm === 'required' && !place.confirmed) return confirmFirst;
    return action.act({ deps: { ...deps, ports }, request, place, form });
  };
  return carryOut(deps, request, reply, {
    ...{ asked, act, path: sectionPath(place.application.id, section.name) },
    // Read again: somebody else may have changed what the page shows.
    showAgain: async (outcome) =>
      show(deps, section, request, reply, await reachPlace(deps, request), { outcome, form }),
  });
}

/** Shows again the form that was sent before the person confirmed who they are. */
async function showTyped(deps: AuthDeps, section: AnySection, request: FastifyRequest, reply: FastifyReply) {
  const place = await reachPlace(deps, request);
  const form = formOf(request);
  const isCurrent = !form.has('version') || form.get('version') === String(place.application.version);
  return show(deps, section, request, reply, place, { outcome: afterConfirmation(isCurrent), form });
}

/** Whether the person must confirm who they are before they see the forms: when every form is for a dangerous act. */
function needsConfirmation({ actions }: AnySection, { role, confirmed }: Place): boolean {
  const offered = Object.values(actions).filter(({ need }) => need !== 'see' && mayDo(role, need));
  return !confirmed && offered.length > 0 && offered.every(({ confirm }) => confirm === 'required');
}

type Shown = { outcome?: RetryForm; form?: Parameters };

async function show(
  deps: AuthDeps,
  section: AnySection,
  request: FastifyRequest,
  reply: FastifyReply,
  place: Place,
  { outcome, form }: Shown,
) {
  const { application, role, caller } = place;
  // A form that is shown again keeps what was typed; sending it leads to the confirm page.
  const asks = outcome === undefined && needsConfirmation(section, place);
  const page: ApplicationPage = {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && form && sentForm(outcome, form),
    made: section.shows === 'made' ? await readCreatedSecret(deps, request, place) : undefined,
    application,
    logo: logoPath(application),
    role,
    asOperator: caller.role === 'operator' && application.ownerId !== caller.accountId,
    may: { change: !asks && mayDo(role, 'change'), own: !asks && mayDo(role, 'own') },
    editing: queryOf(request).get('edit'),
    confirmHref: asks ? confirmHref(sectionPath(application.id, section.name)) : undefined,
  };
  const html = await section.render(await pageContext(deps, request, reply), page, { deps, request, place });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
