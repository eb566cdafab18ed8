// `latchkey accounts agreement`: shows the proof that stays of a deleted account (contract 27). It names nobody.
import type { KeptAgreement } from '../../core/operating/leaving/leaving-store.ts';
import { timeOrNull } from '../../json/time.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { recordCommand, withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const { flags } = context;
  const [applicationId, sub] = [flags.get('application'), flags.get('sub')];
  return withPorts(context, async (ports) => {
    const receipts = await ports.receipts.listKept(applicationId, sub);
    const kept = await ports.leaving.findKept(applicationId, sub);
    if (receipts.length === 0 && !kept) {
      throw new CommandFailed(`--sub ${JSON.stringify(sub)}: nothing is kept of such a connection`);
    }
    // Only what exists: what was typed may be anything.
    await recordCommand(ports, context, { applicationId, entry: sub });
    const json = {
      application_id: applicationId,
      sub,
      account_deleted_at: timeOrNull(receipts[0]?.accountDeletedAt ?? kept?.endedAt),
      receipts: receipts.map(({ at, kind, language, texts }) => ({ at: timeOrNull(at), kind, language, texts })),
      without_receipt: kept ? withoutReceipt(kept) : null,
    };
    return { json, text: JSON.stringify(json, null, 2) };
  });
}

function withoutReceipt({ answers, texts, connectedAt }: KeptAgreement) {
  const items = Object.entries(answers).map(([item, { agreed, answeredAt }]) => {
    const text = texts.find((one) => one.item === item);
    const { consent = null, purpose = null, retention = null, translations = null } = text ?? {};
    return { item, agreed, at: timeOrNull(answeredAt), consent, purpose, retention, translations };
  });
  return { connected_at: timeOrNull(connectedAt), items };
}
