// The layout of the console's pages: navigation, then notices, then the page; for an application also its name and the
// menu of its sections.
import type { ComponentChildren } from 'preact';
import type { Application } from '../../../core/applications/applications/application.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { PageContext } from '../../page/page.ts';
import { showName } from '../../page/safe-text.ts';
import { ApplicationMark } from '../../parts/application-mark.tsx';
import { Contents, type Drawing, renderPage } from '../../parts/layout.tsx';
import { NameText } from '../../parts/words.tsx';
import type { ApplicationPage, ConsolePage } from './console-page.ts';
import { ConfirmFirst, ConsoleNotices } from './console-parts.tsx';
import { DeveloperLinks } from './developer-links.tsx';
import { SectionMenu, StaffMenu } from './section-menu.tsx';
import type { SectionName } from './sections.ts';
import { STAFF_PATHS, type StaffPage } from './staff-pages.ts';

/** `tokens`: one's own API tokens; `within`: a page that no menu names; `within-…`: one that a page of it leads to. */
type Place = 'tokens' | 'within' | StaffPage | `within-${StaffPage}`;

/** Which page of the menu the place is, or is within. */
function placeInMenu(place: Place): { page?: StaffPage; within?: StaffPage } {
  if (place === 'tokens' || place === 'within') return {};
  if (place.startsWith('within-')) return { within: place.slice('within-'.length) as StaffPage };
  return { page: place as StaffPage };
}

/** Links around the console. On pages with the menu of the service, what the menu has is left out. */
const ConsoleNav = (props: { context: PageContext; place: Place; inMenu?: boolean; messages: Messages }) => {
  const { context, place, messages } = props;
  const words = messages.console;
  const link = (href: string, text: string, isHere: boolean) => (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      {text}
    </a>
  );
  const isOperator = context.staff === 'operator';
  return (
    <nav class="around" aria-label={words.nav}>
      {props.inMenu || !isOperator ? null : link(STAFF_PATHS.overview, messages.serverState.title, false)}
      {props.inMenu ? null : link(applicationsPath(context), words.title, place === 'applications')}
      {context.staff === 'support' ? link(STAFF_PATHS.accounts, messages.operators.title, place === 'accounts') : null}
      {link('/console/api-tokens', words.apiTokens, place === 'tokens')}
      {link('/account', words.account, false)}
    </nav>
  );
};

/** Where the list of applications is: operators have another start page. */
export const applicationsPath = ({ staff }: Pick<PageContext, 'staff'>): string =>
  staff === 'operator' ? STAFF_PATHS.applications : '/console';

/** Of a page that only shows. */
export const NO_FORMS: ConsolePage = { csrf: '', notice: undefined, sent: undefined, made: undefined };

const renderFrame = (
  context: PageContext,
  page: ConsolePage,
  frame: { title: string; draws?: Drawing | undefined },
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
      draws: frame.draws,
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

/** Operators have a menu beside each page; everybody else a line of links above it. */
const WithMenu = (props: { context: PageContext; place: Place; messages: Messages; children: ComponentChildren }) => {
  const { context, place, messages, children } = props;
  if (context.staff !== 'operator') {
    return (
      <>
        <ConsoleNav context={context} place={place} messages={messages} />
        <Contents>{children}</Contents>
      </>
    );
  }
  const { page, within } = placeInMenu(place);
  return (
    <div class="application staff">
      <StaffMenu page={page} within={within} messages={messages}>
        <ConsoleNav context={context} place={place} inMenu messages={messages} />
      </StaffMenu>
      <Contents class="section">{children}</Contents>
    </div>
  );
};

/** A page of the console that is not about one application. */
export const renderConsole = (
  context: PageContext,
  page: ConsolePage,
  frame: { title: string; place: Place; draws?: Drawing },
  children: ComponentChildren,
): string => {
  const messages = messagesFor(context.language);
  return renderFrame(
    context,
    page,
    frame,
    <WithMenu context={context} place={frame.place} messages={messages}>
      <ConsoleNotices page={page} messages={messages} />
      {children}
    </WithMenu>,
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
  draws?: Drawing,
): string => {
  const messages = messagesFor(context.language);
  const words = messages.console;
  const title = `${words.sections[here]} – ${showName(page.application.name)}`;
  return renderFrame(
    context,
    page,
    { title, draws },
    <div class="application">
      <Identity page={page} messages={messages} />
      <SectionMenu id={page.application.id} here={here} messages={messages}>
        <ConsoleNav context={context} place="within" messages={messages} />
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
