// Adds the passkey that a form sent, named after the device.
import type { FastifyRequest } from 'fastify';
import { type Added, addPasskey } from '../../core/passkeys/change-passkeys.ts';
import { describeDevice } from '../../core/sessions/describe-device.ts';
import type { SignedIn } from '../../core/sessions/session.ts';
import { passkeyNameIn } from '../../views/passkeys/passkey-button.tsx';
import { languageOf } from '../browsers/language.ts';
import { actedFrom } from '../browsers/visitor.ts';
import { logEvent } from '../log/security-event.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { passkeyIn } from './prompts.ts';

/** @throws ConfirmationNeeded */
export async function addSentPasskey(deps: AuthDeps, request: FastifyRequest, signedIn: SignedIn): Promise<Added> {
  const { account } = signedIn;
  const sent = passkeyIn(deps, request, account);
  const from = actedFrom(deps, request, account);
  const { browser, system } = describeDevice(from.userAgent);
  const name = [browser?.replace(/ \d+$/, ''), system].filter(Boolean).join(', ');
  const added = await addPasskey(deps.ports, {
    signedIn,
    response: sent?.response ?? '',
    deviceId: sent?.deviceId,
    name: name || passkeyNameIn(languageOf(deps.authUrl, request, account.profile.locale)),
    from,
  });
  logEvent(request, 'factor-change', added.kind, { account: account.id, action: 'passkey-add' });
  return added;
}
