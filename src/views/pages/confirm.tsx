// The page that asks a person to confirm who they are, before an act that could harm them or their application.

import type { Fault } from '../../core/ground/fault.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import type { PasskeyPrompt } from '../page/passkey-prompt.ts';
import { ownPath } from '../page/safe-text.ts';
import { FaultSummary, faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Form, PasswordField, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import { PasskeyButton, PasskeyField, PasskeysNeeded } from '../passkeys/passkey-button.tsx';
import { CodeField } from './second-step.tsx';

export type ConfirmProps = {
  action: string;
  csrf: string;
  email: string;
  /** Without a password, there is only the passkey. */
  hasPassword?: boolean;
  /** The account has a second factor. */
  asksCode: boolean;
  /** Undefined: the account has no passkey. */
  passkey?: PasskeyPrompt | undefined;
  /** The ways to sign in change, and the password alone is not enough. */
  asksFactor?: boolean;
  /** Where a mailed code stands in for the passkey; undefined: nowhere. */
  mailHref?: string | undefined;
  /** The page that the person came from. */
  backHref: string;
  /** Texts of a form that needs a confirmation first, by field: they come back in it. */
  kept: readonly (readonly [name: string, value: string])[];
  /** `password-missing`, `current-password-wrong`, `form-expired` (path []). */
  faults: readonly Fault[];
  /** As for `SignInProps`. */
  limitedForMinutes: number | undefined;
};

/** The field that distinguishes this page's form from the one whose texts it carries. */
export const CONFIRMING = 'confirming';

const ledeOf = (
  words: Messages['confirm'],
  { hasPassword, asksCode, asksFactor }: Required<Pick<ConfirmProps, 'hasPassword' | 'asksCode' | 'asksFactor'>>,
): string => {
  if (!hasPassword) return asksFactor ? words.ledeFactor : words.ledeByPasskey;
  return asksCode ? words.ledeCode : words.lede;
};

/** The address is not sent (its field has no name): it tells a password manager whose password is asked for. */
export const renderConfirm = (context: PageContext, props: ConfirmProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.confirm;
  const { kept, faults, limitedForMinutes: limited, passkey, hasPassword = true, asksFactor = false } = props;
  return renderPage(
    context,
    {
      title: words.title,
      task: true,
      faults,
      faulty: limited !== undefined,
      personal: true,
      passkeys: passkey !== undefined,
    },
    <div class="card">
      <Heading title={words.title} lede={[ledeOf(words, { hasPassword, asksFactor, asksCode: props.asksCode })]} />
      {limited === undefined ? null : (
        <div class="notice bad" role="alert">
          <AlertIcon />
          <p>{words.limited(limited)}</p>
        </div>
      )}
      <FaultSummary faults={faults} messages={messages} />
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name={CONFIRMING} value="yes" />
        {passkey === undefined ? null : <PasskeyField />}
        {kept.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        <div class="field">
          <label for="account">{messages.fields.email}</label>
          <input id="account" autocomplete="username" value={props.email} readonly />
        </div>
        {hasPassword ? (
          <PasswordField
            name="password"
            fault={faultAt('password', faults, messages)}
            focus={firstFaultyField(faults) !== 'code'}
            messages={messages}
          />
        ) : null}
        {hasPassword && props.asksCode ? (
          <CodeField
            recovery={false}
            label={messages.secondStep.either}
            hint={messages.secondStep.eitherHint}
            fault={faultAt('code', faults, messages)}
            focus={firstFaultyField(faults) === 'code'}
          />
        ) : null}
        {kept.length === 0 ? null : <p class="hint">{words.kept}</p>}
        <div class="buttons">
          {hasPassword ? <Primary text={words.submit} /> : null}
          {passkey === undefined ? null : (
            <PasskeyButton
              prompt={passkey}
              text={messages.passkeys.confirm}
              messages={messages}
              look={hasPassword ? 'secondary' : 'primary'}
            />
          )}
          {passkey !== undefined && !hasPassword ? <PasskeysNeeded messages={messages} /> : null}
          {props.mailHref === undefined ? null : (
            <a class="secondary" href={ownPath(props.mailHref)}>
              {words.byMail}
            </a>
          )}
          <a class="secondary" href={ownPath(props.backHref)}>
            {messages.cancel}
          </a>
        </div>
      </Form>
    </div>,
  );
};
