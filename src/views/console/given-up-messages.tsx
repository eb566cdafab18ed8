// The messages that were given up, for operators: which, for which application, and why. Never where a mail went, nor
// what a message said (contract 20, 29).
import type { GivenUpKind, GivenUpMessage } from '../../core/operating/given-up/given-up-store.ts';
import type { MailTrouble } from '../../core/server/mail/mail-store.ts';
import type { FailedTry } from '../../core/sign-in/sessions/form-delivery.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath, showName, showText } from '../page/safe-text.ts';
import { TimeText } from '../page/time-text.tsx';
import { Empty } from '../parts/form.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { NO_FORMS, renderConsole } from './parts/console-layout.tsx';
import { Pager } from './parts/console-parts.tsx';
import { sectionPath } from './parts/sections.ts';
import { STAFF_PATHS } from './parts/staff-pages.ts';
import { DOCTOR } from './watch/doctor.tsx';

export const GIVEN_UP_MESSAGES = STAFF_PATHS.messages;

/** `lastTry`: what its failure says of one; undefined: it says something else. */
type Shown = GivenUpMessage & { lastTry: FailedTry | undefined };

export type GivenUpMessagesProps = {
  given: readonly Shown[];
  /** Only these; undefined: all. */
  kind: GivenUpKind | undefined;
  /** Whether there are newer ones. */
  later: boolean;
  /** Why the mail server refuses the mail of this server; undefined: it does not. */
  trouble: Pick<MailTrouble, 'reason' | 'since'> | undefined;
  /** Where the next page begins; undefined: there is none. */
  nextAfter: string | undefined;
};

type Part = { context: PageContext; messages: Messages };

/** A mail is named by its subject, as its recipient would have seen it. */
function titleOf(message: GivenUpMessage, { context, messages }: Part): string {
  const words = messages.givenUpMessages;
  if (message.kind === 'logout') return words.logout;
  if (message.kind === 'event') {
    return message.type === undefined ? words.eventGone : words.event(messages.events.typeNames[message.type]);
  }
  // A later version has kinds that this one does not know.
  if (!Object.hasOwn(messages.mail.kinds, message.type)) return showText(message.type);
  const { subject } = messages.mail.kinds[message.type];
  return typeof subject === 'string' ? subject : subject(showName(context.brand.serviceName));
}

/** The application, and where it receives such messages. */
const Recipient = ({ message, messages }: { message: GivenUpMessage; messages: Messages }) => {
  const words = messages.givenUpMessages;
  const { applicationId, applicationName = '', host } = message;
  return (
    <p>
      {words.to}: {applicationId === undefined ? words.removed : <bdi>{showName(applicationName)}</bdi>}
      {host === undefined ? null : (
        <>
          &nbsp;· <code>{showText(host)}</code>
        </>
      )}
    </p>
  );
};

/** Leads to the page of the application where its team can do something about it. */
const Remedy = ({ message, messages }: { message: GivenUpMessage; messages: Messages }) => {
  const words = messages.givenUpMessages;
  const { kind, applicationId } = message;
  if (kind === 'mail' || applicationId === undefined) return null;
  const [section, text] =
    kind === 'event' ? (['events', words.deliveries] as const) : (['sign-in', words.logoutUri] as const);
  return (
    <p>
      <a href={ownPath(sectionPath(applicationId, section))}>{text}</a>
    </p>
  );
};

/** In words where it is one of ours; what a mail server or the system said, as it was said. */
const Reason = ({ message, messages }: { message: Shown; messages: Messages }) => {
  const { kind, failure, lastTry } = message;
  const words = messages.events;
  const known = messages.givenUpMessages.reasons[kind][failure];
  if (known !== undefined) return <>{known}</>;
  if (lastTry === undefined) return <code>{showText(failure)}</code>;
  if ('status' in lastTry)
    return <>{lastTry.isRedirect ? words.redirected(lastTry.status) : words.answered(lastTry.status)}</>;
  return (
    <>
      {words.noAnswers[lastTry.noAnswer]}
      {lastTry.detail === undefined ? null : (
        <>
          {' '}
          (<code>{showText(lastTry.detail)}</code>)
        </>
      )}
    </>
  );
};

const Row = ({ message, ...part }: Part & { message: Shown }) => {
  const words = part.messages.givenUpMessages;
  const { language } = part.context;
  return (
    <li>
      <div>
        <b>{titleOf(message, part)}</b>
        {message.kind === 'mail' ? null : <Recipient message={message} messages={part.messages} />}
        <p class="hint">
          {words.givenUp} <TimeText moment={message.endedAt} language={language} />
          &nbsp;· {words.since} <TimeText moment={message.createdAt} language={language} />
          &nbsp;· {words.tries(message.tries)}
          {message.kind === 'mail' ? (
            <>
              &nbsp;· {words.inLog}: <code>{showText(message.id)}</code>
            </>
          ) : null}
        </p>
        <p>
          {words.reason}: <Reason message={message} messages={part.messages} />
        </p>
        <Remedy message={message} messages={part.messages} />
      </div>
    </li>
  );
};

/** Mail of everybody is refused: what waits is not in the list. */
const Trouble = ({ trouble, context, messages }: Part & { trouble: NonNullable<GivenUpMessagesProps['trouble']> }) => {
  const words = messages.givenUpMessages;
  return (
    <div class="notice bad" role="alert">
      <AlertIcon />
      <div>
        <p>
          <b>{words.trouble}</b>
        </p>
        <p>
          {words.troubleSince} <TimeText moment={trouble.since} language={context.language} />
          &nbsp;· {words.reason}: <code>{showText(trouble.reason)}</code>
        </p>
        <p>
          {words.troubleHint} <a href={DOCTOR}>{messages.doctor.title}</a>
        </p>
      </div>
    </div>
  );
};

const KindForm = ({ kind, messages }: { kind: GivenUpKind | undefined; messages: Messages }) => {
  const words = messages.givenUpMessages;
  return (
    <div class="search">
      <form method="get" action={GIVEN_UP_MESSAGES}>
        <label class="unseen" for="kind">
          {words.kind}
        </label>
        <select id="kind" name="kind" autocomplete="off">
          <option value="">{words.allKinds}</option>
          {Object.entries(words.kinds).map(([one, name]) => (
            <option key={one} value={one} selected={one === kind}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit" class="small">
          {words.show}
        </button>
      </form>
    </div>
  );
};

const hrefOf = (kind: GivenUpKind | undefined, after?: string): string => {
  const parameters = Object.entries({ kind, after }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return parameters.length === 0 ? GIVEN_UP_MESSAGES : `${GIVEN_UP_MESSAGES}?${new URLSearchParams(parameters)}`;
};

export const renderGivenUpMessages = (context: PageContext, props: GivenUpMessagesProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.givenUpMessages;
  const { given, kind, nextAfter } = props;
  return renderConsole(
    context,
    NO_FORMS,
    { title: words.title, place: 'messages' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      {props.trouble ? <Trouble trouble={props.trouble} context={context} messages={messages} /> : null}
      <section class="card" aria-label={words.title}>
        {given.length === 0 && kind === undefined ? (
          <Empty title={words.empty} hint={words.emptyHint} />
        ) : (
          <>
            <p class="hint">{words.hint}</p>
            <KindForm kind={kind} messages={messages} />
            {given.length === 0 ? (
              <p>{words.noneOfKind}</p>
            ) : (
              <ul class="rows">
                {given.map((message) => (
                  <Row key={message.id} message={message} context={context} messages={messages} />
                ))}
              </ul>
            )}
          </>
        )}
        <Pager
          links={[
            [props.later ? hrefOf(kind) : undefined, messages.console.first],
            [nextAfter === undefined ? undefined : hrefOf(kind, nextAfter), messages.console.more],
          ]}
          messages={messages}
        />
      </section>
    </>,
  );
};
