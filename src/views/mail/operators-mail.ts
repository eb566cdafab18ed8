// What the mails say that tell of rights which operators gave or took: to every operator, and to who owns applications
// now.
import type { Role } from '../../core/ground/accounts/account.ts';
import type { MailFacts, OperatorNotice } from '../../core/server/mail/mail-kinds.ts';
import type { Messages } from '../messages/messages-for.ts';
import { showName } from '../page/safe-text.ts';
import { timeText } from '../page/time-text.tsx';
import type { MailContent, MailContext } from './mail-content.ts';

type Words = Messages['mail'];

/** Of those that are about no account. */
const PATHS: Readonly<Partial<Record<OperatorNotice['what'], string>>> = {
  'machine-token': '/console/machine-tokens',
  import: '/console/accounts',
};

const rolesText = (counts: Readonly<Partial<Record<Role, number>>>, names: Readonly<Record<Role, string>>): string =>
  (Object.keys(names) as Role[])
    .filter((role) => counts[role] !== undefined)
    .map((role) => `${names[role]} (${counts[role]})`)
    .join(', ');

export function operatorNotice(
  told: MailFacts['operators-told'],
  { language, service, authUrl }: MailContext,
  words: Words,
): MailContent {
  const { subject, lines, roles, advice, actions } = words.kinds['operators-told'];
  const line = (): string => {
    switch (told.what) {
      case 'machine-token':
        return lines[told.what](service, told.scopes.join(', '), told.days);
      case 'role':
        return lines[told.what](service, roles[told.role]);
      case 'factors':
        return lines[told.what](service);
      case 'import':
        return lines[told.what](service, rolesText(told.roles, roles));
    }
  };
  const path = PATHS[told.what] ?? `/console/accounts/${'accountId' in told ? told.accountId : ''}`;
  return {
    ...{ subject, lines: [line()], advice },
    details: [{ label: words.when, value: timeText(told.at, language) }],
    action: { label: actions[told.what], href: authUrl + path },
  };
}

/** The others are in the console. */
const MAX_LISTED = 50;

export function applicationsReceived(
  { at, applications }: MailFacts['applications-received'],
  { language, service, authUrl }: MailContext,
  words: Words,
): MailContent {
  const { subject, line, application, more, advice, action } = words.kinds['applications-received'];
  const hidden = applications.length - MAX_LISTED;
  return {
    subject,
    lines: [line(service, applications.length), ...(hidden > 0 ? [more(hidden)] : [])],
    details: [
      ...applications
        .slice(0, MAX_LISTED)
        .map(({ id, name }) => ({ label: application, value: name === undefined ? id : showName(name) })),
      { label: words.when, value: timeText(at, language) },
      { label: words.who, value: words.operator },
    ],
    ...{ advice, action: { label: action, href: `${authUrl}/console` } },
  };
}
