// Asks whether to sign out, where an application's request alone does not prove that the person wants it.
import { PersonMark } from './application-mark.tsx';
import { Form, Primary } from './form.tsx';
import { Heading } from './heading.tsx';
import { AlertIcon } from './icons.tsx';
import { renderPage } from './layout.tsx';
import { type Messages, messagesFor } from './messages/messages-for.ts';
import type { PageContext, SignOutProps } from './page.ts';
import { ownPath, showName } from './safe-text.ts';
import { PersonText, Words } from './words.tsx';

const Person = ({ person: { email, nickname } }: { person: SignOutProps['people'][number] }) => (
  <div class="person">
    <PersonMark name={nickname ?? email} />
    <span>
      <PersonText nickname={nickname} email={email} />
    </span>
  </div>
);

/** The application made a mistake: what the person needs to know of it. */
export const LogoutFault = ({ text }: { text: string }) => (
  <div class="notice bad" role="alert">
    <AlertIcon />
    <p>{text}</p>
  </div>
);

type DetailProps = { detail: string; helpHref: string | undefined; messages: Messages };

/** The same for its developer, below everything else. */
export const DeveloperDetail = ({ detail, helpHref, messages }: DetailProps) => (
  <details class="help">
    <summary>{messages.error.developers}</summary>
    <p lang="en" dir="auto">
      {detail}
    </p>
    {helpHref === undefined ? null : (
      <p>
        <a href={ownPath(helpHref)}>{messages.error.explain}</a>
      </p>
    )}
  </details>
);

export const renderSignOut = (context: PageContext, props: SignOutProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.signOut;
  const service = showName(context.brand.serviceName);
  const name = props.application === undefined ? undefined : showName(props.application);
  return renderPage(
    context,
    { title: words.title(service), task: true },
    <div class="card">
      <Heading
        application={name}
        logo={props.logo}
        title={<Words of={words.heading(service)} />}
        lede={name === undefined ? [words.check] : words.asks(name)}
      />
      {props.developerDetail === undefined ? null : <LogoutFault text={words.fault} />}
      {props.people.map((person) => (
        <Person key={person.email} person={person} />
      ))}
      <Form action={props.action} csrf={props.csrf}>
        <div class="buttons">
          <Primary text={words.submit} working={messages.working} />
          <a class="secondary" href="/account">
            {words.stay}
          </a>
        </div>
      </Form>
      {props.returnHost === undefined ? null : (
        <div class="fine">
          <p>
            <Words of={messages.consent.goTo(props.returnHost)} />
          </p>
        </div>
      )}
      {props.developerDetail === undefined ? null : (
        <DeveloperDetail detail={props.developerDetail} helpHref={props.helpHref} messages={messages} />
      )}
    </div>,
  );
};
