// The start page of the console: invitations to answer, the person's applications, or how to get a first one.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { showName, showText } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { ApplicationMark } from '../parts/application-mark.tsx';
import { Form, MainButton } from '../parts/form.tsx';
import { Contact, NameText, Words } from '../parts/words.tsx';
import { Listing } from './listing.tsx';
import { ConsoleForm, formOf } from './parts/console-fields.tsx';
import { renderConsole } from './parts/console-layout.tsx';
import type { ApplicationListProps } from './parts/console-page.ts';
import { Copyable } from './parts/console-parts.tsx';
import { shellQuoted } from './sample-code/quote.ts';

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

/** Signs in with another account, which may be an owner's. */
const OtherAccount = ({ messages }: { messages: Messages }) => (
  <p>
    <a href="/login?to=/console">{messages.console.list.ownOther}</a>
  </p>
);

/** Nobody can become an owner by themselves: says whom to ask, and which command the operator runs. */
const AskOperator = (all: { noOperator: boolean; context: PageContext; messages: Messages }) => {
  const { noOperator, context, messages } = all;
  const words = messages.console.list;
  const { supportContact } = context.brand;
  const email = context.signedInAs?.email ?? '';
  return (
    <>
      <p>
        <Words of={words.ownClosed(email)} />
      </p>
      {noOperator ? (
        <p>{words.noOperator}</p>
      ) : supportContact === undefined ? (
        <p>{words.ownAsk}</p>
      ) : (
        <p>
          {words.ownWrite}
          <Contact contact={supportContact} />
        </p>
      )}
      <OtherAccount messages={messages} />
      <details class="help">
        <summary>{noOperator ? words.noOperatorCommand : words.ownOperator}</summary>
        <Copyable
          of={`latchkey accounts set-role --email ${shellQuoted(email)} --role ${noOperator ? 'operator' : 'owner'}`}
          messages={messages}
        />
      </details>
    </>
  );
};

const BecomeOwner = ({ props, messages }: { props: ApplicationListProps; messages: Messages }) => {
  const words = messages.console.list;
  return (
    <>
      <p>{words.ownText}</p>
      <Form action="/console" csrf={props.csrf}>
        <MainButton text={words.ownButton} />
      </Form>
      <OtherAccount messages={messages} />
    </>
  );
};

/** For a plain user: how to become an owner, or whom to ask. */
const Ownership = (all: { props: ApplicationListProps; context: PageContext; messages: Messages }) => {
  const { props, context, messages } = all;
  return (
    <section class="card start">
      <h2>{messages.console.list.ownTitle}</h2>
      {props.mayBecomeOwner ? (
        <BecomeOwner props={props} messages={messages} />
      ) : (
        <AskOperator noOperator={props.noOperator} context={context} messages={messages} />
      )}
    </section>
  );
};

type Invited = ApplicationListProps['invitations'][number];
type InvitationPart = {
  invitation: Invited;
  props: ApplicationListProps;
  context: PageContext;
  messages: Messages;
};

const Answer = (all: InvitationPart & { action: string; text: string; label: string }) => {
  const { invitation, props, messages, action } = all;
  return (
    <ConsoleForm
      of={formOf(props, `${action}-${invitation.id}`, messages)}
      href="/console"
      csrf={props.csrf}
      action={action}
      entry={invitation.id}
    >
      <button type="submit" class="small" aria-label={all.label}>
        {all.text}
      </button>
    </ConsoleForm>
  );
};

const InvitationRow = (part: InvitationPart) => {
  const { invitation, context, messages } = part;
  const words = messages.console.list;
  const name = showName(invitation.applicationName);
  const until = dateText(invitation.expiresAt, context.language);
  return (
    <li>
      <ApplicationMark name={invitation.applicationName} small />
      <div>
        <b>
          <NameText of={invitation.applicationName} />
        </b>
        <p class="hint">
          <Words of={words.invitationBy(showText(invitation.inviterEmail), invitation.role, until)} />
        </p>
        <div class="buttons inline">
          <Answer {...part} action="accept-invitation" text={words.accept} label={words.acceptLabel(name)} />
          <Answer {...part} action="decline-invitation" text={words.decline} label={words.declineLabel(name)} />
        </div>
      </div>
    </li>
  );
};

/** Invitations to the person's verified address. */
const Invitations = (all: { props: ApplicationListProps; context: PageContext; messages: Messages }) => {
  const { invitations } = all.props;
  if (invitations.length === 0) return null;
  return (
    <section class="card">
      <h2>{all.messages.console.list.invitations}</h2>
      <ul class="rows">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} {...all} />
        ))}
      </ul>
    </section>
  );
};

export const renderApplicationList = (context: PageContext, props: ApplicationListProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.console;
  const title = context.staff === 'operator' ? messages.serverState.applications : words.title;
  const isEmpty = props.applications.length === 0 && props.search.text === '' && props.search.only === undefined;
  return renderConsole(
    context,
    props,
    { title, place: 'applications', draws: 'section' },
    <>
      <div class="top">
        <h1>{title}</h1>
        {props.mayRegister && !isEmpty ? <NewButton messages={messages} /> : null}
      </div>
      <Invitations props={props} context={context} messages={messages} />
      {isEmpty ? (
        <Empty props={props} messages={messages} />
      ) : (
        <Listing props={props} messages={messages} language={context.language} />
      )}
      {props.mayRegister ? null : <Ownership props={props} context={context} messages={messages} />}
    </>,
  );
};
