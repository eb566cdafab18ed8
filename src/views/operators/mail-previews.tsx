// What each mail says, in every language, as it arrives. The page's Content-Security-Policy allows no inline styles, so
// the card is drawn by the console's style sheet; text and order are the mail's own.
import type { MailKind } from '../../core/server/mail/mail-kinds.ts';
import type { NoTestMail } from '../../core/server/mail/send-test-mail.ts';
import { ConsoleForm, formOf } from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { STAFF_PATHS } from '../console/parts/staff-pages.ts';
import { EXAMPLE_KINDS, exampleOf } from '../mail/example-mails.ts';
import { footOf } from '../mail/mail-layout.tsx';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { LANGUAGES, type Language, type PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { Words } from '../parts/words.tsx';

export type MailPreviewsProps = ConsolePage & {
  shown: MailKind;
  authUrl: string;
  /** The operator's own. */
  email: string;
  /** Why they can send themselves none; undefined: they can. */
  noTest: NoTestMail | undefined;
};

type Part = { context: PageContext; props: MailPreviewsProps };

const contentIn = (kind: MailKind, language: Language, { context, props }: Part) =>
  exampleOf(kind, { language, service: showName(context.brand.serviceName), authUrl: props.authUrl });

/** Nothing in it can be followed: its links open nothing. */
const Mail = ({ language, ...part }: Part & { language: Language }) => {
  const { brand } = part.context;
  const { subject, lines, code, details, advice, action } = contentIn(part.props.shown, language, part);
  return (
    <article class="mail" lang={language} aria-label={messagesFor(language).languageName}>
      <p class="hint">{showName(brand.serviceName)}</p>
      <h3>{subject}</h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {code === undefined ? null : <p class="one-time-code">{code}</p>}
      <dl class="facts">
        {details.map(({ label, value }) => (
          <div key={label} class="fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{advice}</p>
      {action === undefined ? null : <p class="press">{action.label}</p>}
      {footOf({ brand, language }).map((line) => (
        <p key={line} class="hint">
          {line}
        </p>
      ))}
    </article>
  );
};

/** What stops it is seen by `doctor` at once, and among the messages once it is given up. */
const TestMail = ({ props, messages }: { props: MailPreviewsProps; messages: Messages }) => {
  const words = messages.policy.mails.test;
  return (
    <section class="card" aria-label={words.title}>
      <h2>{words.title}</h2>
      {props.noTest === undefined ? (
        <>
          <p>
            <Words of={words.hint(props.email)} />
          </p>
          <p class="hint">
            {words.late} <a href={STAFF_PATHS.doctor}>{messages.doctor.title}</a>. {words.givenUp}{' '}
            <a href={STAFF_PATHS.messages}>{messages.givenUpMessages.title}</a>.
          </p>
          <ConsoleForm of={formOf(props, 'test', messages)} href={STAFF_PATHS.mails} csrf={props.csrf} action="test">
            <div class="buttons inline">
              <button type="submit" class="secondary" data-working="">
                {words.send}
              </button>
            </div>
          </ConsoleForm>
        </>
      ) : (
        <p>
          {words[props.noTest]}
          {props.noTest === 'unverified' ? (
            <>
              {' '}
              <a href="/verify">{words.verify}</a>
            </>
          ) : null}
        </p>
      )}
    </section>
  );
};

export const renderMailPreviews = (context: PageContext, props: MailPreviewsProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.policy.mails;
  const part = { context, props };
  return renderConsole(
    context,
    props,
    { title: words.title, place: 'mails', draws: 'policy' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <p class="hint says">{words.hint}</p>
      <TestMail props={props} messages={messages} />
      <section class="card" aria-label={words.shown}>
        <h2>{contentIn(props.shown, context.language, part).subject}</h2>
        <div class="both">
          {LANGUAGES.map((language) => (
            <Mail key={language} language={language} {...part} />
          ))}
        </div>
      </section>
      <section class="card" aria-label={words.all}>
        <h2>{words.all}</h2>
        <ul class="choices mails">
          {EXAMPLE_KINDS.map((kind) => (
            <li key={kind}>
              <a href={`${STAFF_PATHS.mails}?kind=${kind}`} aria-current={kind === props.shown ? 'page' : undefined}>
                {contentIn(kind, context.language, part).subject}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>,
  );
};
