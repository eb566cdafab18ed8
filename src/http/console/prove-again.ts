// Acts that cannot be taken back ask for the password once more, in the form itself (case N12). A try counts like a
// sign-in, so that a borrowed session is no way to guess.
import type { FastifyRequest } from 'fastify';
import { formFault } from '../../core/accounts/form-faults.ts';
import { verifyPassword } from '../../core/accounts/verify-password.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { tooManyRequests } from '../http-error.ts';
import { inPasswordRoom } from '../plugins/password-room.ts';
import { logEvent } from '../security-event.ts';
import { visitorOf } from '../visitor.ts';
import { type Again, refused } from './outcome.ts';
import type { Entered } from './place.ts';

/** @returns undefined when the form's `password` is the signed-in person's. @throws 429, 503 */
export async function proveAgain(
  deps: AuthDeps,
  request: FastifyRequest,
  { signedIn }: Entered,
  form: Parameters,
): Promise<Again | undefined> {
  const { account } = signedIn;
  const password = form.get('password');
  if (password === undefined) return refused([formFault(['password'], 'password-missing')]);
  const { email } = account;
  const verified = await inPasswordRoom(deps, request, () =>
    verifyPassword(deps.ports, { email, password, visitor: visitorOf(deps, request) }),
  );
  if (verified.kind === 'limited') throw tooManyRequests(verified.retryAfterSeconds);
  if (verified.kind === 'verified' && verified.account.id === account.id) return undefined;
  logEvent(request, 'password-again', 'wrong', { account: account.id });
  return refused([formFault(['password'], 'current-password-wrong')]);
}
