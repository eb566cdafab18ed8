// The person's own picture (contract 27): GET shows it on the pages of this host, POST uploads another one from a form
// that works without scripts, and a form of its own removes it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FormFaultCode } from '../../core/ground/accounts/form-fault-codes.ts';
import { formFault } from '../../core/ground/accounts/form-faults.ts';
import { validSession } from '../../core/ground/acts/session-proof.ts';
import type { PictureUpload } from '../../core/people/pictures/picture-encoder.ts';
import { setPicture } from '../../core/people/pictures/set-picture.ts';
import { accountPath, PICTURE_PATH } from '../../views/page/account-pages.ts';
import { accountHref } from '../browsers/account-notice.ts';
import { isLanguageSwitch, verifyCsrf } from '../browsers/csrf.ts';
import { formExpired } from '../browsers/form-expired.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { confirmedFirst } from '../confirmation/confirm.ts';
import { httpError } from '../errors/http-error.ts';
import { logEvent } from '../log/security-event.ts';
import { IMAGE_POLICY } from '../pictures/logos.ts';
import { createPictureRoom, type PictureRoom } from '../pictures/picture-room.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Route } from '../routes/route.ts';
import { discardPictureForm, readPictureForm, withoutTimeLimit } from '../wire/file-forms.ts';
import { fileOf, formOf, type SentFile } from '../wire/request-parts.ts';
import { ACCOUNT_FORM, showAccount } from './account-page.ts';

/** Name of the form's field. */
const FIELD = 'picture';

export function pictureRoute(deps: AuthDeps): Route {
  const room = createPictureRoom();
  return {
    path: PICTURE_PATH,
    errors: 'page',
    methods: {
      GET: {
        access: 'session',
        body: 'none',
        audit: 'own',
        handle: async (request, reply) => {
          const { account } = await getSignedIn(deps, request);
          const picture = await deps.ports.pictures.find(account.id);
          if (!picture) throw httpError(404);
          return reply.header('content-security-policy', IMAGE_POLICY).type('image/webp').send(picture.image);
        },
      },
      POST: {
        access: 'session',
        body: 'form-or-picture',
        confirm: 'harmless',
        audit: 'own',
        handle: confirmedFirst(accountPath('profile'), (request, reply) =>
          withoutTimeLimit(request, () => receive(deps, room, request, reply)),
        ),
      },
    },
  };
}

const NO_ROOM = {
  busy: { code: 'picture-busy', status: 409 },
  full: { code: 'picture-full', status: 503 },
} as const;
const RETRY_AFTER_SECONDS = 10;

async function receive(deps: AuthDeps, room: PictureRoom, request: FastifyRequest, reply: FastifyReply) {
  const { account } = await getSignedIn(deps, request);
  // Without a file: the language switch of this page.
  if (!request.isMultipart()) return answer(deps, request, reply, undefined);
  const leave = await room.enter(account.id);
  if (typeof leave === 'string') {
    // When many are refused at once, receiving their files would take the time of all others.
    if (leave === 'busy') await discardPictureForm(request);
    const { code, status } = NO_ROOM[leave];
    if (status === 503) reply.header('retry-after', String(RETRY_AFTER_SECONDS));
    return refuse(deps, request, reply, code, status);
  }
  const upload = deps.ports.pictureEncoder.open();
  try {
    await readPictureForm(request, upload.add);
    return await answer(deps, request, reply, upload);
  } finally {
    upload.close();
    leave();
  }
}

async function answer(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, upload: PictureUpload | undefined) {
  if (!(await verifyCsrf(deps, request, formOf(request), ACCOUNT_FORM))) {
    return showAccount(deps, request, reply, {
      page: 'profile',
      status: 403,
      faults: formExpired(request),
      ...(isLanguageSwitch(request) && { faultsIn: 'picture' }),
    });
  }
  const file = fileOf(request);
  if (!upload || file.kind !== 'one' || file.field !== FIELD) return refuse(deps, request, reply, ...refusalOf(file));
  const signedIn = await getSignedIn(deps, request);
  const edit = await setPicture(deps.ports, { signedIn, upload });
  switch (edit.kind) {
    case 'set':
      logEvent(request, 'profile-change', 'picture-saved', { account: signedIn.account.id });
      return reply.redirect(accountHref('picture-saved'), 303);
    case 'refused':
      return refuse(deps, request, reply, edit.code, 400);
    case 'unavailable':
      request.log.error(
        { reason: edit.reason },
        'A picture could not be processed: its decoder did not start, exited, or got no CPU. `latchkey doctor` looks for it',
      );
      return refuse(deps, request, reply, 'picture-unavailable', 503);
  }
}

function refusalOf({ kind }: SentFile): [FormFaultCode, number] {
  if (kind === 'several') return ['picture-several', 400];
  return kind === 'too-large' ? ['picture-too-large', 413] : ['picture-missing', 400];
}

const refuse = (deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, code: FormFaultCode, status: number) =>
  showAccount(deps, request, reply, {
    page: 'profile',
    status,
    faultsIn: 'picture',
    faults: [formFault([FIELD], code)],
  });

/** Also removes the URL of a picture that an import brought along. */
export async function handlePictureRemoval(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply) {
  const { account, session } = await getSignedIn(deps, request);
  const now = deps.ports.clock.now();
  await deps.ports.accounts.saveProfile(account.id, { picture: undefined }, now, validSession(session));
  deps.ports.publish({ kind: 'application-events-due' });
  logEvent(request, 'profile-change', 'picture-removed', { account: account.id });
  return reply.redirect(accountHref('picture-removed'), 303);
}
