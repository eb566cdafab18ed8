// The start of the console: one's applications, or the way to a first one.
import { ApplicationMark } from '../application-mark.tsx';
import { Form } from '../form.tsx';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page.ts';
import { ownPath } from '../safe-text.ts';
import { Contact, NameText } from '../words.tsx';
import { LoginBadge, renderConsole } from './console-layout.tsx';
import type { ApplicationListProps } from './console-page.ts';
import { Pager } from './console-parts.tsx';
import { sectionPath } from './sections.ts';

type Listed = ApplicationListProps['applications'][number];

const Row = ({ row, messages }: { row: Listed; messages: Messages }) => {
  const words = messages.console;
  const facts = [
    row.platforms.length === 0 ? words.list.noPlatform : row.platforms.join(', '),
    words.list.items(row.consentItems),
  ];
  return (
    <li>
      <a class="listed" href={ownPath(sectionPath(row.id, 'overview'))}>
        <ApplicationMark name={row.name} small />
        <span class="grows">
          <b>
            <NameText of={row.name} />
          </b>
          <span class="hint">{facts.join(' · ')}</span>
        </span>
        <span class="badges">
          <LoginBadge on={row.loginActivation} messages={messages} />
          {row.role === undefined ? null : <span class="badge">{words.roles[row.role]}</span>}
        </span>
      </a>
    </li>
  );
};

const NewButton = ({ messages }: { messages: Messages }) => (
  <a class="primary" href="/console/applications/new">
    {messages.console.list.new}
  </a>
);

const Empty = ({ props, messages }: { props: ApplicationListProps; messages: Messages }) => {
  const words = messages.console.list;
  if (!props.mayRegister) return null;
  return (
    <section class="card start">
      <h2>{words.emptyTitle}</h2>
      <p>{words.emptyText}</p>
      <div class="buttons inline">
        <NewButton messages={messages} />
      </div>
    </section>
  );
};

/** For a plain user: the button, or whom to ask. */
const Ownership = (all: { props: ApplicationListProps; context: PageContext; messages: Messages }) => {
  const { props, context, messages } = all;
  const words = messages.console.list;
  const { supportContact } = context.brand;
  return (
    <section class="card start">
      <h2>{words.ownTitle}</h2>
      {props.mayBecomeOwner ? <p>{words.ownText}</p> : null}
      {props.mayBecomeOwner ? (
        <Form action="/console" csrf={props.csrf}>
          <div class="buttons inline">
            <button type="submit" class="primary" data-working={messages.working}>
              {words.ownButton}
            </button>
          </div>
        </Form>
      ) : (
        <p>
          {supportContact === undefined ? (
            words.ownAsk
          ) : (
            <>
              {words.ownWrite}
              <Contact contact={supportContact} />
            </>
          )}
        </p>
      )}
    </section>
  );
};

export const renderApplicationList = (context: PageContext, props: ApplicationListProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.console;
  const { applications } = props;
  return renderConsole(
    context,
    props,
    { title: words.title, place: 'list' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
        {props.mayRegister && applications.length > 0 ? <NewButton messages={messages} /> : null}
      </div>
      {applications.length === 0 ? (
        <Empty props={props} messages={messages} />
      ) : (
        <section class="card" aria-label={words.title}>
          <ul class="list">
            {applications.map((row) => (
              <Row key={row.id} row={row} messages={messages} />
            ))}
          </ul>
          <Pager path="/console" later={props.later} nextAfter={props.nextAfter} messages={messages} />
        </section>
      )}
      {props.mayRegister ? null : <Ownership props={props} context={context} messages={messages} />}
    </>,
  );
};
