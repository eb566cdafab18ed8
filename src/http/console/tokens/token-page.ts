// A page of tokens in the console: those of the person, or those of machines. Making or ending one needs a
// confirmation, and a new token is shown once (cases N4, N12).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault } from '../../../core/accounts/form-faults.ts';
import type { ApiTokenDraft } from '../../../core/api-tokens/own-api-tokens.ts';
import { SCOPES } from '../../../core/api-tokens/scope.ts';
import type { Fault } from '../../../core/fault.ts';
import type { ActedFrom } from '../../../core/mail/write-mail.ts';
import type { Ports } from '../../../core/ports.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import type { ApiTokensProps } from '../../../views/console/parts/console-page.ts';
import type { PageContext } from '../../../views/parts/page.ts';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken, verifyCsrf } from '../../browsers/csrf.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { actedFrom } from '../../browsers/visitor.ts';
import { type ChangeAsked, noteChange } from '../../log/logged-change.ts';
import { confirmHref } from '../../pages/confirm.ts';
import { formExpired } from '../../pages/form-expired.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Audit, Confirmation, Route } from '../../routes/route.ts';
import { formOf } from '../../wire/request-parts.ts';
import { carryOut } from '../carry-out.ts';
import { withConfirmationInPlace } from '../confirm-in-place.ts';
import { typed } from '../edit-in-console.ts';
import { findMade, readMade, storeMade } from '../made-once.ts';
import {
  type Again,
  afterConfirmation,
  CONSOLE_FORM,
  changedMeanwhile,
  confirmFirst,
  type Outcome,
  refused,
  sentForm,
} from '../outcome.ts';
import type { Entered } from '../place.ts';

const CONFIRM: Readonly<Record<string, Confirmation>> = { create: 'required', remove: 'required' };

type Made =
  | { kind: 'created'; id: string; token: string }
  | { kind: 'refused'; faults: readonly Fault[] }
  /** Another token was created since the form was shown. */
  | { kind: 'changed' }
  /** The person or their role is gone. */
  | { kind: 'gone' };

export type TokenPage = {
  path: string;
  /** Comes before `create` and `remove` in the log and the audit. */
  prefix: '' | 'machine-token-';
  audit: Audit;
  /** @throws 403 */
  enter(deps: AuthDeps, request: FastifyRequest): Promise<Entered>;
  /** Where it shows somebody else, it records the look. */
  list(ports: Ports, entered: Entered, request: FastifyRequest): Promise<ApiTokensProps['tokens']>;
  /** The scopes that the person may give. */
  scopesOf(entered: Entered): ApiTokensProps['scopes'];
  /** @param input `newest`: id of the newest token that the form showed. @throws ConfirmationNeeded */
  create(
    ports: Ports,
    entered: Entered,
    input: { draft: ApiTokenDraft; newest: string; from: ActedFrom },
  ): Promise<Made>;
  /** A token that is already gone counts as removed. @throws ConfirmationNeeded */
  remove(ports: Ports, entered: Entered, id: string): Promise<unknown>;
  render(context: PageContext, props: ApiTokensProps): string;
};

export const tokenRoute = (deps: AuthDeps, page: TokenPage): Route => ({
  path: page.path,
  errors: 'page',
  methods: {
    GET: {
      access: 'session',
      body: 'none',
      audit: page.audit,
      handle: async (request, reply) => show({ deps, page, request, reply, entered: await page.enter(deps, request) }),
    },
    POST: {
      access: 'session',
      body: 'form',
      confirm: CONFIRM,
      audit: 'change',
      handle: withConfirmationInPlace(
        deps,
        async (request, reply) => handleForm({ deps, page, request, reply, entered: await page.enter(deps, request) }),
        async (request, reply) =>
          show({ deps, page, request, reply, entered: await page.enter(deps, request) }, afterConfirmation(true)),
      ),
    },
  },
});

type Visit = { deps: AuthDeps; page: TokenPage; request: FastifyRequest; reply: FastifyReply; entered: Entered };

async function handleForm(visit: Visit) {
  const { deps, page, request, reply, entered } = visit;
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    return show(visit, { ...refused(formExpired(request)), status: 403 });
  }
  const asked: ChangeAsked = {
    event: 'api-token-change',
    action: `${page.prefix}${form.get('action') === 'create' ? ('create' as const) : ('remove' as const)}`,
    account: entered.caller.accountId,
    role: entered.caller.role,
    entry: form.get('entry'),
  };
  const act = async (ports: Ports): Promise<Outcome> => (entered.confirmed ? actOn(visit, ports, form) : confirmFirst);
  return carryOut(deps, request, reply, { asked, act, path: page.path, showAgain: (outcome) => show(visit, outcome) });
}

async function actOn(visit: Visit, ports: Ports, form: Parameters): Promise<Outcome> {
  switch (form.get('action')) {
    case 'create':
      return create(visit, ports, form);
    case 'remove':
      await visit.page.remove(ports, visit.entered, form.get('entry') ?? '');
      return { kind: 'done', notice: 'token-removed' };
    default:
      return refused([formFault([], 'form-expired')]);
  }
}

async function create({ deps, page, request, entered }: Visit, ports: Ports, form: Parameters): Promise<Outcome> {
  const scopes = SCOPES.filter((scope) => form.has(`scope-${scope}`));
  const draft = { name: typed(form, 'name'), days: typed(form, 'days'), scopes };
  const newest = form.get('newest') ?? '';
  const from = actedFrom(deps, request, entered.signedIn.account);
  const made = await page.create(ports, entered, { draft, newest, from });
  switch (made.kind) {
    case 'created':
      noteChange(request, { entry: made.id });
      return storeMade(deps, request, entered, { secret: made.token, form: newest });
    case 'changed':
      return findMade(deps, request, entered, newest);
    case 'refused':
      return refused(made.faults);
    case 'gone':
      return changedMeanwhile;
  }
}

async function show({ deps, page, request, reply, entered }: Visit, outcome?: Again) {
  const html = page.render(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    confirmHref: entered.confirmed || outcome ? undefined : confirmHref(page.path),
    made: await readMade(deps, request, entered),
    scopes: page.scopesOf(entered),
    tokens: await page.list(deps.ports, entered, request),
    now: deps.ports.clock.now(),
    apiUrl: deps.apiUrl,
  });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
