// `latchkey audit verify`: whether every sealed entry is what was written. Exit code 1: it is not, or nobody can tell.
import { readHead } from '../../core/server/audit/seal.ts';
import { type AuditFault, type AuditVerdict, verifyAudit } from '../../core/server/audit/verify-audit.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const head = context.flags.optional('head');
  return withPorts(context, async (ports) => {
    const verdict = await verifyAudit(ports, head === undefined ? undefined : readHead(head));
    const { faults, entries, seals, unsealed, locked, purgedTo } = verdict;
    return {
      json: {
        valid: faults.length === 0 && locked === 0,
        faults: faults.map((fault) => ({ ...fault, text: textOf(fault) })),
        entries,
        seals,
        unsealed,
        locked_seals: locked,
        purged_to: purgedTo,
        head: verdict.head ?? null,
        end: verdict.end,
      },
      text: [...faults.map(textOf), ...summaryOf(verdict)].join('\n'),
      failed: faults.length > 0 || locked > 0,
    };
  });
}

function textOf(fault: AuditFault): string {
  switch (fault.kind) {
    case 'broken-seal':
      return `Seal ${fault.number} is broken: entries from ${fault.fromId + 1} to ${fault.toId} were changed, removed, inserted or swapped.`;
    case 'broken-chain':
      return `Seals are missing or were inserted: seal ${fault.expected} should be here instead of ${fault.number}.`;
    case 'broken-horizon':
      return `The purge did not end at seal ${fault.number}: somebody else deleted entries before it.`;
    case 'inserted-before':
      return `Entry ${fault.id} was inserted before the first seal.`;
    case 'not-sealed':
      return `The entries from ${fault.id} on are not sealed, the first one of ${new Date(fault.at).toISOString()}: no server has run since, or their seals were deleted. Start a server, and verify again.`;
    case 'head-missing':
      return `The head ${fault.number} is missing: the end of the audit was cut off or replaced.`;
  }
}

const ENDS: Readonly<Record<AuditVerdict['end'], string>> = {
  found: 'The audit contains the given head: its end was not cut off before that.',
  purged: 'The given head is older than what is kept, so it tells nothing about the end.',
  missing: 'The audit does not contain the given head.',
  'not-given': 'Without --head nobody can tell whether the end was cut off. The log has heads (event audit-head).',
};

const summaryOf = ({ faults, entries, seals, unsealed, locked, purgedTo, head, end }: AuditVerdict): string[] => [
  `${faults.length === 0 ? 'Verified' : 'Intact'}: ${entries} entries under ${seals} seals. Not sealed yet: ${unsealed}.`,
  ...(locked > 0 ? [`${locked} seals cannot be verified: no secret decrypts their key.`] : []),
  ...(purgedTo > 0 ? [`Entries up to ${purgedTo} were purged.`] : []),
  ...(head === undefined ? [] : [`Head: ${head}`]),
  ENDS[end],
];
