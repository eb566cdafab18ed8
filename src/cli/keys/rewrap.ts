// `latchkey keys rewrap`: after a change of LATCHKEY_SECRET, encrypts the private signing keys, the username key, the
// keys of the audit, the secrets of one-time codes, of event endpoints and of queued mails, the signer keys of
// Firebase, and the value by which the database recognizes its secret, with the current secret.

import { findSecretFault } from '../../compose/server-secret.ts';
import { rewrapEventSecrets } from '../../core/applications/application-events/event-secrets.ts';
import { rewrapUsernameKey } from '../../core/people/usernames/username-key.ts';
import { rewrapAuditKeys } from '../../core/server/audit/audit-key.ts';
import { rewrapSettings } from '../../core/server/audit/record-settings.ts';
import { rewrapSigningKeys } from '../../core/server/keys/rewrap-signing-keys.ts';
import { rewrapSecretCheck } from '../../core/server/keys/secret-check.ts';
import { rewrapMails } from '../../core/server/mail/rewrap-mails.ts';
import { rewrapCodes } from '../../core/sign-in/factors/rewrap-codes.ts';
import { rewrapSignerKeys } from '../../core/sign-in/passwords/signer-keys.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { recordCommand, withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  return withPorts(context, async (ports) => {
    const fault = await findSecretFault(ports);
    if (fault !== undefined) throw new CommandFailed(fault);
    const { rewrapped, unchanged, locked } = await rewrapSigningKeys(ports);
    const names = await rewrapUsernameKey(ports);
    const codes = await rewrapCodes(ports);
    const mails = await rewrapMails(ports);
    const signers = await rewrapSignerKeys(ports);
    const events = await rewrapEventSecrets(ports);
    const audit = (await rewrapAuditKeys(ports)) + (await rewrapSettings(ports));
    if (codes.rewrapped + mails + events > 0) {
      await recordCommand(ports, context, { fields: ['one_time_codes', 'mails', 'event_secrets'] });
    }
    // Last: until then the start warns that something still needs the previous secret.
    const taken = await rewrapSecretCheck(ports);
    const lines = [
      `Encrypted ${rewrapped} of ${rewrapped + unchanged + locked.length} signing keys with the current secret; ` +
        `${unchanged} were already encrypted with it.`,
      ...(locked.length > 0
        ? [
            `${locked.length} cannot be decrypted with any secret. They no longer sign, but what they signed is still accepted.`,
          ]
        : []),
      ...(names ? ['Encrypted the username key with the current secret.'] : []),
      ...(codes.rewrapped > 0
        ? [`Encrypted the one-time code secrets of ${codes.rewrapped} accounts with the current secret.`]
        : []),
      ...(codes.locked > 0
        ? [
            `The one-time code secrets of ${codes.locked} accounts cannot be decrypted with any secret. Their recovery codes still work.`,
          ]
        : []),
      ...(mails > 0 ? [`Encrypted the links and codes of ${mails} queued mails with the current secret.`] : []),
      ...(events > 0 ? [`Encrypted ${events} secrets of event endpoints with the current secret.`] : []),
      ...(signers ? ['Encrypted the signer keys of Firebase with the current secret.'] : []),
      ...(audit > 0 ? ['Encrypted the keys of the audit with the current secret.'] : []),
      ...(taken ? ['The current secret is now the secret of the database.'] : []),
      ...(rewrapped + codes.rewrapped + mails + events + audit > 0 || names || signers || taken ? [UNTIL_WHEN] : []),
    ];
    return { json: { rewrapped, unchanged, locked: locked.map(({ id }) => id) }, text: lines.join('\n') };
  });
}

const UNTIL_WHEN =
  'The start and the signing keys no longer need LATCHKEY_SECRET_PREVIOUS. Keep it for as long as refresh tokens from before the ' +
  'change should work (refresh_token_ttl_seconds).';
