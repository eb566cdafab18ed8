// `latchkey client-secrets create`: creates a client secret, which is printed once and stored as a hash. The first
// secret of an application makes secrets required (contract 5).

import { createClientSecret } from '../../core/applications/client-secrets/create-client-secret.ts';
import { clientSecretJson } from '../../json/application.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { OPERATOR } from '../frame/operator-caller.ts';
import { noSuchApplication } from '../frame/require-found.ts';
import { textFields } from '../frame/text-table.ts';
import { withPorts } from '../frame/with-ports.ts';

const DAY_MS = 86_400_000;

export function run(context: CommandContext): Promise<CommandAnswer> {
  const applicationId = context.flags.get('application');
  const days = Number(context.flags.optional('expires-in') ?? 0);
  return withPorts(context, async (ports) => {
    const expiresAt = days === 0 ? undefined : ports.clock.now() + days * DAY_MS;
    const creation = await createClientSecret(ports, { caller: OPERATOR, applicationId, expiresAt });
    switch (creation.kind) {
      case 'no-application':
        throw noSuchApplication(applicationId);
      case 'no-web-entry':
        throw new CommandFailed(
          '--application: a client secret requires a Web platform entry, and the application has none',
        );
      case 'too-many':
        throw new CommandFailed(
          '--application: the application already has two active client secrets; delete one first',
        );
      case 'refused':
        throw new CommandFailed(...faultLines(creation.faults, () => '--expires-in'));
      case 'created':
        return toAnswer(creation.secret, clientSecretJson(creation.clientSecret));
    }
  });
}

function toAnswer(secret: string, document: ReturnType<typeof clientSecretJson>): CommandAnswer {
  const shown = { secret, id: document.id, expires: document.expires_at ?? 'never' };
  return {
    json: { client_secret: secret, ...document },
    text: `${textFields(shown)}\n\nThe secret is shown only once.`,
  };
}
