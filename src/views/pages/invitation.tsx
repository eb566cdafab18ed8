// The page of an invitation's link: the application, the role, who invites, and the buttons to accept and to decline.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { InvitationProps, PageContext } from '../page/page.ts';
import { ownPath, showName, showText } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { FaultSummary } from '../parts/faults.tsx';
import { Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Person } from '../parts/person.tsx';
import { Words } from '../parts/words.tsx';

type Part = { props: InvitationProps; messages: Messages };

const SignInFirst = ({ props, messages }: Part) => {
  const words = messages.invitation;
  return (
    <>
      <p>{props.signUpHref === undefined ? words.signInOnly : words.signInFirst}</p>
      <div class="buttons">
        <a class="primary" href={ownPath(props.signInHref)}>
          {words.signIn}
        </a>
        {props.signUpHref === undefined ? null : (
          <a class="secondary" href={ownPath(props.signUpHref)}>
            {words.signUp}
          </a>
        )}
      </div>
    </>
  );
};

const AlreadyMember = ({ props, messages, href }: Part & { href: string }) => (
  <>
    <p>{messages.invitation.belongs}</p>
    <div class="buttons">
      <a class="primary" href={ownPath(href)}>
        {messages.invitation.open}
      </a>
      <a class="secondary" href={ownPath(props.signInHref)}>
        {messages.invitation.otherAccount}
      </a>
    </div>
  </>
);

const Answer = ({ props, messages }: Part) => {
  const words = messages.invitation;
  return (
    <Form action={props.action} csrf={props.csrf}>
      <p class="hint">{words.shown}</p>
      <div class="buttons">
        <Primary
          text={props.invitation.role === 'owner' ? words.offer.accept : words.accept}
          name="action"
          value="accept"
        />
        <button type="submit" class="secondary" name="action" value="decline">
          {words.decline}
        </button>
      </div>
    </Form>
  );
};

/** Ownership is for the account that was meant, whoever else has the link. */
const NotMeant = ({ props, messages }: Part) => (
  <>
    <p class="notice note">{messages.invitation.offer.notMeant}</p>
    <div class="buttons">
      <a class="primary" href={ownPath(props.signInHref)}>
        {messages.invitation.otherAccount}
      </a>
    </div>
  </>
);

export const renderInvitation = (context: PageContext, props: InvitationProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.invitation;
  const { role, inviterEmail, expiresAt } = props.invitation;
  const { application, signedIn, belongsHref } = props;
  const part = { props, messages };
  const { title, heading } = role === 'owner' ? words.offer : words;
  return renderPage(
    context,
    {
      title: title(showName(application.name)),
      task: true,
      faults: props.faults,
    },
    <div class="card">
      <Heading
        application={application.name}
        logo={application.logo}
        title={<Words of={heading(showName(application.name))} />}
        lede={words.lede(showText(inviterEmail), role)}
      />
      <FaultSummary faults={props.faults} messages={messages} />
      <p>
        {words.roles[role]} {words.until(dateText(expiresAt, context.language))}
      </p>
      {signedIn === undefined ? <SignInFirst {...part} /> : null}
      {signedIn && belongsHref !== undefined ? <AlreadyMember {...part} href={belongsHref} /> : null}
      {signedIn && belongsHref === undefined ? (
        <>
          <Person who={signedIn} label={words.account} other={{ href: props.signInHref, text: words.otherAccount }} />
          {props.isMeant ? <Answer {...part} /> : <NotMeant {...part} />}
        </>
      ) : null}
    </div>,
  );
};
