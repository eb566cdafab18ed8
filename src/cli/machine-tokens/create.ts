// `latchkey machine-tokens create`: creates a machine token, which is printed once and stored as a hash.
import {
  createMachineToken,
  MACHINE_TOKEN_DEFAULT_DAYS,
} from '../../core/applications/machine-tokens/create-machine-token.ts';
import { machineTokenJson } from '../../json/account.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { textFields } from '../frame/text-table.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const { flags } = context;
  const days = flags.optional('expires-in') ?? String(MACHINE_TOKEN_DEFAULT_DAYS);
  return withPorts(context, async (ports) => {
    const draft = { name: flags.get('name'), days, scopes: flags.all('scope') };
    const created = await createMachineToken(ports, { draft });
    if (created.kind === 'refused') throw new CommandFailed(...created.faults.map(({ detail }) => detail));
    if (created.kind !== 'created') throw new Error(`Without a session or a form, this cannot be ${created.kind}`);
    const { machineToken, token } = created;
    const document = machineTokenJson(machineToken);
    const { id, name } = document;
    const shown = { token, id, name, scopes: document.scopes.join(' '), expires: document.expires_at ?? 'never' };
    return { json: { token, ...document }, text: `${textFields(shown)}\n\nThe token is shown this once.` };
  });
}
