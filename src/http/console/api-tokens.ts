// GET and POST /console/api-tokens: the tokens with which a person's own programs call the registration API. Making or
// ending one needs a confirmation, and a new token is shown once (cases N4, N12).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault } from '../../core/accounts/form-faults.ts';
import {
  checkApiToken,
  createOwnApiToken,
  deleteOwnApiToken,
  tooManyApiTokens,
} from '../../core/api-tokens/own-api-tokens.ts';
import { SCOPES, scopesOf } from '../../core/api-tokens/scope.ts';
import type { Ports } from '../../core/ports.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { renderApiTokens } from '../../views/console/api-tokens.tsx';
import { readConsoleNotice, withNotice } from '../browsers/console-notice.ts';
import { csrfToken, verifyCsrf } from '../browsers/csrf.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { type ChangeAsked, logChange, noteChange } from '../log/logged-change.ts';
import { confirmHref } from '../pages/confirm.ts';
import { formExpired } from '../pages/form-expired.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Confirmation, Route } from '../routes/route.ts';
import { formOf } from '../wire/request-parts.ts';
import { askInPlace, withConfirmationInPlace } from './confirm-in-place.ts';
import { typed } from './edit-in-console.ts';
import { findMade, readMade, storeMade, withMade } from './made-once.ts';
import {
  type Again,
  afterConfirmation,
  CONSOLE_FORM,
  changedMeanwhile,
  confirmFirst,
  type Outcome,
  orConfirm,
  refusalCodeOf,
  refused,
  sentForm,
} from './outcome.ts';
import { type Entered, enterConsole } from './place.ts';

const PATH = '/console/api-tokens';

const CONFIRM: Readonly<Record<string, Confirmation>> = { create: 'required', remove: 'required' };

export const apiTokenRoutes = (deps: AuthDeps): Route[] => [
  {
    path: PATH,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'own',
        handle: async (request, reply) => show(deps, request, reply, await enterConsole(deps, request)),
      },
      POST: {
        access: 'session',
        body: 'form',
        confirm: CONFIRM,
        audit: 'change',
        handle: withConfirmationInPlace(
          deps,
          (request, reply) => handleForm(deps, request, reply),
          async (request, reply) =>
            show(deps, request, reply, await enterConsole(deps, request), afterConfirmation(true)),
        ),
      },
    },
  },
];

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const entered = await enterConsole(deps, request);
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    return show(deps, request, reply, entered, { ...refused(formExpired(request)), status: 403 });
  }
  const asked: ChangeAsked = {
    event: 'api-token-change',
    action: form.get('action') === 'create' ? 'create' : 'remove',
    account: entered.caller.accountId,
    role: entered.caller.role,
    entry: form.get('entry'),
  };
  const act = async (ports: Ports): Promise<Outcome> =>
    entered.confirmed ? actOn({ ...deps, ports }, request, entered, form) : confirmFirst;
  const outcome = await logChange(deps, request, asked, (ports) => orConfirm(act(ports)), refusalCodeOf);
  if (outcome.kind === 'confirm') return askInPlace(deps, request, reply);
  if (outcome.kind === 'done') return reply.redirect(withNotice(PATH, outcome.notice), 303);
  if (outcome.kind === 'made') return reply.redirect(withMade(PATH, outcome.id), 303);
  return show(deps, request, reply, entered, outcome);
}

async function actOn(deps: AuthDeps, request: FastifyRequest, entered: Entered, form: Parameters): Promise<Outcome> {
  const { accountId, proof } = entered.caller;
  switch (form.get('action')) {
    case 'create':
      return create(deps, request, entered, form);
    case 'remove':
      // A token that is already gone counts as removed; another person's is never found.
      await deleteOwnApiToken(deps.ports, { accountId, id: form.get('entry') ?? '', proof });
      return { kind: 'done', notice: 'token-removed' };
    default:
      return refused([formFault([], 'form-expired')]);
  }
}

async function create(deps: AuthDeps, request: FastifyRequest, entered: Entered, form: Parameters): Promise<Outcome> {
  const { account } = entered.signedIn;
  const scopes = SCOPES.filter((scope) => form.has(`scope-${scope}`));
  const draft = { name: typed(form, 'name'), days: typed(form, 'days'), scopes };
  const faults = await checkApiToken(deps.ports, { account, draft });
  if (faults.length > 0) return refused(faults);
  const newest = form.get('newest') ?? '';
  const from = actedFrom(deps, request, account);
  const made = await createOwnApiToken(deps.ports, { account, draft, proof: entered.caller.proof, newest, from });
  switch (made.kind) {
    case 'created':
      noteChange(request, { entry: made.apiToken.id });
      return storeMade(deps, request, entered, { secret: made.token, form: newest });
    case 'changed':
      return findMade(deps, request, entered, newest);
    case 'too-many':
      return refused([tooManyApiTokens]);
    case 'refused':
      return refused(made.faults);
    case 'no-account':
      return changedMeanwhile;
  }
}

async function show(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, entered: Entered, outcome?: Again) {
  const { caller, confirmed } = entered;
  const html = renderApiTokens(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    confirmHref: confirmed || outcome ? undefined : confirmHref(PATH),
    made: await readMade(deps, request, entered),
    scopes: scopesOf(caller.role),
    tokens: await deps.ports.apiTokens.listByAccount(caller.accountId),
    now: deps.ports.clock.now(),
    apiUrl: deps.apiUrl,
  });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
