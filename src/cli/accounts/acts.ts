// What the commands do to one account, as support and operators do it in the console and by the API (contract 29).
import { mayOwnApplications, type Role } from '../../core/ground/accounts/account.ts';
import type { WholeAct } from '../../core/ground/acts/account-acts.ts';
import {
  isPlainAct,
  PLAIN_ACTS,
  type PlainAct,
  removeAccount,
  sendReset,
  setRole,
} from '../../core/operating/operators/act-on-account.ts';
import { oneTimeLinkUrl } from '../../core/people/one-time-links/issue-one-time-link.ts';
import { setUsernameOf } from '../../core/people/usernames/take-username.ts';
import { accountJson } from '../../json/account.ts';
import { timeOrNull } from '../../json/time.ts';
import { CommandFailed, type CommandWork } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { noSuchAccount } from '../frame/require-found.ts';
import { requireUsernames } from '../frame/require-usernames.ts';
import { accountAnswer, resetWarnings, unverifiedWarnings } from './account-text.ts';
import { newOwnerOf } from './new-owner.ts';
import { accountAfter, answerAfter, onAccount } from './on-account.ts';

const KEPT =
  'Its passkeys stay, because it has no password: set one with latchkey accounts password-link first, and repeat this.';

/** Those with a file of their own are done to no account, or to many. */
export type CommandAct = Exclude<WholeAct, 'create' | 'verify-email'>;
type OwnWork = Readonly<Record<Exclude<CommandAct, PlainAct>, CommandWork> & Partial<Record<PlainAct, CommandWork>>>;

/** Those that ask for more than the account, or answer something else. */
const OWN_WORK: OwnWork = {
  'end-sessions': {
    run: onAccount(async ({ ports, account }) => {
      await PLAIN_ACTS['end-sessions'](ports, { account });
      const { id, email } = account;
      return { json: { ended: true, id, email }, text: `Signed ${email} out on all devices.` };
    }),
  },
  // For a person who lost their phone and their recovery codes. Passkeys go too: they may be on the same phone, and
  // they are second factors.
  'remove-factors': {
    run: onAccount(async ({ ports, account }) => {
      const removed = await PLAIN_ACTS['remove-factors'](ports, { account });
      const keepsPasskeys = (await ports.passkeys.listByAccount(account.id)).length > 0;
      return {
        json: { account: accountJson(account), removed, passkeys_kept: keepsPasskeys },
        text: [
          removed
            ? `Removed the second factors of ${account.email} and ended its sessions.`
            : `${account.email} has no second factor to remove. Nothing was changed.`,
          ...(keepsPasskeys ? [KEPT] : []),
        ].join(' '),
      };
    }),
  },
  'set-role': {
    check: (flags) =>
      flags.has('hand-over-to') && mayOwnApplications((flags.optional('role') ?? 'user') as Role)
        ? ['--hand-over-to goes with a role that may own no applications: user, support']
        : [],
    run: onAccount(async (on) => {
      const { ports, account, context } = on;
      const role = context.flags.get('role') as Role;
      const newOwner = await newOwnerOf(ports, context.flags);
      const after = await accountAfter(on, await setRole(ports, { account, role, newOwner }));
      const warnings = role === 'user' ? [] : [...unverifiedWarnings(after), ...resetWarnings(after)];
      return { ...accountAnswer(after), warnings };
    }),
  },
  // Operators can give reserved names.
  'set-username': {
    check(flags) {
      if (flags.has('username') && flags.has('none')) return ['--username and --none: give one of them'];
      return flags.has('username') || flags.has('none')
        ? []
        : ['--username or --none is missing: the name, or no name'];
    },
    run: onAccount(async ({ ports, account, name, context }) => {
      await requireUsernames(ports);
      const set = await setUsernameOf(ports, account, context.flags.optional('username'));
      if (set.kind === 'no-such-account') throw noSuchAccount(name);
      if (set.kind === 'refused') throw new CommandFailed(...faultLines(set.faults, () => '--username'));
      return accountAnswer(set.account);
    }),
  },
  // With a mail server the link goes to the person alone; without one, it is printed. Older links stop working.
  'send-reset': {
    run: onAccount(async ({ ports, account, settings }) => {
      const { email } = account;
      const sent = await sendReset(ports, { account, shows: true });
      switch (sent.kind) {
        case 'link': {
          const url = oneTimeLinkUrl(settings.authUrl, 'password', sent.link.token);
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
    }),
  },
  // One that owns applications stays, unless somebody gets them.
  delete: {
    run: onAccount(async ({ ports, account, name, context }) => {
      const newOwner = await newOwnerOf(ports, context.flags);
      if (!(await removeAccount(ports, { account, newOwner }))) throw noSuchAccount(name);
      const { id, email } = account;
      return { json: { deleted: true, id, email }, text: `Deleted ${email}.` };
    }),
  },
};

/** Answers with the account as the act left it. */
const plainWork = (act: PlainAct): CommandWork => ({
  run: onAccount(async (on) => answerAfter(on, await PLAIN_ACTS[act](on.ports, { account: on.account }))),
});

export const workOf = (act: CommandAct): CommandWork =>
  isPlainAct(act) ? (OWN_WORK[act] ?? plainWork(act)) : OWN_WORK[act];
