// `latchkey accounts password-link`: lets a person set a new password. With a mail server the link goes to them alone;
// without one, it is printed. Older links stop working.
import { findAccount } from '../../core/accounts/administer-accounts.ts';
import { oneTimeLinkUrl } from '../../core/one-time-links/issue-one-time-link.ts';
import { sendReset } from '../../core/operators/act-on-account.ts';
import { timeOrNull } from '../../json/time.ts';
import { type Answer, type CommandContext, CommandFailed } from '../command.ts';
import { accountNamed, requireAccount } from '../require-found.ts';
import { withPorts } from '../with-ports.ts';

export function run(context: CommandContext): Promise<Answer> {
  const name = accountNamed(context.flags);
  return withPorts(context, async (ports, { authUrl }) => {
    const account = requireAccount(await findAccount(ports, name), name);
    const { email } = account;
    const sent = await sendReset(ports, { account, shows: true });
    switch (sent.kind) {
      case 'link': {
        const url = oneTimeLinkUrl(authUrl, 'password', sent.link.token);
        const until = timeOrNull(sent.link.expiresAt);
        return {
          json: { email, password_link: url, password_link_expires_at: until },
          text: `To set the password of ${email}, open this link once before ${until}:\n${url}`,
        };
      }
      case 'mailed':
        return { json: { email, mailed: true }, text: `A link to set a new password is on its way to ${email}.` };
      case 'limited':
        throw new CommandFailed(`${email} has had five mails within the last hour: try again later`);
      case 'no-reset':
      case 'not-shown':
        throw new CommandFailed(
          `${email} gets no mail to set a password: the account is disabled, or its address is unverified and it is support's, an operator's, or owns an application`,
        );
    }
  });
}
