// The layout of the console's pages: navigation, then notices, then the page; for an application also its name and the
// menu of its sections.
import type { ComponentChildren } from 'preact';
import type { Application } from '../../../core/applications/application.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import { ApplicationMark } from '../../parts/application-mark.tsx';
import { Contents, renderPage } from '../../parts/layout.tsx';
import type { PageContext } from '../../parts/page.ts';
import { showName } from '../../parts/safe-text.ts';
import { NameText } from '../../parts/words.tsx';
import type { ApplicationPage, ConsolePage } from './console-page.ts';
import { ConfirmFirst, ConsoleNotices } from './console-parts.tsx';
import { DeveloperLinks } from './developer-links.tsx';
import { SectionMenu } from './section-menu.tsx';
import type { SectionName } from './sections.ts';

type Place = 'list' | 'tokens' | 'within' | 'accounts' | 'within-accounts';

const ConsoleNav = ({ place, messages }: { place: Place; messages: Messages }) => {
  const words = messages.console;
  const link = (href: string, text: string, isHere: boolean) => (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      {text}
    </a>
  );
  return (
    <nav class="around" aria-label={words.nav}>
      {link('/console', words.title, place === 'list')}
      {place === 'accounts' || place === 'within-accounts'
        ? link('/console/accounts', messages.operators.title, place === 'accounts')
        : null}
      {link('/console/api-tokens', words.apiTokens, place === 'tokens')}
      {link('/account', words.account, false)}
    </nav>
  );
};

const renderFrame = (
  context: PageContext,
  page: ConsolePage,
  frame: { title: string },
  children: ComponentChildren,
): string => {
  const messages = messagesFor(context.language);
  const done = page.notice !== undefined && !page.sent ? messages.console.notices[page.notice] : frame.title;
  return renderPage(
    context,
    {
      title: done,
      faults: page.sent?.faults ?? [],
      faulty: page.sent !== undefined && !page.sent.confirmed,
      console: true,
      wide: true,
      personal: true,
      menu: true,
    },
    <>
      {children}
      <DeveloperLinks messages={messages} />
    </>,
  );
};

/** A page of the console that is not about one application. */
export const renderConsole = (
  context: PageContext,
  page: ConsolePage,
  frame: { title: string; place: Place },
  children: ComponentChildren,
): string => {
  const messages = messagesFor(context.language);
  return renderFrame(
    context,
    page,
    frame,
    <>
      <ConsoleNav place={frame.place} messages={messages} />
      <Contents>
        <ConsoleNotices page={page} messages={messages} />
        {children}
      </Contents>
    </>,
  );
};

export const LoginBadge = ({ on, messages }: { on: boolean; messages: Messages }) => (
  <span class={on ? 'badge good' : 'badge'}>{messages.console.list.login[on ? 'on' : 'off']}</span>
);

/** Shown where only the team can sign in. */
export const TestBadge = ({ audience, messages }: { audience: Application['audience']; messages: Messages }) =>
  audience === 'team' ? <span class="badge warn">{messages.console.list.testMode}</span> : null;

const Identity = ({ page, messages }: { page: ApplicationPage; messages: Messages }) => {
  const { application, role, asOperator } = page;
  const words = messages.console;
  return (
    <div class="identity">
      <ApplicationMark name={application.name} logo={page.logo} small />
      <div>
        <h1>
          <NameText of={application.name} />
        </h1>
        <p>
          <TestBadge audience={application.audience} messages={messages} />{' '}
          <LoginBadge on={application.loginActivation} messages={messages} />{' '}
          <span class="badge">{asOperator ? words.roles.operator : words.roles[role]}</span>
        </p>
      </div>
    </div>
  );
};

/** A section of an application's pages. */
export const renderSection = (
  context: PageContext,
  page: ApplicationPage,
  here: SectionName,
  children: ComponentChildren,
): string => {
  const messages = messagesFor(context.language);
  const words = messages.console;
  const title = `${words.sections[here]} – ${showName(page.application.name)}`;
  return renderFrame(
    context,
    page,
    { title },
    <div class="application">
      <Identity page={page} messages={messages} />
      <SectionMenu id={page.application.id} here={here} messages={messages}>
        <ConsoleNav place="within" messages={messages} />
      </SectionMenu>
      <Contents class="section">
        <ConsoleNotices page={page} messages={messages} />
        {page.may.change || page.confirmHref !== undefined ? null : <p class="hint says">{words.viewerHint}</p>}
        {page.asOperator ? <p class="hint says">{words.operatorHint}</p> : null}
        <ConfirmFirst page={page} messages={messages} />
        {children}
      </Contents>
    </div>,
  );
};
