// Which factor a sign-in has shown, for the statements that keep its age with the session.
import type { PasskeyUse } from '../core/passkeys/passkey-use.ts';
import { showsCode, showsPasskey } from '../core/sessions/methods.ts';
import type { Session } from '../core/sessions/session.ts';

/** A trusted device is not asked for a factor, and its `amr` names none. */
export const shownIn = ({ amr }: Pick<Session, 'amr'>, passkey: Pick<PasskeyUse, 'passkeyId'> | undefined) => ({
  showsCode: showsCode(amr),
  showsPasskey: showsPasskey(amr),
  passkeyId: passkey?.passkeyId,
});
