// Where anybody may have a password hashed, more come than can be hashed (case M16): who finds no place is refused before the
// database is asked or a page is made. Later every try had cost two commits, and a flood of them held up everybody.
import type { PasswordHasher } from '../../core/accounts/password-hasher.ts';
import type { RouteMethod } from '../route.ts';
import { createRefusals } from './overload.ts';

type Handler = RouteMethod['handle'];

/** The same handler, with a place kept for its password. Its form is read by then: a slow client takes nobody's place. */
export function withPasswordRoom(passwords: Pick<PasswordHasher, 'reserve'>, handle: Handler): Handler {
  const nextRefusal = createRefusals();
  return async (request, reply) => {
    const giveBack = passwords.reserve();
    if (!giveBack) throw nextRefusal();
    try {
      return await handle(request, reply);
    } finally {
      giveBack();
    }
  };
}
