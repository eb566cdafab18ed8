// `latchkey client-secrets list`: lists when client secrets were created and last used and when they expire. The
// secrets themselves are not stored.

import { findClientSecrets } from '../../core/applications/client-secrets/find-client-secrets.ts';
import { clientSecretJson } from '../../json/application.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { OPERATOR } from '../frame/operator-caller.ts';
import { requireApplication } from '../frame/require-found.ts';
import { textTable } from '../frame/text-table.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const applicationId = context.flags.get('application');
  return withPorts(context, async (ports) => {
    const found = await findClientSecrets(ports, { caller: OPERATOR, applicationId });
    const documents = requireApplication(found, applicationId).map(clientSecretJson);
    const rows = documents.map((secret) => [
      secret.id,
      secret.created_at,
      secret.last_used_at,
      secret.expires_at ?? 'never',
    ]);
    return { json: documents, text: textTable(['ID', 'CREATED', 'LAST USED', 'EXPIRES'], rows) };
  });
}
