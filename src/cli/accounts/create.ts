// `latchkey accounts create`: creates an account. The password comes from standard input, or the person sets it with a
// one-time link.
import type { Role } from '../../core/ground/accounts/account.ts';
import { checkNewAccount, createAccount } from '../../core/people/accounts/create-account.ts';
import { oneTimeLinkUrl } from '../../core/people/one-time-links/issue-one-time-link.ts';
import { USERNAME_FIELD } from '../../core/people/usernames/username-field.ts';
import { accountJson } from '../../json/account.ts';
import { timeOrNull } from '../../json/time.ts';
import { type CommandAnswer, type CommandContext, CommandFailed, type Flags } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { requireUsernames } from '../frame/require-usernames.ts';
import { readPassword } from '../frame/standard-input.ts';
import { withPorts } from '../frame/with-ports.ts';
import { accountText, resetWarnings } from './account-text.ts';

/** The address and the username are checked as flags. */
export async function check(flags: Flags): Promise<readonly string[]> {
  const typed = { email: undefined, nickname: flags.optional('nickname'), password: undefined };
  const faults = await checkNewAccount(typed);
  return faultLines(
    faults.filter(({ path: [member] }) => member === 'nickname'),
    flagOf,
  );
}

export async function run(context: CommandContext): Promise<CommandAnswer> {
  const { flags } = context;
  const input = {
    email: flags.get('email'),
    role: (flags.optional('role') ?? 'user') as Role,
    nickname: flags.optional('nickname'),
    emailVerified: flags.has('email-verified'),
    username: flags.optional('username'),
    password: flags.has('password-stdin') ? await readPassword() : undefined,
  };
  return withPorts(context, async (ports, { authUrl }) => {
    if (input.username !== undefined) await requireUsernames(ports);
    const creation = await createAccount(ports, input);
    if (creation.kind === 'refused') throw new CommandFailed(...faultLines(creation.faults, flagOf));
    const { account, link } = creation;
    const document = accountJson(account);
    const warnings = input.role === 'user' ? [] : resetWarnings(account);
    if (!link) return { json: document, text: accountText(account), warnings };
    const url = oneTimeLinkUrl(authUrl, 'password', link.token);
    const until = timeOrNull(link.expiresAt);
    return {
      json: { ...document, password_link: url, password_link_expires_at: until },
      warnings,
      text: `${accountText(account)}\n\nTo set the password, open this link once before ${until}:\n${url}`,
    };
  });
}

const FLAGS: Readonly<Record<string, string>> = { password: '--password-stdin', [USERNAME_FIELD]: '--username' };

const flagOf = ([field]: readonly (string | number)[]): string => FLAGS[String(field)] ?? `--${field}`;
