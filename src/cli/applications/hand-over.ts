// `latchkey applications hand-over`: makes a member of an application its owner, for whoever has only the command line.
import { findApplication } from '../../core/applications/applications/find-application.ts';
import { type Transferred, transferApplication } from '../../core/applications/members/manage-members.ts';
import { requireNewOwner } from '../accounts/new-owner.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { OPERATOR } from '../frame/operator-caller.ts';
import { requireApplication } from '../frame/require-found.ts';
import { withPorts } from '../frame/with-ports.ts';

const REFUSED: Readonly<Record<Exclude<Transferred, 'handed-over'>, string>> = {
  'no-owner':
    'the new owner must be a member of the application, neither disabled nor leaving, and have the role owner or operator: see latchkey accounts show, and invite them in the console',
  'too-many': 'the new owner has as many applications as one account can own',
};

export function run({ flags, ...context }: CommandContext): Promise<CommandAnswer> {
  const [id, to] = [flags.get('application'), flags.get('to')];
  return withPorts(context, async (ports) => {
    const application = requireApplication(await findApplication(ports, { caller: OPERATOR, id }), id);
    const newOwner = await requireNewOwner(ports, { flag: 'to', name: to });
    const done = await transferApplication(ports, { application, newOwnerId: newOwner.id });
    if (done !== 'handed-over') throw new CommandFailed(`--to ${JSON.stringify(to)}: ${REFUSED[done]}`);
    return {
      json: { handed_over: true, id, owner_id: newOwner.id, former_owner_id: application.ownerId },
      text: `${newOwner.email} owns ${application.name} now. Its former owner is an editor.`,
    };
  });
}
