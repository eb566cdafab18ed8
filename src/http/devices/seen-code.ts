// The mark of a code that was typed and counted: without it `/device/confirm` looks up nothing, so that nobody finds
// out by its address which codes exist, and no link leads past the page where the code is typed.
import type { FastifyRequest } from 'fastify';
import { readUserCode, showUserCode } from '../../core/grants/device-codes/user-code.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import { USER_CODE_FIELD } from '../../views/devices/user-code.tsx';
import { DEVICE_PATH } from '../oauth/device-authorization.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { queryOf } from '../wire/request-parts.ts';

export const CONFIRM_PATH = `${DEVICE_PATH}/confirm`;
const SEEN = 'seen';

/** Path and query of the page where this session confirms the code. */
export function confirmPath({ ports }: Pick<AuthDeps, 'ports'>, { session }: SignedIn, userCode: string): string {
  const seen = ports.secrets.mac('user-code-seen', session.id, userCode).toString('base64url');
  return `${CONFIRM_PATH}?${USER_CODE_FIELD}=${showUserCode(userCode)}&${SEEN}=${seen}`;
}

/** The code in the address, if it was typed in this session. */
export function readSeenCode(
  { ports }: Pick<AuthDeps, 'ports'>,
  request: FastifyRequest,
  { session }: SignedIn,
): string | undefined {
  const query = queryOf(request);
  const userCode = readUserCode(query.get(USER_CODE_FIELD) ?? '');
  if (userCode === undefined) return undefined;
  const seen = Buffer.from(query.get(SEEN) ?? '', 'base64url');
  return ports.secrets.verify(seen, 'user-code-seen', session.id, userCode) ? userCode : undefined;
}
