// The start page: who runs this server, and links to sign in or to the account.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Contact, Words } from '../parts/words.tsx';

/** `notSetUp`: nobody has an account on this server yet. */
export type HomeProps = { signInHref: string; signUpHref: string | undefined; notSetUp?: boolean };

/** What a server says that nobody has set up. It tells no secret: the link stands in the server's log. */
export const NotSetUp = ({ messages: { notSetUp: words } }: { messages: Messages }) => (
  <div class="notice note" role="status">
    <p>
      <b>{words.title}</b> {words.text} <code>latchkey accounts create</code>
    </p>
  </div>
);

const SignedIn = ({ who, messages }: { who: NonNullable<PageContext['signedInAs']>; messages: Messages }) => (
  <>
    <p class="centred">
      <Words of={messages.home.signedInAs(who.nickname ?? who.email)} />
    </p>
    <div class="buttons">
      <a class="primary" href="/account">
        {messages.home.account}
      </a>
    </div>
  </>
);

const SignInLinks = ({ props, messages }: { props: HomeProps; messages: Messages }) => (
  <div class="buttons">
    <a class="primary" href={ownPath(props.signInHref)}>
      {messages.home.signIn}
    </a>
    {props.signUpHref === undefined ? null : (
      <a class="secondary" href={ownPath(props.signUpHref)}>
        {messages.home.signUp}
      </a>
    )}
  </div>
);

export const renderHome = (context: PageContext, props: HomeProps): string => {
  const messages = messagesFor(context.language);
  const { serviceName, supportContact } = context.brand;
  const who = context.signedInAs;
  return renderPage(
    context,
    { title: who === undefined ? messages.home.signIn : messages.account.title, personal: true },
    <div class="card">
      <Heading title={<Words of={messages.home.heading(serviceName)} />} lede={[messages.home.lede]} />
      {props.notSetUp ? <NotSetUp messages={messages} /> : null}
      {who === undefined ? (
        <SignInLinks props={props} messages={messages} />
      ) : (
        <SignedIn who={who} messages={messages} />
      )}
      {supportContact === undefined ? null : (
        <p class="aside-line">
          {messages.home.contact}
          <Contact contact={supportContact} />
        </p>
      )}
    </div>,
  );
};
