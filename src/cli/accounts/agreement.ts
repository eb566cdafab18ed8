// `latchkey accounts agreement`: shows the proof that stays of a deleted account (contract 27). It names nobody.
import { timeOrNull } from '../../json/time.ts';
import { type Answer, type CommandContext, CommandFailed } from '../command.ts';
import { recordCommand, withPorts } from '../with-ports.ts';

export function run(context: CommandContext): Promise<Answer> {
  const { flags } = context;
  const [applicationId, sub] = [flags.get('application'), flags.get('sub')];
  return withPorts(context, async (ports) => {
    const kept = await ports.leaving.findKept(applicationId, sub);
    if (!kept) throw new CommandFailed(`--sub ${JSON.stringify(sub)}: nothing is kept of such a connection`);
    // Only what exists: what was typed may be anything.
    await recordCommand(ports, context, { applicationId, entry: sub });
    const items = Object.entries(kept.answers).map(([item, { agreed, answeredAt }]) => {
      const text = kept.texts.find((one) => one.item === item);
      const { consent = null, purpose = null, retention = null, translations = null } = text ?? {};
      return { item, agreed, at: timeOrNull(answeredAt), consent, purpose, retention, translations };
    });
    const json = {
      application_id: applicationId,
      sub,
      connected_at: timeOrNull(kept.connectedAt),
      ended_at: timeOrNull(kept.endedAt),
      items,
    };
    return { json, text: JSON.stringify(json, null, 2) };
  });
}
