// What `latchkey clients block` and `unblock` have in common.
import { isClientHost, setHostBlocked } from '../../core/applications/client-documents/block-host.ts';
import { clientHostJson } from '../../json/client-host.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';

export function setBlocked(context: CommandContext, isBlocked: boolean): Promise<CommandAnswer> {
  const host = context.flags.get('host');
  if (!isClientHost(host)) throw new CommandFailed(`--host ${JSON.stringify(host)}: no host that a document can have`);
  return withPorts(context, async (ports) => {
    const changed = await setHostBlocked(ports, { host, isBlocked });
    const json = clientHostJson(await ports.clientDocuments.findHost(host));
    const state = isBlocked ? 'blocked' : 'not blocked';
    return { json, text: changed ? `${host} is ${state} now.` : `${host} was ${state} already.` };
  });
}
