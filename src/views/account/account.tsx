// The pages of the account (contract 27): the menu, what has just been done, and the contents of one page.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { type AccountPageName, PICTURE_PATH } from '../page/account-pages.ts';
import type { PageContext } from '../page/page.ts';
import { servicePage, showName } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { PersonMark } from '../parts/application-mark.tsx';
import { FaultSummary } from '../parts/faults.tsx';
import { CheckIcon } from '../parts/icons.tsx';
import { Contents, renderPage } from '../parts/layout.tsx';
import { NameText, ValueText, Words } from '../parts/words.tsx';
import { AccountMenu, BackLink } from './account-menu.tsx';
import type { AccountProps, ApplicationsPage, ProfilePage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';
import { ActivitySection } from './activity.tsx';
import { ApplicationContents } from './application.tsx';
import { ConnectionsSection } from './connections.tsx';
import { DeleteLink } from './delete.tsx';
import { DocumentsSection } from './documents.tsx';
import { DownloadSection } from './download.tsx';
import { EmailSection } from './email.tsx';
import { GroupsSection } from './own-groups.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { AddedLatelySection, PasswordSection } from './password.tsx';
import { PictureSection } from './picture.tsx';
import { LanguageSection, ProfileSection } from './profile.tsx';
import { ReceiptList } from './receipt-list.tsx';
import { SessionsSection } from './sessions.tsx';
import { TwoStepSection } from './two-step-section.tsx';
import { UsernameSection } from './username.tsx';

const Identity = ({ context, props, messages }: AccountSectionProps<ProfilePage>) => {
  const { account, profile, picture } = props;
  const words = messages.account;
  return (
    <div class="identity">
      <PersonMark
        name={profile.nickname ?? account.email}
        picture={picture?.kind === 'uploaded' ? PICTURE_PATH : undefined}
      />
      <div>
        <h1>
          <NameText of={profile.nickname ?? words.title} />
        </h1>
        <p>
          <ValueText of={account.email} />{' '}
          <span class="badge">{account.emailVerified ? words.emailVerified : words.emailUnverified}</span>{' '}
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
const Back = ({ props: { opened }, messages }: AccountSectionProps<ApplicationsPage>) => {
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

/** The page's name, and in one sentence what it is for. */
const Heading = ({ props, messages }: AccountSectionProps<{ page: Exclude<AccountPageName, 'profile'> }>) => (
  <div class="page-heading">
    <h1>{messages.account.pages[props.page]}</h1>
    <p class="hint">{messages.account.ledes[props.page]}</p>
  </div>
);

type Shared = Omit<AccountSectionProps, 'props'>;

const Sections = ({ props, ...shared }: Shared & { props: AccountProps }) => {
  switch (props.page) {
    case 'profile':
      return (
        <>
          <Identity {...shared} props={props} />
          <PictureSection {...shared} props={props} />
          <ProfileSection {...shared} props={props} />
          <EmailSection {...shared} props={props} />
          <UsernameSection {...shared} props={props} />
          <GroupsSection {...shared} props={props} />
        </>
      );
    case 'language':
      return (
        <>
          <BackLink page="profile" messages={shared.messages} />
          <div class="page-heading">
            <h1>{shared.messages.items.locale}</h1>
            <p class="hint">{shared.messages.account.profileHint}</p>
          </div>
          <LanguageSection {...shared} props={props} />
        </>
      );
    case 'security':
      return (
        <>
          <Heading {...shared} props={props} />
          <AddedLatelySection {...shared} props={props} />
          <PasswordSection {...shared} props={props} />
          <PasskeysSection {...shared} props={props} />
          <TwoStepSection {...shared} props={props} />
        </>
      );
    case 'devices':
      return (
        <>
          <Heading {...shared} props={props} />
          <SessionsSection {...shared} props={props} />
        </>
      );
    case 'applications':
      return (
        <>
          <Heading {...shared} props={props} />
          <ConnectionsSection {...shared} props={props} />
        </>
      );
    case 'application':
      return <ApplicationContents {...shared} props={props} />;
    case 'receipts':
      return (
        <>
          <BackLink page="applications" messages={shared.messages} />
          <div class="page-heading">
            <h1>{shared.messages.receipts.title}</h1>
            <p class="hint">{shared.messages.receipts.hint}</p>
          </div>
          <ReceiptList {...shared} props={props} />
        </>
      );
    case 'activity':
      return (
        <>
          <Heading {...shared} props={props} />
          <ActivitySection {...shared} props={props} />
        </>
      );
    case 'data':
      return (
        <>
          <Heading {...shared} props={props} />
          <DownloadSection {...shared} props={props} />
          <DocumentsSection {...shared} props={props} />
          <DeleteLink messages={shared.messages} />
        </>
      );
  }
};

function titleOf(props: AccountProps, messages: Messages): string {
  const { title, pages } = messages.account;
  switch (props.page) {
    case 'profile':
      return title;
    case 'language':
      return messages.items.locale;
    case 'application':
      return props.name;
    case 'receipts':
      return messages.receipts.title;
    default:
      return pages[props.page];
  }
}

/** The page of the menu that leads there. */
const menuPageOf = ({ page }: AccountProps): AccountPageName => {
  if (page === 'language') return 'profile';
  return page === 'application' || page === 'receipts' ? 'applications' : page;
};

/** Needs `context.signedInAs`: signing out of this device uses the form in the header. */
export const renderAccount = (context: PageContext, props: AccountProps): string => {
  const messages = messagesFor(context.language);
  const shared = { context, messages };
  const { notices } = messages.account;
  return renderPage(
    context,
    {
      title: props.notice === undefined ? titleOf(props, messages) : notices[props.notice],
      faults: props.faults,
      wide: true,
      personal: true,
      menu: true,
    },
    <>
      {props.page === 'applications' ? <Back {...shared} props={props} /> : null}
      <AccountMenu here={menuPageOf(props)} messages={messages} />
      <Contents>
        <Notice {...shared} props={props} />
        <FaultSummary faults={props.faults} messages={messages} />
        <Sections {...shared} props={props} />
      </Contents>
    </>,
  );
};
