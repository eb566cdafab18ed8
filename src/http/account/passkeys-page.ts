// GET and POST /account/passkeys: adds, renames and removes passkeys (contract 23). The person confirms who they are
// before the page is shown (contract 25), and adding and removing check it again.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import { removePasskey, renamePasskey } from '../../core/sign-in/passkeys/change-passkeys.ts';
import { usablePasskeys } from '../../core/sign-in/passkeys/has-passkey.ts';
import { MAX_PASSKEYS } from '../../core/sign-in/passkeys/passkey.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { PASSKEY_NOTICES, renderPasskeys } from '../../views/account/passkeys.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { bySession, formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import type { Shown } from '../browsers/shown-again.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { confirmedFirst, pageBeforeFactors } from '../confirmation/confirm.ts';
import { httpError } from '../errors/http-error.ts';
import { logEvent } from '../log/security-event.ts';
import { addSentPasskey } from '../passkeys/add-sent-passkey.ts';
import { acceptedSignals, addPrompt, PASSKEYS_PATH, removedSignal } from '../passkeys/prompts.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';

const PURPOSE = 'passkeys';

export const passkeysRoute = (deps: AuthDeps): Route =>
  formPage<SignedIn>(deps, {
    path: PASSKEYS_PATH,
    access: 'session',
    form: PURPOSE,
    confirm: { add: 'required', rename: 'harmless', remove: 'required' },
    opening: bySession(deps),
    around: (handle) => confirmedFirst(PASSKEYS_PATH, handle),
    enter: async (request, reply, signedIn) => {
      const before = await pageBeforeFactors(deps, signedIn, PASSKEYS_PATH);
      return before === undefined ? show(deps, request, reply, {}) : reply.redirect(before, 303);
    },
    show: (request, reply, _, shown) => show(deps, request, reply, shown),
    submit: (...page) => handleForm(deps, ...page),
  });

async function handleForm(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const form = formOf(request);
  const id = form.get('id') ?? '';
  switch (form.get('action')) {
    case 'add':
      return add(deps, request, reply, signedIn);
    case 'rename': {
      const renamed = await renamePasskey(deps.ports, signedIn, { id, name: form.get('name') ?? '' });
      if (renamed === 'renamed') return done(reply, 'renamed');
      const faults = [formFault(['name'], 'passkey-name')];
      return renamed === 'gone'
        ? reply.redirect(PASSKEYS_PATH, 303)
        : show(deps, request, reply, { status: 400, faults, renamedId: id });
    }
    case 'remove':
      return remove(deps, request, reply, { signedIn, id });
    default:
      return reply.redirect(PASSKEYS_PATH, 303);
  }
}

async function add(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const added = await addSentPasskey(deps, request, signedIn);
  if (added.kind === 'added') return done(reply, 'added');
  const faults = [formFault([], added.kind === 'invalid' ? 'passkey-wrong' : `passkey-${added.kind}`)];
  return show(deps, request, reply, { status: 400, faults });
}

async function remove(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { signedIn, id }: { signedIn: SignedIn; id: string },
) {
  const { account } = signedIn;
  const passkey = (await deps.ports.passkeys.listByAccount(account.id)).find((one) => one.id === id);
  const removed = await removePasskey(deps.ports, signedIn, { id, from: actedFrom(deps, request, account) });
  const result = typeof removed === 'string' ? removed : 'removed';
  logEvent(request, 'factor-change', result, { account: account.id, action: 'passkey-remove' });
  if (removed === 'last') return show(deps, request, reply, { status: 409, faults: [formFault([], 'passkey-last')] });
  if (removed === 'gone') return reply.redirect(PASSKEYS_PATH, 303);
  await browserOf(deps, request).reopen(reply, removed);
  const imported = passkey?.userHandle && passkey.credentialId.toString('base64url');
  return reply.redirect(`${PASSKEYS_PATH}?notice=removed${imported === undefined ? '' : `&gone=${imported}`}`, 303);
}

const done = (reply: FastifyReply, notice: Exclude<(typeof PASSKEY_NOTICES)[number], 'removed'>) =>
  reply.redirect(`${PASSKEYS_PATH}?notice=${notice}`, 303);

/** @param shown `renamedId`: of the passkey whose name is in a form */
async function show(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Shown & { renamedId?: string },
) {
  const { account } = await getSignedIn(deps, request);
  const { ports } = deps;
  const rpId = ports.rules.passkeyRpId;
  const passkeys = (await ports.passkeys.listByAccount(account.id)).toReversed();
  if (rpId === undefined && passkeys.length === 0) throw httpError(404, 'This server does not offer passkeys.');
  const usable = await usablePasskeys(ports, account.id);
  const notice = queryOf(request).get('notice');
  const gone = await removedSignal(deps, queryOf(request).get('gone'));
  const renamedId = shown.renamedId ?? queryOf(request).get('rename');
  const hasPassword = account.passwordHash !== undefined;
  const html = renderPasskeys(await pageContext(deps, request, reply), {
    csrf: await csrfToken(deps, request, reply, PURPOSE),
    passkeys: passkeys.map((passkey) => {
      const isUsable = passkey.rpId === rpId;
      const others = usable.filter(({ id }) => id !== passkey.id);
      return {
        ...passkey,
        isUsable,
        isLast: !hasPassword && others.length === 0,
        isRenamed: passkey.id === renamedId,
      };
    }),
    most: MAX_PASSKEYS,
    prompt: passkeys.length < MAX_PASSKEYS ? addPrompt(deps, account, usable) : undefined,
    signals: rpId === undefined ? [] : [...acceptedSignals(rpId, account.id, usable), ...(gone ? [gone] : [])],
    notice: PASSKEY_NOTICES.find((one) => one === notice),
    faults: shown.faults ?? [],
  });
  return sendPage(reply, html, { status: shown.status ?? 200, fetches: true });
}
