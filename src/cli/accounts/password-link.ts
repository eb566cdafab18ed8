// `latchkey accounts password-link`: prints a one-time link to set a new password. Older links stop working.
import { issuePasswordLinkByEmail } from '../../core/accounts/administer-accounts.ts';
import { oneTimeLinkUrl } from '../../core/one-time-links/issue-one-time-link.ts';
import { timeOrNull } from '../../json/time.ts';
import type { Answer, CommandContext } from '../command.ts';
import { requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';

export function run(context: CommandContext): Promise<Answer> {
  const email = context.flags.get('email');
  return withPorts(context, async (ports, { authUrl }) => {
    const issued = requireAccount(await issuePasswordLinkByEmail(ports, email), email);
    const url = oneTimeLinkUrl(authUrl, 'password', issued.token);
    const until = timeOrNull(issued.expiresAt);
    return {
      json: { email: issued.account.email, password_link: url, password_link_expires_at: until },
      text: `To set the password of ${issued.account.email}, open this link once before ${until}:\n${url}`,
    };
  });
}
