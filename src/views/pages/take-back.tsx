// The page of the link that takes back a change of the address, and the page afterwards.

import type { Fault } from '../../core/ground/fault.ts';
import type { ListedFactor } from '../../core/sign-in/factors/listed-factor.ts';
import { FactorsFromBefore } from '../factors/factors-from-before.tsx';
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import type { PasskeyPrompt } from '../page/passkey-prompt.ts';
import { ownPath } from '../page/safe-text.ts';
import { timeText } from '../page/time-text.tsx';
import { FaultSummary, faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Field, Form, PasswordField, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';
import { PasskeyButton, PasskeyField, PasskeysNeeded } from '../passkeys/passkey-button.tsx';

export type TakeBackProps = {
  action: string;
  csrf: string;
  /** The address that the account gets back. */
  email: string;
  /** When the change was asked for. */
  askedAt: number;
  /** The account is deleted then, unless the change is taken back: this restores it. */
  leavingUntil: number | undefined;
  /** The account has one-time codes from before. */
  asksCode: boolean;
  /** For a passkey from before, instead of a code. Undefined: the account has none. */
  passkey?: PasskeyPrompt | undefined;
  /** From before the change was asked for, newest first. */
  factors: readonly ListedFactor[];
  /** The ids of those to remove, in a form that was refused. */
  ticked: readonly string[] | undefined;
  /**
   * `code-missing`, `code-wrong`, `codes-resting`, those of a new password, `passkey-wrong`, `passkey-late`,
   * `form-expired` (path []).
   */
  faults: readonly Fault[];
  /** Too many codes were wrong: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
};

/** The address is not sent (its field has no name): a password manager saves the password under it. */
export const renderTakeBack = (context: PageContext, props: TakeBackProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.verification.takeBack;
  const limited = props.limitedForMinutes;
  const { passkey } = props;
  const isByPasskeyAlone = passkey !== undefined && !props.asksCode;
  const focus = firstFaultyField(props.faults) ?? (props.asksCode && !passkey ? 'code' : 'password');
  return renderPage(
    context,
    {
      title: words.title,
      task: true,
      faults: props.faults,
      faulty: limited !== undefined,
      passkeys: passkey !== undefined,
    },
    <div class="card">
      <Heading title={words.title} lede={words.lede(props.email)} />
      {limited === undefined ? null : <Limited text={words.limited(limited)} />}
      <FaultSummary
        faults={props.faults}
        messages={messages}
        names={{ password: messages.fields.new_password, code: words.code }}
      />
      {props.leavingUntil === undefined ? null : (
        <p class="hint">{words.restores(timeText(props.leavingUntil, context.language))}</p>
      )}
      <Form action={props.action} csrf={props.csrf}>
        {passkey === undefined ? null : <PasskeyField />}
        <div class="field">
          <label for="account">{messages.fields.email}</label>
          <input id="account" autocomplete="username" value={props.email} readonly />
        </div>
        {props.asksCode ? (
          <Field
            name="code"
            label={words.code}
            hint={words.codeHint}
            value=""
            autocomplete="one-time-code"
            fault={faultAt('code', props.faults, messages)}
            focus={focus === 'code'}
            plain
          />
        ) : null}
        <PasswordField
          name="password"
          label={messages.fields.new_password}
          isNew
          fault={faultAt('password', props.faults, messages)}
          focus={focus === 'password'}
          messages={messages}
        />
        <FactorsFromBefore
          askedAt={props.askedAt}
          factors={props.factors}
          ticked={props.ticked}
          messages={messages}
          language={context.language}
        />
        <div class="buttons">
          {isByPasskeyAlone ? null : <Primary text={words.submit} />}
          {passkey === undefined ? null : (
            <PasskeyButton
              prompt={passkey}
              text={words.byPasskey}
              messages={messages}
              look={isByPasskeyAlone ? 'primary' : 'secondary'}
              needs="password"
            />
          )}
          {isByPasskeyAlone ? <PasskeysNeeded messages={messages} /> : null}
        </div>
      </Form>
    </div>,
  );
};

export const renderTakenBack = (context: PageContext, { signInHref }: { signInHref: string }): string => {
  const words = messagesFor(context.language).verification.takeBack;
  return renderPage(
    context,
    { title: words.doneTitle, task: true },
    <div class="card">
      <Heading title={words.doneTitle} lede={[words.doneLede]} />
      <div class="buttons">
        <a class="primary" href={ownPath(signInHref)}>
          {words.signIn}
        </a>
      </div>
    </div>,
  );
};
