// `latchkey doctor`: reports what is wrong with this installation and how to fix it, whether or not a server is
// running.
import { diagnose, type Finding } from '../../compose/doctor.ts';
import { askOperationsListener } from './ask-server.ts';
import type { CommandAnswer, CommandContext } from './command.ts';

export async function run({ settingsInput }: CommandContext): Promise<CommandAnswer> {
  const findings = await diagnose(settingsInput, async (listen) => {
    const answer = await askOperationsListener(listen, '/metrics').catch(() => undefined);
    return answer?.status === 200 ? answer.body : undefined;
  });
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  const [faults, warnings, fine] = [count('fault'), count('warning'), count('ok')];
  return {
    json: { findings: findings.map(documentOf), faults, warnings, ok: fine },
    text: [...findings.flatMap(linesOf), '', `Errors: ${faults}, warnings: ${warnings}, OK: ${fine}`].join('\n'),
    failed: faults > 0,
  };
}

const documentOf = ({ code, subject, level, found, fix, values }: Finding) => ({
  ...{ code, subject, level, found, values },
  fix: fix ?? null,
});

/** Replaces control characters: some of the texts come from users. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

function linesOf({ subject, level, found, fix }: Finding): string[] {
  const line = `${level.padEnd(8)} ${subject.padEnd(10)} ${printable(found)}`;
  return fix === undefined ? [line] : [line, `${' '.repeat(20)}fix: ${printable(fix)}`];
}
