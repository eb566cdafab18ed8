// Asks whether to sign out, if an application's request alone does not prove that the person wants it.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { PersonMark } from '../parts/application-mark.tsx';
import { Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import { PersonText, Words } from '../parts/words.tsx';
import { ErrorCodes } from './error-codes.tsx';

/** A sign-out that an application requests and the person is asked about. */
export type SignOutProps = {
  /** `/logout` with the request's query. */
  action: string;
  csrf: string;
  /** Its name, if the request says which application it is. */
  application: string | undefined;
  logo?: string | undefined;
  /** All accounts signed in on this device. */
  people: readonly { email: string; nickname: string | undefined }[];
  /** Host of the redirect URI, or its scheme for a private-use one; undefined without a redirect URI. */
  returnHost: string | undefined;
  fault: SignOutFault | undefined;
};

/** A fault in a logout request, which is the application's mistake. */
export type SignOutFault = {
  code: string;
  requestId: string;
  /** An English sentence for its developer. */
  detail: string;
  /** Path of the page that explains it. */
  helpHref: string | undefined;
};

const Person = ({ person: { email, nickname } }: { person: SignOutProps['people'][number] }) => (
  <div class="person">
    <PersonMark name={nickname ?? email} />
    <span>
      <PersonText nickname={nickname} email={email} />
    </span>
  </div>
);

/** What the person needs to know about the application's mistake. */
export const LogoutFault = ({ text }: { text: string }) => (
  <div class="notice bad" role="alert">
    <AlertIcon />
    <p>{text}</p>
  </div>
);

/** The same fault for the application's developer, below everything else. */
export const LogoutFaultDetail = ({ fault, messages }: { fault: SignOutFault; messages: Messages }) => (
  <>
    <ErrorCodes code={fault.code} status={400} requestId={fault.requestId} messages={messages} />
    <details class="help">
      <summary>{messages.error.developers}</summary>
      <p lang="en" dir="auto">
        {fault.detail}
      </p>
      {fault.helpHref === undefined ? null : (
        <p>
          <a href={ownPath(fault.helpHref)}>{messages.error.explain}</a>
        </p>
      )}
    </details>
  </>
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
      {props.fault === undefined ? null : <LogoutFault text={words.fault} />}
      {props.people.map((person) => (
        <Person key={person.email} person={person} />
      ))}
      <Form action={props.action} csrf={props.csrf}>
        <div class="buttons">
          <Primary text={words.submit} />
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
      {props.fault === undefined ? null : <LogoutFaultDetail fault={props.fault} messages={messages} />}
    </div>,
  );
};
