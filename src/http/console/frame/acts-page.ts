// A page of the console that shows something and takes forms about it. A form that came from another page, or too late,
// is shown again; each act that is not harmless needs a confirmation, which is asked for in place (contract 25).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault } from '../../../core/ground/accounts/form-faults.ts';
import { ID } from '../../../core/ground/secrets.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import type { AuditAction } from '../../../core/server/audit/audit-actions.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/page/page.ts';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken, verifyCsrf } from '../../browsers/csrf.ts';
import { formExpired } from '../../browsers/form-expired.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { confirmHref } from '../../confirmation/confirm.ts';
import { httpError } from '../../errors/http-error.ts';
import type { ChangeAsked } from '../../log/logged-change.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route, RouteMethod } from '../../routes/route.ts';
import { formOf, pathOf } from '../../wire/request-parts.ts';
import { carryOut } from './carry-out.ts';
import { withConfirmationInPlace } from './confirm-in-place.ts';
import { type ConsoleContext, enterAsOperator } from './console-context.ts';
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

/** One request. `at`: what the page is about. */
export type Visit<At = unknown> = {
  deps: AuthDeps;
  request: FastifyRequest;
  reply: FastifyReply;
  entered: ConsoleContext;
  at: At;
};

type Asked = Pick<ChangeAsked, 'event' | 'entry' | 'subject'>;

/** `ports` record what they change. `asked`: as the page says. */
export type Work<At = unknown> = Omit<Visit<At>, 'reply'> & { ports: Ports; form: Parameters; asked: Asked };

export type PageAct<At = unknown> = {
  /** In the log and the audit. */
  name: AuditAction;
  /** It needs no confirmation. */
  harmless?: true;
  /** Comes before the confirmation. @throws 403 */
  allow?(visit: Pick<Visit<At>, 'entered' | 'at'>): void;
  act(work: Work<At>): Promise<ActOutcome>;
};

export type ActsPage<At> = {
  path: string;
  /** Of looking at it. */
  audit: NonNullable<RouteMethod['audit']>;
  /** Absent: operators. @throws 403 */
  enter?: typeof enterAsOperator;
  /** Absent: the page is about nothing. @throws 404 */
  reach?(deps: AuthDeps, request: FastifyRequest): At | Promise<At>;
  /** By the value of the form's field `action`. */
  acts: Readonly<Record<string, PageAct<At>>>;
  /** Of what is sent. Absent: forms without files. */
  takes?: Pick<RouteMethod, 'body' | 'mostBytes'>;
  /** Whether nothing has changed since the form was shown. Absent: no change matters to it. */
  isCurrent?(ports: Ports, form: Parameters): boolean;
  /** What the log and the audit tell of a form. @param action a name of `acts` */
  asked(visit: Visit<At>, form: Parameters, action: string): Asked | Promise<Asked>;
  render(visit: Visit<At>, context: PageContext, page: ConsolePage, outcome?: RetryForm): Promise<string>;
};

export function actsPage<At>(deps: AuthDeps, page: ActsPage<At>): Route {
  const { path, audit, enter = enterAsOperator, reach, acts, takes = { body: 'form' }, isCurrent = () => true } = page;
  const visited =
    (handle: (visit: Visit<At>) => Promise<unknown>): RouteMethod['handle'] =>
    async (request, reply) =>
      handle({ deps, request, reply, entered: await enter(deps, request), at: (await reach?.(deps, request)) as At });
  const takeForm = visited((visit) => handleForm(page, visit));
  const showAgain = visited((visit) =>
    show(page, visit, afterConfirmation(isCurrent(deps.ports, formOf(visit.request)))),
  );
  return {
    path,
    errors: 'page',
    methods: {
      GET: { access: 'session', body: 'none', audit, handle: visited((visit) => show(page, visit)) },
      POST: {
        access: 'session',
        ...takes,
        confirm: Object.fromEntries(
          Object.entries(acts).map(([name, { harmless }]) => [name, harmless ? 'harmless' : 'required']),
        ),
        audit: 'change',
        handle: withConfirmationInPlace(deps, takeForm, showAgain),
      },
    },
  };
}

async function handleForm<At>(page: ActsPage<At>, { reply, ...visit }: Visit<At>) {
  const { deps, request, entered } = visit;
  const form = formOf(request);
  const showAgain = (outcome: RetryForm) => show(page, { ...visit, reply }, outcome);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    return showAgain({ ...refused(formExpired(request)), status: 403 });
  }
  const action = form.get('action') ?? '';
  const named = Object.hasOwn(page.acts, action) ? page.acts[action] : undefined;
  if (!named) return showAgain(refused([formFault([], 'form-expired')]));
  const asked = await page.asked({ ...visit, reply }, form, action);
  const { accountId: account, role } = entered.caller;
  return carryOut(deps, request, reply, {
    asked: { ...asked, action: named.name, account, role },
    act: async (ports) => {
      named.allow?.(visit);
      return entered.confirmed || named.harmless ? named.act({ ...visit, ports, form, asked }) : confirmFirst;
    },
    path: pathOf(request),
    showAgain,
  });
}

async function show<At>(page: ActsPage<At>, visit: Visit<At>, outcome?: RetryForm) {
  const { deps, request, reply, entered } = visit;
  const shown: ConsolePage = {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    made: await readCreatedSecret(deps, request, entered),
    confirmHref: entered.confirmed || outcome ? undefined : confirmHref(pathOf(request)),
  };
  const html = await page.render(visit, await pageContext(deps, request, reply), shown, outcome);
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}

/** An id in the path. @throws 404 */
export function idIn({ params }: FastifyRequest, name: string): string {
  const id = (params as Readonly<Record<string, string>>)[name] ?? '';
  if (!ID.test(id)) throw httpError(404);
  return id;
}
