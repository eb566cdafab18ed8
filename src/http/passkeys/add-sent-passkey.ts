// The new passkey that a form sent: of a signed-in person, or of somebody who signs up.
import type { FastifyRequest } from 'fastify';
import { describeDevice } from '../../core/ground/texts/describe-device.ts';
import type { ActedFrom } from '../../core/server/mail/write-mail.ts';
import { type Added, addPasskey } from '../../core/sign-in/passkeys/change-passkeys.ts';
import { checkFirstPasskey } from '../../core/sign-in/passkeys/first-passkey.ts';
import type { FirstPasskey } from '../../core/sign-in/passkeys/passkey-use.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { passkeyNameIn } from '../../views/passkeys/passkey-button.tsx';
import { actedFrom } from '../browsers/visitor.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { formOf } from '../wire/request-parts.ts';
import { passkeyIn } from './prompts.ts';

/** @throws ConfirmationNeeded */
export async function addSentPasskey(deps: AuthDeps, request: FastifyRequest, signedIn: SignedIn): Promise<Added> {
  const { account } = signedIn;
  const sent = passkeyIn(deps, request, account);
  const from = actedFrom(deps, request, account);
  const added = await addPasskey(deps.ports, {
    signedIn,
    response: sent?.response ?? '',
    deviceId: sent?.deviceId,
    name: passkeyNameFor(from),
    from,
  });
  const refusal = added.kind === 'invalid' ? { refusal: added.reason } : {};
  logEvent(request, 'factor-change', added.kind, { account: account.id, action: 'passkey-add', ...refusal });
  return added;
}

/** Named after the browser and system that it was made with. */
function passkeyNameFor({ userAgent, language }: ActedFrom): string {
  const { browser, system } = describeDevice(userAgent);
  const name = [browser?.replace(/ \d+$/, ''), system].filter(Boolean).join(', ');
  return name || passkeyNameIn(language === 'ko' ? 'ko' : 'en');
}

/** The passkey that a sign-up form sent. `invalid`: altered, too late, or not for this. Undefined: it sent none. */
export async function firstPasskeyIn(
  deps: AuthDeps,
  request: FastifyRequest,
): Promise<FirstPasskey | 'invalid' | undefined> {
  const sent = passkeyIn(deps, request);
  if (!sent) return undefined;
  const accountId = Buffer.from(formOf(request).get('passkey_user') ?? '', 'base64url').toString();
  const name = passkeyNameFor(actedFrom(deps, request));
  const checked = await checkFirstPasskey(deps.ports, { ...sent, accountId, name });
  if (typeof checked !== 'string') return checked;
  logEvent(request, 'sign-up', 'refused', { action: 'passkey', refusal: checked });
  return 'invalid';
}
