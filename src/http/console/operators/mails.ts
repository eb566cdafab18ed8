// GET and POST /console/mails?kind=…: what each mail says, in every language, and a test mail to the operator who asks
// for it (contract 20).
import type { FastifyRequest } from 'fastify';
import { formFault } from '../../../core/ground/accounts/form-faults.ts';
import { validSession } from '../../../core/ground/acts/session-proof.ts';
import { isMailKind, type MailKind } from '../../../core/server/mail/mail-kinds.ts';
import { sendTestMail, whyNoTestMail } from '../../../core/server/mail/send-test-mail.ts';
import type { ConsolePage } from '../../../views/console/parts/console-page.ts';
import { STAFF_PATHS } from '../../../views/console/parts/staff-pages.ts';
import { renderMailPreviews } from '../../../views/operators/mail-previews.tsx';
import type { PageContext } from '../../../views/page/page.ts';
import { actedFrom } from '../../browsers/visitor.ts';
import { httpError, tooManyRequests } from '../../errors/http-error.ts';
import type { AuthDeps } from '../../routes/auth-deps.ts';
import type { Route } from '../../routes/route.ts';
import { queryOf } from '../../wire/request-parts.ts';
import { actsPage, type Visit, type Work } from '../frame/acts-page.ts';
import { type ActOutcome, refused } from '../frame/outcome.ts';

export const mailsRoute = (deps: AuthDeps): Route =>
  actsPage(deps, {
    path: STAFF_PATHS.mails,
    audit: 'harmless: shows no person',
    reach: shownKind,
    acts: { test: { name: 'mails test', harmless: true, act: sendTest } },
    asked: () => ({ event: 'test-mail' }),
    render,
  });

/** @throws 404 when there is no such mail */
function shownKind(_: AuthDeps, request: FastifyRequest): MailKind {
  const kind = queryOf(request).get('kind') ?? 'sign-up-code';
  if (!isMailKind(kind)) throw httpError(404);
  return kind;
}

async function sendTest({ deps, ports, request, entered: { signedIn } }: Work<MailKind>): Promise<ActOutcome> {
  const { account, session } = signedIn;
  const from = { ...deps.clientAddressOf(request), ...actedFrom(deps, request, account) };
  const sent = await sendTestMail(ports, { account, proof: validSession(session), from });
  switch (sent.kind) {
    case 'queued':
      return { kind: 'done', notice: 'test-mail-queued' };
    case 'limited':
      throw tooManyRequests(sent.retryAfterSeconds);
    case 'no-operator':
      throw httpError(403);
    default:
      // The page has no such form any more.
      return refused([formFault([], 'form-expired')]);
  }
}

async function render({ deps, entered, at: shown }: Visit<MailKind>, context: PageContext, page: ConsolePage) {
  const { account } = entered.signedIn;
  return renderMailPreviews(context, {
    ...page,
    ...{ shown, authUrl: deps.authUrl, email: account.email, noTest: whyNoTestMail(deps.ports, account) },
  });
}
