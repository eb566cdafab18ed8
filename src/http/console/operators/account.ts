// GET and POST /console/accounts/{id}: one account, and what support and operators may do to it (contract 29). Every
// look is recorded before anything is shown, and every act needs a confirmation (contract 25).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Account, mayOwnApplications, ROLES } from '../../../core/accounts/account.ts';
import { formFault } from '../../../core/accounts/form-faults.ts';
import { inLanguage } from '../../../core/applications/translations.ts';
import { tellEntry } from '../../../core/audit/act.ts';
import type { AuditAction } from '../../../core/audit/audit-actions.ts';
import { nameEntries } from '../../../core/audit/name-entries.ts';
import {
  type AccountAct,
  FORM_ACTS,
  type FormAct,
  formOfAct,
  formsAmong,
  mayActOn,
  mayDoAct,
} from '../../../core/operators/account-acts.ts';
import {
  isPlainAct,
  PLAIN_ACTS,
  type PlainAct,
  removeAccount,
  sendReset,
  setRole,
} from '../../../core/operators/act-on-account.ts';
import { ActRefused, isOfNewOwner } from '../../../core/operators/acting.ts';
import { lookAtAccount } from '../../../core/operators/look-at-account.ts';
import { findNewOwner } from '../../../core/operators/new-owner.ts';
import type { Ports } from '../../../core/ports.ts';
import { describeDevice } from '../../../core/sessions/describe-device.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { renderAccountPage } from '../../../views/operators/account.tsx';
import { ACCOUNTS, accountPath } from '../../../views/operators/account-list.tsx';
import { NEW_OWNER } from '../../../views/operators/new-owner.tsx';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken, verifyCsrf } from '../../browsers/csrf.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { httpError } from '../../errors/http-error.ts';
import type { ChangeAsked } from '../../log/logged-change.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { confirmHref } from '../../pages/confirm.ts';
import { formExpired } from '../../pages/form-expired.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Confirmation, Route } from '../../routes/route.ts';
import { formOf, queryOf } from '../../wire/request-parts.ts';
import { carryOut } from '../carry-out.ts';
import { withConfirmationInPlace } from '../confirm-in-place.ts';
import { GROUP_ACTS, groupActIn } from '../groups/groups-of-account.ts';
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
import { enterAsStaff, withStatus } from './accounts.ts';

type Work = { ports: Ports; entered: Entered; account: Account; form: Parameters };

/** The acts that ask for more than the account, or have more to answer. */
const PERFORM: Readonly<Record<Exclude<FormAct, PlainAct>, (work: Work) => Promise<boolean | Outcome>>> = {
  'send-reset': async ({ ports, ...target }) => {
    const { kind } = await sendReset(ports, { ...targetOf(target), shows: false });
    return kind === 'mailed' || refused([formFault([], kind === 'limited' ? 'resets-too-many' : 'no-reset')]);
  },
  'set-role': async (work) => {
    const role = ROLES.find((one) => one === work.form.get('role'));
    if (!role) return refused([formFault(['role'], 'value-missing')]);
    // The field stays as it was chosen where the role needs nobody.
    const named = mayOwnApplications(role) ? undefined : await newOwnerIn(work);
    if (named === 'unknown') return refused([formFault([NEW_OWNER], 'new-owner-unknown')]);
    return setRole(work.ports, { ...targetOf(work), role, newOwner: named });
  },
  delete: async (work) => {
    const named = await newOwnerIn(work);
    if (named === 'unknown') return refused([formFault([NEW_OWNER], 'new-owner-unknown')]);
    const removed = await removeAccount(work.ports, { ...targetOf(work), newOwner: named });
    return removed && { kind: 'done', notice: formOfAct('delete').done, path: ACCOUNTS };
  },
};

async function perform(act: FormAct, work: Work): Promise<Outcome> {
  const { done, nothing } = formOfAct(act);
  const result = await (isPlainAct(act) ? PLAIN_ACTS[act](work.ports, targetOf(work)) : PERFORM[act](work));
  if (typeof result !== 'boolean') return result;
  if (result) return { kind: 'done', notice: done };
  return nothing === undefined ? changedMeanwhile : refused([formFault([], nothing)]);
}

/** Who gets the applications of the account; undefined: nobody was chosen. */
async function newOwnerIn({ ports, form }: Work): Promise<Account | 'unknown' | undefined> {
  const name = form.get(NEW_OWNER) ?? '';
  return name === '' ? undefined : ((await findNewOwner(ports, name)) ?? 'unknown');
}

const targetOf = ({ account, entered }: Pick<Work, 'account' | 'entered'>) => ({ account, caller: entered.caller });

const CONFIRM: Readonly<Record<string, Confirmation>> = Object.fromEntries(
  [...FORM_ACTS, ...Object.keys(GROUP_ACTS)].map((act) => [act, 'required']),
);

export const accountRoutes = (deps: AuthDeps): Route[] => [
  {
    path: accountPath(':id'),
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'look',
        handle: async (request, reply) => show(deps, request, reply, await reach(deps, request)),
      },
      POST: {
        access: 'session',
        body: 'form',
        confirm: CONFIRM,
        audit: 'change',
        handle: withConfirmationInPlace(
          deps,
          (request, reply) => handleForm(deps, request, reply),
          async (request, reply) => show(deps, request, reply, await reach(deps, request), afterConfirmation(true)),
        ),
      },
    },
  },
];

type Reached = { entered: Entered; account: Account };

/** @throws 403 for whoever may not look; 404 when there is no such account */
async function reach(deps: AuthDeps, request: FastifyRequest): Promise<Reached> {
  const entered = await enterAsStaff(deps, request);
  const { id } = request.params as { id: string };
  const account = /^[0-9a-f]{32}$/.test(id) ? await deps.ports.accounts.find(id) : undefined;
  if (!account) throw httpError(404);
  return { entered, account };
}

type Wanted = Pick<ChangeAsked, 'event' | 'entry'> & {
  /** In the log and the audit. */
  name: AuditAction;
  /** What the role has to allow. */
  is: AccountAct;
  act(work: Work): Promise<Outcome>;
};

function wantedIn(form: Parameters): Wanted | undefined {
  const ofGroups = groupActIn(form);
  if (ofGroups) return { event: 'group-change', entry: form.get('entry'), is: 'change-groups', ...ofGroups };
  const is = FORM_ACTS.find((one) => one === form.get('action'));
  return is && { event: 'account-change', name: `accounts ${is}`, is, act: (work) => perform(is, work) };
}

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const reached = await reach(deps, request);
  const { entered, account } = reached;
  const form = formOf(request);
  if (!(await verifyCsrf(deps, request, form, CONSOLE_FORM))) {
    return show(deps, request, reply, reached, { ...refused(formExpired(request)), status: 403 });
  }
  const wanted = wantedIn(form);
  if (!wanted) return show(deps, request, reply, reached, refused([formFault([], 'form-expired')]));
  const { accountId, role } = entered.caller;
  const asked: ChangeAsked = {
    ...{ event: wanted.event, action: wanted.name, account: accountId, role },
    ...{ subject: account.id, entry: wanted.entry },
  };
  const attempt = async (ports: Ports): Promise<Outcome> => {
    if (!mayActOn(wanted.is, { id: accountId, role }, account)) throw httpError(403);
    return entered.confirmed ? wanted.act({ ports, entered, account, form }) : confirmFirst;
  };
  return carryOut(deps, request, reply, {
    ...{ asked, act: (ports) => orRefused(attempt(ports)), path: accountPath(account.id) },
    showAgain: (outcome) => show(deps, request, reply, reached, outcome),
  });
}

/** What the act's own statement refuses. @throws 403 */
const orRefused = (act: Promise<Outcome>): Promise<Outcome> =>
  act.catch((error: unknown) => {
    if (!(error instanceof ActRefused)) throw error;
    if (error.reason === 'not-allowed') throw httpError(403);
    const path = isOfNewOwner(error.reason) ? [NEW_OWNER] : [];
    return { ...refused([formFault(path, error.reason)]), status: 409 };
  });

async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { entered: { caller, confirmed }, account: { id } }: Reached,
  outcome?: Again,
) {
  const { ports } = deps;
  const looks = queryOf(request).get('looks') === 'on';
  const all = mayDoAct('look-at-all', { role: caller.role });
  const look = await lookAtAccount(ports, { id, all, looks });
  if (!look) throw httpError(404);
  await recordLook(ports, request, { by: caller, action: 'accounts see', subjectId: id });
  const { account, sessions, history, ...seen } = look;
  const context = await pageContext(deps, request, reply);
  const groups = look.rest?.groups.map((group) => inLanguage(group, context.language));
  const actor = { id: caller.accountId, role: caller.role };
  const acts = FORM_ACTS.filter((act) => mayActOn(act, actor, account));
  const html = renderAccountPage(context, {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    made: undefined,
    confirmHref: confirmed || outcome || (acts.length === 0 && !look.rest) ? undefined : confirmHref(accountPath(id)),
    ...seen,
    looks,
    activity: look.activity.map(tellEntry),
    activityNames: all ? await nameEntries(ports, look.activity) : undefined,
    rest: look.rest && groups && { ...look.rest, groups },
    ownAccountId: caller.accountId,
    account: withStatus(account),
    devices: sessions.map(({ userAgent, ...session }) => ({ ...session, ...describeDevice(userAgent) })),
    history: history.map(({ data: { userAgent, ...data }, ...event }) => ({
      ...{ ...event, ...data },
      ...(userAgent === undefined ? undefined : describeDevice(userAgent)),
    })),
    // Without mail, the command and the API show the link.
    forms: formsAmong(acts, account).filter(({ act }) => act !== 'send-reset' || ports.rules.mail !== 'off'),
  });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
