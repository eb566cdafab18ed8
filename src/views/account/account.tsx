// The account page: the person, what applications can read, and everything that keeps the account secure.

import { messagesFor } from '../messages/messages-for.ts';
import { PersonMark } from '../parts/application-mark.tsx';
import { FaultSummary } from '../parts/faults.tsx';
import { CheckIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { PageContext } from '../parts/page.ts';
import { servicePage, showName } from '../parts/safe-text.ts';
import { dateText } from '../parts/time-text.tsx';
import { NameText, ValueText, Words } from '../parts/words.tsx';
import type { AccountProps } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';
import { ConnectionsSection } from './connections.tsx';
import { DeleteLink } from './delete.tsx';
import { DocumentsSection } from './documents.tsx';
import { EmailSection } from './email.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password.tsx';
import { ProfileSection } from './profile.tsx';
import { SessionsSection } from './sessions.tsx';
import { TwoStepSection } from './two-step-section.tsx';
import { UsernameSection } from './username.tsx';

const Identity = ({ context, props, messages }: AccountSectionProps) => {
  const { account, profile } = props;
  const words = messages.account;
  return (
    <div class="identity">
      <PersonMark name={profile.nickname ?? account.email} />
      <div>
        <h1>
          <NameText of={profile.nickname ?? words.title} />
        </h1>
        <p>
          <ValueText of={account.email} />{' '}
          <span class="badge">{account.emailVerified ? words.emailVerified : words.emailUnverified}</span>
          {account.role === 'user' ? null : <span class="badge">{words.roles[account.role]}</span>}
        </p>
        <p class="hint">{words.since(dateText(account.createdAt, context.language))}</p>
        {props.console === undefined ? null : (
          <p>
            <a href="/console">{props.console === 'own' ? words.console : words.consoleBecome}</a>
          </p>
        )}
      </div>
    </div>
  );
};

const Notice = ({ props, messages }: AccountSectionProps) =>
  props.notice === undefined ? null : (
    <div class="notice good" role="status">
      <CheckIcon />
      <p>{messages.account.notices[props.notice]}</p>
    </div>
  );

/** Leads back to the application that the person came from. */
const Back = ({ props: { opened }, messages }: AccountSectionProps) => {
  const href = servicePage(opened?.backHref);
  if (opened === undefined || href === undefined) return null;
  return (
    <p class="back">
      <a href={href} rel="noopener noreferrer">
        <span aria-hidden="true">← </span>
        <Words of={messages.account.backTo(showName(opened.name))} />
      </a>
    </p>
  );
};

/** Needs `context.signedInAs`: signing out of this device uses the form in the header. */
export const renderAccount = (context: PageContext, props: AccountProps): string => {
  const messages = messagesFor(context.language);
  const shared = { context, props, messages };
  return renderPage(
    context,
    {
      title: props.notice === undefined ? messages.account.title : messages.account.notices[props.notice],
      faults: props.faults,
      wide: true,
      personal: true,
    },
    <>
      <Back {...shared} />
      <Notice {...shared} />
      <FaultSummary faults={props.faults} messages={messages} />
      <Identity {...shared} />
      <ConnectionsSection {...shared} />
      <ProfileSection {...shared} />
      <EmailSection {...shared} />
      <UsernameSection {...shared} />
      <PasswordSection {...shared} />
      <PasskeysSection {...shared} />
      <TwoStepSection {...shared} />
      <SessionsSection {...shared} />
      <DocumentsSection {...shared} />
      <DeleteLink messages={messages} />
    </>,
  );
};
