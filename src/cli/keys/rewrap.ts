// `latchkey keys rewrap`: encrypts the private signing keys, the key of user names, and the value by which the database knows
// its secret, with the current one, after LATCHKEY_SECRET was changed.
import { rewrapUsernameKey } from '../../core/accounts/username-key.ts';
import { rewrapSigningKeys } from '../../core/keys/rewrap-signing-keys.ts';
import { rewrapSecretCheck } from '../../core/keys/secret-check.ts';
import { findSecretFault } from '../../server-secret.ts';
import { type Answer, type CommandContext, CommandFailed } from '../command.ts';
import { withPorts } from '../with-ports.ts';

export function run(context: CommandContext): Promise<Answer> {
  return withPorts(context, async (ports) => {
    const fault = await findSecretFault(ports);
    if (fault !== undefined) throw new CommandFailed(fault);
    const { rewrapped, unchanged, locked } = await rewrapSigningKeys(ports);
    const names = await rewrapUsernameKey(ports);
    // Last: until then the start warns that something still needs the previous secret.
    const taken = await rewrapSecretCheck(ports);
    const lines = [
      `Encrypted ${rewrapped} of ${rewrapped + unchanged + locked.length} signing keys with the current secret; ` +
        `${unchanged} were already.`,
      ...(locked.length > 0
        ? [`${locked.length} are opened by no secret. They sign no more, and what they signed is still believed.`]
        : []),
      ...(names ? ['Encrypted the key of user names with the current secret.'] : []),
      ...(taken ? ['The database knows the current secret as its own from now on.'] : []),
      ...(rewrapped > 0 || names || taken ? [UNTIL_WHEN] : []),
    ];
    return { json: { rewrapped, unchanged, locked: locked.map(({ id }) => id) }, text: lines.join('\n') };
  });
}

const UNTIL_WHEN =
  'Neither the start nor the signing keys need LATCHKEY_SECRET_PREVIOUS any more. Keep it for as long as refresh tokens of before ' +
  'the change are to work (refresh_token_ttl_seconds).';
