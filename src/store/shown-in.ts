// Which factor a sign-in has shown, for the statements that keep its age with the session.
import type { PasskeyUse } from '../core/sign-in/passkeys/passkey-use.ts';
import { showsCode, showsPasskey } from '../core/sign-in/sessions/amr.ts';
import type { Session } from '../core/sign-in/sessions/session.ts';

/** A trusted device is not asked for a factor, and its `amr` names none. */
export const shownIn = ({ amr }: Pick<Session, 'amr'>, passkey: Pick<PasskeyUse, 'passkeyId'> | undefined) => ({
  showsCode: showsCode(amr),
  showsPasskey: showsPasskey(amr),
  passkeyId: passkey?.passkeyId,
});
