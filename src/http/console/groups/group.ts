// GET and POST /console/groups/{id}: one group, who is in it, and its end (contract 31). The look at its members is
// recorded before anything is shown, and every act needs a confirmation (contract 25).

import type { FastifyRequest } from 'fastify';
import { formFault } from '../../../core/accounts/form-faults.ts';
import { inLanguage } from '../../../core/applications/translations.ts';
import type { AuditAction } from '../../../core/audit/audit-actions.ts';
import { MAX_NAMING_APPLICATIONS } from '../../../core/groups/check-group.ts';
import type { Group } from '../../../core/groups/group.ts';
import { lookAtGroup } from '../../../core/groups/look-at-group.ts';
import { changeGroup, removeGroup } from '../../../core/groups/manage-groups.ts';
import type { Ports } from '../../../core/ports.ts';
import type { Parameters } from '../../../protocol/parameters.ts';
import { ADD_APPLICATION, type Blocked, REMOVE_APPLICATION } from '../../../views/groups/group-applications.tsx';
import { GROUPS, groupPath } from '../../../views/groups/group-list.tsx';
import { renderGroupPage } from '../../../views/groups/group-page.tsx';
import { readConsoleNotice } from '../../browsers/console-notice.ts';
import { csrfToken } from '../../browsers/csrf.ts';
import { pageContext } from '../../browsers/page-context.ts';
import { sendPage } from '../../browsers/page-headers.ts';
import { httpError } from '../../errors/http-error.ts';
import type { ChangeAsked } from '../../log/logged-change.ts';
import { recordLook } from '../../log/recorded-look.ts';
import { confirmHref } from '../../pages/confirm.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Confirmation, Route } from '../../routes/route.ts';
import { formOf, queryOf } from '../../wire/request-parts.ts';
import { readAfter } from '../application-list.ts';
import { carryOut } from '../carry-out.ts';
import { ChangedMeanwhile } from '../edit-in-console.ts';
import { operatorPage, type Visit } from '../operator-page.ts';
import {
  type Again,
  CONSOLE_FORM,
  changedMeanwhile,
  confirmFirst,
  type Outcome,
  refused,
  sentForm,
} from '../outcome.ts';
import type { Entered } from '../place.ts';
import { addApplication, removeApplication } from './group-applications.ts';
import { conflictAt, draftIn, refusedFields } from './group-form.ts';
import { accountIn, add, ID, MEMBER_ACTS, remove } from './members.ts';

const PAGE_SIZE = 50;

/** `accountId`: whom the form names, if there is such an account. `block`: says which applications refuse the act. */
type Work = {
  ports: Ports;
  entered: Entered;
  id: string;
  accountId: string | undefined;
  form: Parameters;
  block(why: Blocked): void;
};

/** `ofMember`: the form names an account. */
type Act = { name: AuditAction; ofMember?: true; act(work: Work): Promise<Outcome> };

/** By the value of the form's field `action`. */
const ACTS: Readonly<Record<string, Act>> = {
  save: { name: 'groups change', act: save },
  delete: { name: 'groups delete', act: end },
  [ADD_APPLICATION]: { name: 'groups change', act: addApplication },
  [REMOVE_APPLICATION]: { name: 'groups change', act: removeApplication },
  'add-member': {
    name: MEMBER_ACTS.add,
    ofMember: true,
    act: (work) => add(work, { groupId: work.id, accountId: work.accountId }, 'who'),
  },
  'remove-member': {
    name: MEMBER_ACTS.remove,
    ofMember: true,
    act: (work) => remove(work, { groupId: work.id, accountId: work.accountId }),
  },
};

const CONFIRM: Readonly<Record<string, Confirmation>> = Object.fromEntries(
  Object.keys(ACTS).map((name) => [name, 'required']),
);

export const groupRoute = (deps: AuthDeps): Route =>
  operatorPage(deps, {
    path: groupPath(':groupId'),
    audit: 'look',
    confirm: CONFIRM,
    show: (visit, outcome) => show(visit, { outcome }),
    handleForm,
  });

const idIn = ({ params }: FastifyRequest): string => {
  const { groupId: id } = params as { groupId: string };
  if (!ID.test(id)) throw httpError(404);
  return id;
};

async function handleForm(visit: Visit, form: Parameters) {
  const { deps, request, reply, entered } = visit;
  const id = idIn(request);
  const name = form.get('action') ?? '';
  const action = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined;
  if (!action) return show(visit, { outcome: refused([formFault([], 'form-expired')]) });
  const { accountId: by, role } = entered.caller;
  const accountId = action.ofMember && (await accountIn(deps.ports, form));
  const asked: ChangeAsked = {
    ...{ event: 'group-change', action: action.name, account: by, role, entry: id },
    subject: accountId,
  };
  let blocked: Blocked | undefined;
  const block = (why: Blocked) => {
    blocked = why;
  };
  const act = async (ports: Ports): Promise<Outcome> =>
    entered.confirmed ? action.act({ ports, entered, id, accountId, form, block }) : confirmFirst;
  const showAgain = (outcome: Again) => show(visit, { outcome, blocked });
  return carryOut(deps, request, reply, { asked, act, path: groupPath(id), showAgain });
}

async function save({ ports, entered, id, form, block }: Work): Promise<Outcome> {
  // Where not every application may name it any more, those that do still may.
  const naming = await ports.groups.listUses({ groupId: id, limit: MAX_NAMING_APPLICATIONS + 1 });
  const change = ({ version, applications }: Group) => {
    if (form.get('version') !== String(version)) throw new ChangedMeanwhile('Somebody else changed the group');
    return { draft: draftIn(form, applications === 'any' ? naming.map((one) => one.id) : applications) };
  };
  try {
    const changed = await changeGroup(ports, { id, change, caller: entered.caller });
    switch (changed.kind) {
      case 'changed':
        return { kind: 'done', notice: 'saved' };
      case 'gone':
        throw httpError(404);
      case 'refused':
        return refusedFields(changed.faults);
      case 'name-taken':
        return conflictAt(['name'], 'group-name-taken');
      case 'named':
        block(changed);
        return conflictAt(['name'], 'group-named');
      case 'empties':
        block(changed);
        return conflictAt(['applications'], 'group-empties');
    }
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return changedMeanwhile;
    throw error;
  }
}

async function end({ ports, entered, id, form, block }: Work): Promise<Outcome> {
  const removed = await removeGroup(ports, { id, force: form.has('force'), caller: entered.caller });
  if (removed.kind === 'gone') throw httpError(404);
  if (removed.kind === 'removed') return { kind: 'done', notice: 'group-deleted', path: GROUPS };
  if (!('applications' in removed)) throw httpError(409);
  block(removed);
  return conflictAt([], removed.kind === 'named' ? 'group-named' : 'group-empties');
}

type Shown = { outcome: Again | undefined; blocked?: Blocked | undefined };

async function show({ deps, request, reply, entered }: Visit, { outcome, blocked }: Shown) {
  const { caller, confirmed } = entered;
  const id = idIn(request);
  const after = readAfter(request, ID) ?? '';
  const text = queryOf(request).get('q');
  const look = await lookAtGroup(deps.ports, { id, caller, after, limit: PAGE_SIZE, text });
  if (!look) throw httpError(404);
  await recordLook(deps.ports, request, { by: caller, action: 'groups see', entry: id });
  const context = await pageContext(deps, request, reply);
  const html = renderGroupPage(context, {
    csrf: await csrfToken(deps, request, reply, CONSOLE_FORM),
    notice: readConsoleNotice(request),
    sent: outcome && sentForm(outcome, formOf(request)),
    made: undefined,
    confirmHref: confirmed || outcome ? undefined : confirmHref(groupPath(id)),
    ...look,
    title: inLanguage(look.group, context.language),
    blocked,
    later: after !== '',
  });
  return sendPage(reply, html, { status: outcome?.status ?? 200 });
}
