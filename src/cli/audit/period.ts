// `--from` and `--to` of the commands of the audit.
import type { AuditRange } from '../../core/server/audit/audit-store.ts';
import { readPeriod } from '../../core/server/audit/read-period.ts';
import type { Flags } from '../frame/command.ts';

const read = (flags: Flags) => readPeriod({ from: flags.optional('from') ?? '', to: flags.optional('to') ?? '' });

/** Times in ms. */
export function periodOf(flags: Flags): Pick<AuditRange, 'from' | 'to'> {
  const { from, to } = read(flags);
  return { from, to };
}

export const checkPeriod = (flags: Flags): readonly string[] =>
  read(flags).faults.to === 'backwards' ? [`--to "${flags.optional('to')}": must be after --from`] : [];
