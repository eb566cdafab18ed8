// The page of what `latchkey doctor` says, in English. The findings are English by themselves.
import type { Finding, FindingSubject, Severity } from '../../../core/operating/doctor/finding.ts';

/** The texts of a finding. `fix` undefined: there is nothing to do. */
export type FindingText = { found: string; fix: string | undefined };

const counted = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);

/** The command prints findings in lower case; here they are sentences, unless they begin with a value. */
const sentence = ({ found, values }: Finding): string =>
  /^[a-z]+[ ,]/.test(found) && !Object.values(values).some((value) => found.startsWith(String(value)))
    ? `${found.charAt(0).toUpperCase()}${found.slice(1)}`
    : found;

export const enDoctor = {
  title: 'Server check',
  hint: 'The same checks as those of the command latchkey doctor. Open the page again to repeat them; they run at most every 10 seconds.',
  checkedAt: 'Checked',
  summary: (faults: number, warnings: number, fine: number) =>
    `${counted(faults, 'problem')}, ${counted(warnings, 'warning')}, ${fine} fine`,
  levels: { fault: 'Problems', warning: 'Warnings', ok: 'Fine' } as Readonly<Record<Severity, string>>,
  fix: 'To fix it',
  failedTitle: 'The check did not finish',
  failed: 'The reason is in the log of the server. You can run it on the command line:',
  subjects: {
    settings: 'Settings',
    database: 'Database',
    schema: 'Schema',
    keys: 'Signing keys',
    secrets: 'Server secret',
    files: 'Files',
    disk: 'Disk',
    clock: 'Clock',
    addresses: 'Addresses',
    accounts: 'Accounts',
    deletion: 'Deleted accounts',
    email: 'Email addresses',
    names: 'Usernames',
    passkeys: 'Passkeys',
    factors: 'Second factors',
    tokens: 'Service tokens',
    mail: 'Mail',
    pictures: 'Pictures',
    policy: 'Policy',
    tls: 'TLS',
    proxy: 'Proxy',
  } as Readonly<Record<FindingSubject, string>>,
  textOf: (finding: Finding): FindingText => ({ found: sentence(finding), fix: finding.fix }),
};
