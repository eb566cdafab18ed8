// GET and POST /console/accounts/{id}: one account, and what support and operators may do to it (contract 29). Every
// look is recorded before anything is shown, and every act needs a confirmation (contract 25).
import type { FastifyRequest } from 'fastify';
import { findNewOwner } from '../../../core/applications/members/new-owner.ts';
import { type Account, mayOwnApplications, ROLES } from '../../../core/ground/accounts/account.ts';
import { formFault } from '../../../core/ground/accounts/form-faults.ts';
import {
  type AccountAct,
  FORM_ACTS,
  type FormAct,
  formOfAct,
  formsAmong,
  mayActOn,
  mayDoAct,
} from '../../../core/ground/acts/account-acts.ts';
import { ActRefused, isOfNewOwner } from '../../../core/ground/acts/acting.ts';
import { describeDevice } from '../../../core/ground/texts/describe-device.ts';
import { inLanguage } from '../../../core/ground/texts/translations.ts';
import { nameEntries } from '../../../core/operating/audit/name-entries.ts';
import {
  isPlainAct,
  PLAIN_ACTS,
  type PlainAct,
  removeAccount,
  sendReset,
  setRole,
} from '../../../core/operating/operators/act-on-account.ts';
import { lookAtAccount } from '../../../core/operating/operators/look-at-account.ts';
import { describeEntry } from '../../../core/server/audit/act.ts';
import { ACCOUNTS, accountPath } from '../../../views/console/parts/account-path.ts';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import { renderAccountPage } from '../../../views/operators/account.tsx';
import { NEW_OWNER } from '../../../views/operators/new-owner.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { httpError } from '../../errors/http-error.ts';
import { recordLook } from '../../log/recorded-look.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { actsPage, idIn, type PageAct, type Visit, type Work } from '../frame/acts-page.ts';
import { type ActOutcome, changedMeanwhile, refused, refusedNow } from '../frame/outcome.ts';
import { GROUP_ACTS } from '../groups/groups-of-account.ts';
import { enterAsStaff, withStatus } from './accounts.ts';

type AccountWork = Work<Account>;

/** The acts that ask for more than the account, or have more to answer. */
const PERFORM: Readonly<Record<Exclude<FormAct, PlainAct>, (work: AccountWork) => Promise<boolean | ActOutcome>>> = {
  'send-reset': async (work) => {
    const { kind } = await sendReset(work.ports, { ...targetOf(work), shows: false });
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

async function perform(act: FormAct, work: AccountWork): Promise<ActOutcome> {
  const { done, nothing } = formOfAct(act);
  const result = await (isPlainAct(act) ? PLAIN_ACTS[act](work.ports, targetOf(work)) : PERFORM[act](work));
  if (typeof result !== 'boolean') return result;
  if (result) return { kind: 'done', notice: done };
  return nothing === undefined ? changedMeanwhile : refused([formFault([], nothing)]);
}

/** Who gets the applications of the account; undefined: nobody was chosen. */
async function newOwnerIn({ ports, form }: AccountWork): Promise<Account | 'unknown' | undefined> {
  const name = form.get(NEW_OWNER) ?? '';
  return name === '' ? undefined : ((await findNewOwner(ports, name)) ?? 'unknown');
}

const targetOf = ({ at: account, entered }: AccountWork) => ({ account, caller: entered.caller });

/** `is`: what the role has to allow. */
const guarded = (is: AccountAct, { name, act }: PageAct<Account>): PageAct<Account> => ({
  name,
  allow({ entered: { caller }, at: account }) {
    if (!mayActOn(is, { id: caller.accountId, role: caller.role }, account)) throw httpError(403);
  },
  act: (work) => orRefused(act(work)),
});

const ACTS: Readonly<Record<string, PageAct<Account>>> = Object.fromEntries([
  ...Object.entries(GROUP_ACTS).map(([name, act]) => [name, guarded('change-groups', act)]),
  ...FORM_ACTS.map((is) => [is, guarded(is, { name: `accounts ${is}`, act: (work) => perform(is, work) })]),
]);

export const accountRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: accountPath(':id'),
    audit: 'look',
    enter: enterAsStaff,
    reach,
    acts: ACTS,
    asked: ({ at: account }, form, action) => ({
      ...(Object.hasOwn(GROUP_ACTS, action)
        ? { event: 'group-change', entry: form.get('entry') }
        : { event: 'account-change' }),
      subject: account.id,
    }),
    render,
  });

/** @throws 404 when there is no such account */
async function reach({ ports }: AuthDeps, request: FastifyRequest): Promise<Account> {
  const account = await ports.accounts.find(idIn(request, 'id'));
  if (!account) throw httpError(404);
  return account;
}

/** What the act's own statement refuses. @throws 403 */
const orRefused = (act: Promise<ActOutcome>): Promise<ActOutcome> =>
  act.catch((error: unknown) => {
    if (!(error instanceof ActRefused)) throw error;
    if (error.reason === 'not-allowed') throw httpError(403);
    const path = isOfNewOwner(error.reason) ? [NEW_OWNER] : [];
    return refusedNow([formFault(path, error.reason)]);
  });

async function render(
  { deps: { ports }, request, entered: { caller }, at: { id } }: Visit<Account>,
  context: PageContext,
  page: ConsolePage,
) {
  const looks = queryOf(request).get('looks') === 'on';
  const all = mayDoAct('look-at-all', { role: caller.role });
  const look = await lookAtAccount(ports, { id, all, looks });
  if (!look) throw httpError(404);
  await recordLook(ports, request, { by: caller, action: 'accounts see', subjectId: id });
  const { account, sessions, history, ...seen } = look;
  const groups = look.rest?.groups.map((group) => inLanguage(group, context.language));
  const actor = { id: caller.accountId, role: caller.role };
  const acts = FORM_ACTS.filter((act) => mayActOn(act, actor, account));
  return renderAccountPage(context, {
    ...page,
    // Who may do nothing here has nothing to confirm.
    confirmHref: acts.length === 0 && !look.rest ? undefined : page.confirmHref,
    ...seen,
    looks,
    activity: look.activity.map(describeEntry),
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
}
