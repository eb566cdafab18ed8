// The layout of every page: document head, the operator's name at the top, one card or column, and language links.
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { Fault } from '../../core/ground/fault.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Brand } from '../page/brand.ts';
import {
  LANGUAGES,
  type LanguageForm as LanguageFormFields,
  type LanguageHrefs,
  type PageContext,
} from '../page/page.ts';
import { ownPath, servicePage, showName } from '../page/safe-text.ts';
import { ApplicationMark } from './application-mark.tsx';
import { KeyholeIcon } from './icons.tsx';
import { NameText } from './words.tsx';

/** `policy`: previews of the service's pages and mails; `section`: code, statistics and the login switch. */
export type Drawing = 'policy' | 'section';

export type Frame = {
  /** What happened or what to do, without the service's name. */
  title: string;
  /** The faults that the page shows: the title says so, and they stay when the language is switched. */
  faults?: readonly Fault[];
  /** Something else is wrong: the title says so too. */
  faulty?: boolean;
  /** A column of sections instead of one card. */
  wide?: boolean;
  /** A console page, which uses the whole width. */
  console?: boolean;
  /** What a page of the console draws that the others do not, with a style of its own. */
  draws?: Drawing | undefined;
  /** A public page for developers, which uses the whole width. */
  developers?: boolean;
  /** It has code to copy, with the console's style and script. */
  copies?: boolean;
  /** A single task: no link leads away by accident, not even the operator's name. */
  task?: boolean;
  /** It asks for a passkey, with the script that does so. */
  passkeys?: boolean;
  /** Shows who is signed in, with the button to sign out. */
  personal?: boolean;
  /** A menu comes first: the link that skips it leads to the page's own `Contents`. */
  menu?: boolean;
};

const CONTENTS = 'main';

/** What follows the menu of a page that has one. */
export const Contents = (props: { class?: string; children: ComponentChildren }) => (
  <div id={CONTENTS} class={props.class} tabIndex={-1}>
    {props.children}
  </div>
);

const Style = ({ href }: { href: string | undefined }) =>
  href === undefined ? null : <link rel="stylesheet" href={href} />;

const bodyClass = (frame: Frame): string | undefined => {
  if (frame.console) return 'wide console';
  if (frame.developers) return 'wide developers';
  return frame.wide ? 'wide' : undefined;
};

const Head = ({ context, title, frame }: { context: PageContext; title: string; frame: Frame }) => (
  <head>
    <meta charset="utf-8" />
    <title>{title}</title>
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <link rel="stylesheet" href={context.assets.style} />
    <Style href={frame.wide || frame.console || frame.developers ? context.assets.wide : undefined} />
    <Style href={frame.console || frame.copies ? context.assets.consoleStyle : undefined} />
    <Style href={frame.draws && context.assets[`${frame.draws}Style`]} />
    <Style href={frame.developers ? context.assets.developersStyle : undefined} />
    {context.assets.icon === undefined ? null : <link rel="icon" type="image/svg+xml" href={context.assets.icon} />}
    <script src={context.assets.script} defer />
    {frame.passkeys ? <script src={context.assets.passkeyScript} defer /> : null}
    {(frame.console && frame.draws !== 'policy') || frame.copies ? (
      <script src={context.assets.consoleScript} defer />
    ) : null}
    {frame.draws === 'policy' ? <script src={context.assets.policyScript} defer /> : null}
  </head>
);

const SignOut = ({ context, messages }: { context: PageContext; messages: Messages }) => {
  const who = context.signedInAs;
  if (who === undefined) return null;
  return (
    <form id="sign-out" class="who" method="post" action="/logout">
      <input type="hidden" name="csrf" value={who.logoutCsrf} />
      <span>
        <NameText of={who.nickname ?? who.email} />
      </span>
      {who.severalSignedIn ? <a href="/select-account">{messages.selectAccount.switch}</a> : null}
      <button type="submit" class="quiet">
        {messages.account.signOut}
      </button>
    </form>
  );
};

/** The operator's pages, and help. They open in a new tab, so that nobody loses what they typed. */
const ServiceLinks = ({ context, messages }: { context: PageContext; messages: Messages }) => {
  const { termsUrl, privacyUrl } = context.brand;
  const words = messages.service;
  const pages = [
    { href: servicePage(termsUrl), text: words.terms },
    { href: servicePage(privacyUrl), text: words.privacy },
    { href: '/help', text: words.help },
  ];
  return (
    <nav class="languages" aria-label={words.links}>
      {pages.map(({ href, text }) =>
        href === undefined ? null : (
          <a key={text} href={href} target="_blank" rel="noopener noreferrer">
            {text}
            <span class="unseen"> {messages.newTab}</span>
          </a>
        ),
      )}
    </nav>
  );
};

type LanguagesProps = { context: PageContext; messages: Messages; faults: readonly Fault[] };

const Languages = ({ context, messages, faults }: LanguagesProps) => {
  const hrefs = context.languageHrefs;
  if (hrefs === undefined) return null;
  if (context.languageForm)
    return <LanguageForm {...{ context, messages, faults, hrefs }} form={context.languageForm} />;
  return (
    <nav class="languages" aria-label={messages.languages}>
      {LANGUAGES.map((language) => (
        <a
          key={language}
          href={ownPath(hrefs[language])}
          lang={language}
          hreflang={language}
          aria-current={language === context.language ? 'true' : undefined}
        >
          {messagesFor(language).languageName}
        </a>
      ))}
    </nav>
  );
};

type LanguageFormProps = LanguagesProps & { hrefs: LanguageHrefs; form: LanguageFormFields };

/** The switch of a page that answers a form: what was typed travels along, and comes back in the other language. */
const LanguageForm = ({ context, messages, faults, hrefs, form }: LanguageFormProps) => (
  <form method="post" action={ownPath(hrefs[context.language])}>
    <input type="hidden" name="csrf" value={form.csrf} />
    {form.kept.map(([name, value], index) => (
      <input key={`${index} ${name}`} type="hidden" name={name} value={value} />
    ))}
    <input type="hidden" name={form.faultsField} value={JSON.stringify(faults.map(shownFault))} />
    <nav class="languages" aria-label={messages.languages}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="submit"
          name="ui_locales"
          value={language}
          formaction={ownPath(hrefs[language])}
          lang={language}
          aria-current={language === context.language ? 'true' : undefined}
        >
          {messagesFor(language).languageName}
        </button>
      ))}
    </nav>
  </form>
);

/** `detail` is for developers: pages show their own text for the code. */
const shownFault = ({ path, code, values }: Fault) => ({ path, code, values });

/** Where there is a logo for dark pages, each page shows the one of its look. */
const ServiceMark = ({ name, brand: { logo, logoDark } }: { name: string; brand: Brand }) => {
  const light = logo ?? logoDark;
  if (light === undefined) {
    return (
      <span class="key">
        <KeyholeIcon />
      </span>
    );
  }
  return <ApplicationMark name={name} logo={light} dark={logoDark} small />;
};

const Service = ({ name, brand, task }: { name: string; brand: Brand; task: boolean }) => {
  const words = (
    <>
      <ServiceMark name={name} brand={brand} />
      <NameText of={name} />
    </>
  );
  if (task) return <span class="service">{words}</span>;
  return (
    <a class="service" href="/">
      {words}
    </a>
  );
};

const Page = ({ context, frame, children }: { context: PageContext; frame: Frame; children: ComponentChildren }) => {
  const messages = messagesFor(context.language);
  const service = showName(context.brand.serviceName);
  const title = messages.pageTitle(showName(frame.title), service);
  const { faults = [], faulty = false } = frame;
  return (
    <html lang={context.language}>
      <Head context={context} title={faulty || faults.length > 0 ? messages.faultyTitle(title) : title} frame={frame} />
      <body class={bodyClass(frame)} data-working={messages.working}>
        <a class="skip" href={`#${CONTENTS}`}>
          {messages.skip}
        </a>
        <header>
          <Service name={service} brand={context.brand} task={frame.task === true} />
          {frame.personal ? <SignOut context={context} messages={messages} /> : null}
        </header>
        <main id={frame.menu ? undefined : CONTENTS}>{children}</main>
        <footer>
          <ServiceLinks context={context} messages={messages} />
          <Languages context={context} messages={messages} faults={faults} />
        </footer>
      </body>
    </html>
  );
};

/**
 * The whole document. The renderer escapes everything in it; nothing here bypasses that. End tags that HTML lets one
 * omit are left out (HTML 13.1.2.4): in long lists of options, tables and charts they weigh as much as what is in them.
 */
export const renderPage = (context: PageContext, frame: Frame, children: ComponentChildren): string =>
  `<!doctype html>${render(
    <Page context={context} frame={frame}>
      {children}
    </Page>,
  )
    .replaceAll(/<\/(?:option|td|th|tr)>(?=<(?:option|td|th|tr)\b)/g, '')
    .replaceAll('></path>', '/>')}`;
