// The sign-in page: email and password, for an application or for the account page.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { PersonMark } from '../parts/application-mark.tsx';
import { FaultSummary, faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Cancel, Field, Form, PasswordField, Primary, Tick } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { Brand, PageContext, SignInProps } from '../parts/page.ts';
import { ownPath, showName } from '../parts/safe-text.ts';
import { Contact, Words } from '../parts/words.tsx';
import { Limited } from './limited.tsx';

const ContinueAs = ({ who, messages }: { who: NonNullable<SignInProps['continueAs']>; messages: Messages }) => (
  <p class="person">
    <PersonMark name={who.email} />
    <span>
      <Words of={messages.signIn.signedInAs(who.email)} />
      <a href={ownPath(who.href)}>{messages.signIn.goOn}</a>
    </span>
  </p>
);

/** The server sends no mail: this only says who can help. */
const Forgot = ({ brand, messages }: { brand: Brand; messages: Messages }) => (
  <details class="help">
    <summary>{messages.signIn.forgot}</summary>
    <p>
      {brand.supportContact === undefined ? (
        <Words of={messages.signIn.forgotAsk(brand.serviceName)} />
      ) : (
        <>
          <Words of={messages.signIn.forgotWrite} />
          <Contact contact={brand.supportContact} />
          {messages.signIn.forgotWriteAfter}
        </>
      )}
    </p>
  </details>
);

/** The first fault, or the first field that is still empty. */
const focusOf = (props: SignInProps): string =>
  firstFaultyField(props.faults) ?? (props.email === '' ? 'email' : 'password');

const SignInForm = ({ props, messages }: { props: SignInProps; messages: Messages }) => {
  const focus = focusOf(props);
  return (
    <Form action={props.action} csrf={props.csrf}>
      <Field
        name="email"
        label={messages.fields.email}
        type="email"
        inputmode="email"
        autocomplete="username webauthn"
        value={props.email}
        fault={faultAt('email', props.faults, messages)}
        focus={focus === 'email'}
        required
      />
      <PasswordField
        name="password"
        fault={faultAt('password', props.faults, messages)}
        focus={focus === 'password'}
        messages={messages}
      />
      <Tick name="persistent" checked={props.persistent} label={messages.signIn.persistent} />
      <div class="buttons">
        <Primary text={messages.signIn.submit} working={messages.working} />
        {props.application === undefined ? null : <Cancel text={messages.cancel} />}
      </div>
    </Form>
  );
};

/** Sign-in for an application (`application` set) or for `/account`. */
export const renderSignIn = (context: PageContext, props: SignInProps): string => {
  const messages = messagesFor(context.language);
  const name = props.application?.name;
  const words = messages.signIn;
  const limited = props.limitedForMinutes;
  return renderPage(
    context,
    {
      title: name === undefined ? words.title : words.titleFor(showName(name)),
      task: true,
      faults: props.faults,
      faulty: props.faults.length > 0 || limited !== undefined,
    },
    <div class="card">
      <Heading
        application={name}
        logo={props.application?.logo}
        title={words.title}
        lede={name === undefined ? words.ledeAlone(context.brand.serviceName) : words.lede(showName(name))}
      />
      {limited === undefined ? null : <Limited text={words.limited(limited)} />}
      <FaultSummary faults={props.faults} messages={messages} />
      {props.continueAs === undefined ? null : <ContinueAs who={props.continueAs} messages={messages} />}
      <SignInForm props={props} messages={messages} />
      <Forgot brand={context.brand} messages={messages} />
      {props.signUpHref === undefined ? null : (
        <p class="aside-line">
          {words.noAccount} <a href={ownPath(props.signUpHref)}>{words.create}</a>
        </p>
      )}
    </div>,
  );
};
