// ../nouns/first-passkey.ts, for the stores that stand in this folder.
import type { Passkey } from '../../core/passkeys/passkey.ts';
import type { FirstPasskey } from '../../core/passkeys/passkey-use.ts';
import * as first from '../nouns/first-passkey.ts';
import { driveOn } from './drive.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

type Connection = Sqlite['writer']['connection'];

export const INSERT_PASSKEY = first.INSERT_PASSKEY.postgres;

/** Gives a new account its passkey. `mayInsert` is false, and changes nothing, where the passkey is refused. */
export function prepareFirstPasskey(connection: Connection) {
  const isKnown = prepare(connection, 'select 1 from passkeys where credential_id = $credentialId');
  const drive = driveOn(connection);
  return {
    mayInsert: ({ passkey, ...challenge }: FirstPasskey): boolean =>
      !isKnown.get(passkey) && drive(first.answerChallenge(challenge)),
    /** Does nothing where some account has it. */
    insert: (passkey: Passkey): void => void drive(first.insertPasskey(passkey)),
  };
}
