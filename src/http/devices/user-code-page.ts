// GET and POST /device (RFC 8628 3.3; contract 43): a signed-in person types the code that their device shows. GET
// fills in the code of a link, and looks nothing up. What was typed leads on with a mark that it was counted.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tryUserCode } from '../../core/grants/device-codes/find-user-code.ts';
import { readUserCode, showUserCode } from '../../core/grants/device-codes/user-code.ts';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { renderUserCode, USER_CODE_FIELD } from '../../views/devices/user-code.tsx';
import { browserOf } from '../browsers/browser-session.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { bySession, formPage } from '../browsers/form-page.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { devicePlace } from '../browsers/return-path.ts';
import { limited, type Shown, withFaults } from '../browsers/shown-again.ts';
import { logEvent } from '../log/security-event.ts';
import { DEVICE_PATH } from '../oauth/device-authorization.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { formOf, queryOf } from '../wire/request-parts.ts';
import { confirmPath } from './seen-code.ts';

const FORM = 'device';

export const userCodeRoute = (deps: AuthDeps): Route =>
  formPage<SignedIn>(deps, {
    path: DEVICE_PATH,
    access: 'session',
    form: FORM,
    confirm: 'harmless',
    opening: bySession(deps),
    show: (...page) => showUserCodePage(deps, ...page),
    submit: (...page) => submit(deps, ...page),
  });

async function submit(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  const typed = formOf(request).get(USER_CODE_FIELD)?.trim();
  const show = (shown: Shown) => showUserCodePage(deps, request, reply, signedIn, shown);
  if (!typed) return show(withFaults([formFault([USER_CODE_FIELD], 'code-missing')]));
  const accountId = signedIn.account.id;
  const tried = await tryUserCode(deps.ports, { typed, accountId, from: deps.clientAddressOf(request) });
  logEvent(request, 'device-code', tried.kind, { account: accountId });
  switch (tried.kind) {
    case 'limited':
      return show(limited(reply, tried));
    case 'unknown':
      return show(CODE_UNKNOWN);
    case 'found':
      return reply.redirect(confirmPath(deps, signedIn, tried.userCode), 303);
  }
}

/** The code of the link, where it has the form of one. */
function filledIn(request: FastifyRequest): string {
  const code = readUserCode(queryOf(request).get(USER_CODE_FIELD) ?? '');
  return code === undefined ? '' : showUserCode(code);
}

/** One text for every code that leads nowhere. */
export const CODE_UNKNOWN = withFaults([formFault([USER_CODE_FIELD], 'user-code-wrong')]);

export async function showUserCodePage(
  deps: AuthDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { account }: SignedIn,
  shown: Shown,
) {
  const { all } = await browserOf(deps, request).accounts();
  const typed = request.method === 'POST' ? formOf(request).get(USER_CODE_FIELD) : undefined;
  const code = filledIn(request);
  const place = devicePlace(typed ?? queryOf(request).get(USER_CODE_FIELD));
  const html = renderUserCode(await pageContext(deps, request, reply), {
    action: DEVICE_PATH,
    csrf: await csrfToken(deps, request, reply, FORM),
    typed: typed ?? code,
    isFilledIn: typed === undefined && code !== '',
    signedIn: { email: account.email, nickname: account.profile.nickname },
    otherAccountHref: `/${all.length > 1 ? 'select-account' : 'login'}${place.query}`,
    faults: shown.faults ?? [],
    limitedForMinutes: shown.limitedForMinutes,
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}
