// The sign-in page: email and password, for an application or for the account page.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Brand } from '../page/brand.ts';
import type { PageContext, SignInProps } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { PersonMark } from '../parts/application-mark.tsx';
import { FaultSummary, faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Cancel, Field, Form, PasswordField, Primary, Tick } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';
import { Person } from '../parts/person.tsx';
import { Contact, Words } from '../parts/words.tsx';
import { NoPasskeys, PasskeyButton, PasskeyField, Signal } from '../passkeys/passkey-button.tsx';
import { NotSetUp } from './home.tsx';

const ContinueAs = ({ who, messages }: { who: NonNullable<SignInProps['continueAs']>; messages: Messages }) => (
  <p class="person">
    <PersonMark name={who.email} />
    <span>
      <Words of={messages.signIn.signedInAs(who.email)} />
      <a href={ownPath(who.href)}>{messages.signIn.goOn}</a>
    </span>
  </p>
);

/** Whose password is asked for, and the way to use another account. */
const KnownPerson = ({ props, messages }: { props: SignInProps; messages: Messages }) => {
  const { again, email } = props;
  if (again === undefined) return null;
  const { nickname, otherAccountHref: href } = again;
  const other = href === undefined ? undefined : { href, text: messages.consent.otherAccount };
  return <Person who={{ email, nickname }} label={messages.consent.account} other={other} />;
};

const EmailField = ({ props, focus, messages }: { props: SignInProps; focus: boolean; messages: Messages }) =>
  props.again ? (
    // Shown above as the person; here for password managers, which look for the address beside the password.
    <input
      class="unseen"
      type="email"
      name="email"
      autocomplete="username"
      value={props.email}
      readonly
      tabIndex={-1}
      aria-hidden="true"
    />
  ) : (
    <Field
      name="email"
      label={messages.fields.email}
      type="email"
      inputmode="email"
      autocomplete="username webauthn"
      value={props.email}
      fault={faultAt('email', props.faults, messages)}
      focus={focus}
      required
    />
  );

/** Where the server sends no mail, this only says who can help. */
const AskSomebody = ({ brand, messages }: { brand: Brand; messages: Messages }) => (
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

const Forgot = ({ href, brand, messages }: { href: string | undefined; brand: Brand; messages: Messages }) =>
  href === undefined ? (
    <AskSomebody brand={brand} messages={messages} />
  ) : (
    <p class="help">
      <a href={ownPath(href)}>{messages.signIn.forgot}</a>
    </p>
  );

/** The first fault, or the first field that is still empty. */
const focusOf = (props: SignInProps): string =>
  firstFaultyField(props.faults) ?? (props.email === '' ? 'email' : 'password');

const SignInForm = ({ props, messages }: { props: SignInProps; messages: Messages }) => {
  const focus = focusOf(props);
  return (
    <Form action={props.action} csrf={props.csrf}>
      <input type="hidden" name="csrf_device" value={props.csrfOfDevice} />
      <EmailField props={props} focus={focus === 'email'} messages={messages} />
      <PasswordField
        name="password"
        fault={faultAt('password', props.faults, messages)}
        focus={focus === 'password'}
        messages={messages}
      />
      <Tick name="persistent" checked={props.persistent} label={messages.signIn.persistent} />
      <div class="buttons">
        <Primary text={props.again ? messages.signIn.again.submit : messages.signIn.submit} />
        {props.passkey === undefined ? null : (
          <PasskeyButton prompt={props.passkey} text={messages.passkeys.signIn} messages={messages} />
        )}
        {props.application === undefined ? null : <Cancel text={messages.cancel} />}
        {props.passkey === undefined ? null : <NoPasskeys messages={messages} />}
      </div>
      {props.passkey === undefined ? null : (
        <>
          <PasskeyField />
          <input type="hidden" name="passkey_able" value="" />
        </>
      )}
    </Form>
  );
};

/** What the page is called, by its title and by its heading. */
const headingOf = (context: PageContext, props: SignInProps, messages: Messages) => {
  const words = messages.signIn;
  if (props.application === undefined) {
    return { title: words.title, heading: words.title, lede: words.ledeAlone(context.brand.serviceName) };
  }
  const name = showName(props.application.name);
  if (props.again)
    return { title: words.again.titleFor(name), heading: words.again.title, lede: words.again.lede(name) };
  return { title: words.titleFor(name), heading: words.title, lede: words.lede(name) };
};

/** Sign-in for an application (`application` set) or for `/account`. */
export const renderSignIn = (context: PageContext, props: SignInProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.signIn;
  const limited = props.limitedForMinutes;
  const { title, heading, lede } = headingOf(context, props, messages);
  return renderPage(
    context,
    { title, task: true, faults: props.faults, faulty: limited !== undefined, passkeys: props.passkey !== undefined },
    <div class="card">
      <Heading application={props.application?.name} logo={props.application?.logo} title={heading} lede={lede} />
      {props.notSetUp ? <NotSetUp messages={messages} /> : null}
      {props.sessionEnded ? (
        <div class="notice note">
          <p>{words.sessionEnded}</p>
        </div>
      ) : null}
      {limited === undefined ? null : <Limited text={words.limited(limited)} />}
      <FaultSummary faults={props.faults} messages={messages} />
      {props.continueAs === undefined ? null : <ContinueAs who={props.continueAs} messages={messages} />}
      <KnownPerson props={props} messages={messages} />
      <SignInForm props={props} messages={messages} />
      <Signal signal={props.signal} />
      <Forgot href={props.forgotHref} brand={context.brand} messages={messages} />
      {props.signUpHref === undefined || props.again ? null : (
        <p class="aside-line">
          {words.noAccount} <a href={ownPath(props.signUpHref)}>{words.create}</a>
        </p>
      )}
    </div>,
  );
};
