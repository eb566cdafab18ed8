// `latchkey accounts set-email-verified`: marks addresses as verified on an operator's word (contract 21). `--all`
// covers only addresses that operators entered. `--include-sign-ups` also covers those that users entered themselves,
// after a question that says how many there are.
import { ORIGINS, type Origin } from '../../core/ground/accounts/account.ts';
import { verifyEmail } from '../../core/operating/operators/act-on-account.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { OPERATOR_ORIGINS, setEmailsVerified } from '../../core/people/accounts/administer-accounts.ts';
import {
  type CommandAnswer,
  type CommandContext,
  CommandFailed,
  type CommandWork,
  type Flags,
} from '../frame/command.ts';
import { accountOf } from '../frame/flags.ts';
import { readLine } from '../frame/standard-input.ts';
import { withPorts } from '../frame/with-ports.ts';
import { answerAfter, onAccount } from './on-account.ts';

export function check(flags: Flags): string[] {
  const faults: string[] = [];
  if ((accountOf(flags) !== undefined) === flags.has('all'))
    faults.push('give --email, --id, --sub or --username, or --all');
  if (flags.has('include-sign-ups') && !flags.has('all')) faults.push('--include-sign-ups goes with --all');
  return faults;
}

const verifyOne = onAccount(async (on) => answerAfter(on, await verifyEmail(on.ports, { account: on.account })));

export const run: CommandWork['run'] = (context) =>
  accountOf(context.flags) === undefined ? verifyAll(context) : verifyOne(context);

function verifyAll(context: CommandContext): Promise<CommandAnswer> {
  const { flags } = context;
  return withPorts(context, async (ports) => {
    const origins = flags.has('include-sign-ups') ? ORIGINS : OPERATOR_ORIGINS;
    if (flags.has('include-sign-ups')) await askAboutSignUps(ports);
    const verified = await setEmailsVerified(ports, origins);
    const left = await countUnverified(ports, ORIGINS);
    return {
      json: { verified, still_unverified: left },
      text: `Verified: ${verified}. Not verified: ${left}, whose users entered their address themselves.`,
    };
  });
}

async function countUnverified({ accounts }: Pick<Ports, 'accounts'>, origins: readonly Origin[]): Promise<number> {
  const counts = await accounts.countUnverified();
  return origins.reduce((sum, origin) => sum + (counts.get(origin) ?? 0), 0);
}

async function askAboutSignUps(ports: Ports): Promise<void> {
  const signedUp = await countUnverified(
    ports,
    ORIGINS.filter((origin) => !OPERATOR_ORIGINS.includes(origin)),
  );
  // Asked because applications will take each of these addresses for the person's own.
  process.stderr.write(
    `${signedUp} users entered their address themselves, and nobody has verified it. Mark all of them as verified? (yes/no) `,
  );
  if ((await readLine()).trim().toLowerCase() !== 'yes') throw new CommandFailed('Nothing was changed.');
}
