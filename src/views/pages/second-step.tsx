// The second step of signing in: a one-time code of the authenticator app, or a recovery code.

import type { Fault } from '../../core/ground/fault.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { ApplicationCard, PageContext } from '../page/page.ts';
import type { PasskeyPrompt } from '../page/passkey-prompt.ts';
import { ownPath } from '../page/safe-text.ts';
import { FaultSummary, faultAt } from '../parts/faults.tsx';
import { Field, Form, Primary, Tick } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import { NoPasskeys, PasskeyButton, PasskeyField, PasskeysNeeded } from '../passkeys/passkey-button.tsx';

export type SecondStepProps = {
  /** Where the form posts to: `/login` with the request's query. */
  action: string;
  csrf: string;
  /** The first proof, encrypted. */
  half: string;
  /** Undefined: sign-in to the person's own account page. */
  application: ApplicationCard | undefined;
  /** Offered first. Undefined: the account has no passkey. */
  passkey?: PasskeyPrompt | undefined;
  /** False: the account has a passkey, and no codes. */
  hasCodes?: boolean;
  /** Offers to trust the device from now on. */
  mayTrust: boolean;
  /** The script of the page before said that the device can add a passkey. */
  isAble?: boolean;
  /** Asks for a recovery code. */
  recovery: boolean;
  /** `/login` with the request's query. */
  startOverHref: string;
  /** `code-missing`, `code-wrong`, `codes-resting`, `form-expired` (path []). */
  faults: readonly Fault[];
  /** Too many wrong codes: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
};

export const renderSecondStep = (context: PageContext, props: SecondStepProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.secondStep;
  const { application, recovery, faults, limitedForMinutes: limited, hasCodes = true } = props;
  const asked = recovery ? words.recovery : words.app;
  const { secondLede, secondOrCodeLede } = messages.passkeys;
  const lede = props.passkey && !recovery ? (hasCodes ? secondOrCodeLede : secondLede) : asked.lede;
  return renderPage(
    context,
    { title: words.title, task: true, faults, faulty: limited !== undefined, passkeys: props.passkey !== undefined },
    <div class="card">
      <Heading application={application?.name} logo={application?.logo} title={words.title} lede={[lede]} />
      {limited === undefined ? null : (
        <div class="notice bad" role="alert">
          <AlertIcon />
          <p>{messages.confirm.limited(limited)}</p>
        </div>
      )}
      <FaultSummary faults={faults} messages={messages} />
      {props.passkey === undefined ? null : <WithPasskey props={props} prompt={props.passkey} messages={messages} />}
      {hasCodes ? <WithCode props={props} messages={messages} /> : null}
      <p class="aside-line">
        <a href={ownPath(props.startOverHref)}>{words.startOver}</a>
      </p>
    </div>,
  );
};

const WithPasskey = (part: { props: SecondStepProps; prompt: PasskeyPrompt; messages: Messages }) => {
  const { props, prompt, messages } = part;
  const words = messages.passkeys;
  return (
    <Form action={props.action} csrf={props.csrf} class="way">
      <input type="hidden" name="proof_token" value={props.half} />
      <PasskeyField />
      <PasskeyButton prompt={prompt} text={words.second} messages={messages} look="primary" />
      {props.hasCodes === false ? <PasskeysNeeded messages={messages} /> : <NoPasskeys messages={messages} />}
      {props.hasCodes === false ? null : (
        <p class="help" hidden data-passkey-or>
          {words.or}
        </p>
      )}
    </Form>
  );
};

const WithCode = ({ props, messages }: { props: SecondStepProps; messages: Messages }) => {
  const words = messages.secondStep;
  const { recovery, faults } = props;
  const asked = recovery ? words.recovery : words.app;
  const isFirst = props.passkey === undefined;
  const able = props.isAble ? <input type="hidden" name="passkey_able" value="yes" /> : null;
  return (
    <>
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name="proof_token" value={props.half} />
        {able}
        {recovery ? <input type="hidden" name="by" value="recovery-code" /> : null}
        <CodeField
          recovery={recovery}
          label={asked.label}
          hint={asked.hint}
          fault={faultAt('code', faults, messages)}
          focus={isFirst || recovery || faults.length > 0}
        />
        <Trust props={props} messages={messages} />
        {isFirst ? (
          <Primary text={words.submit} />
        ) : (
          <button type="submit" class="secondary" data-working="">
            {words.submit}
          </button>
        )}
      </Form>
      <Form action={props.action} csrf={props.csrf} class="aside-line">
        <input type="hidden" name="proof_token" value={props.half} />
        {able}
        <input type="hidden" name="by" value={recovery ? 'one-time-code' : 'recovery-code'} />
        <button type="submit" class={isFirst ? 'secondary' : 'quiet'} name="switch" value="yes">
          {asked.other}
        </button>
      </Form>
    </>
  );
};

/** Never ticked beforehand: on a shared device it would let the next person in with the password alone. */
const Trust = ({ props, messages }: { props: SecondStepProps; messages: Messages }) =>
  props.mayTrust ? (
    <Tick name="trust" checked={false} label={messages.trustedDevices.trust} hint={messages.trustedDevices.trustHint} />
  ) : null;

/** A code is never sent back in a page: the field is always empty. */
export const CodeField = (props: {
  recovery: boolean;
  label: string;
  hint?: string | undefined;
  fault: string | undefined;
  focus?: boolean;
}) => (
  <Field
    name="code"
    label={props.label}
    hint={props.hint}
    value=""
    autocomplete={props.recovery ? 'off' : 'one-time-code'}
    {...(props.recovery ? {} : { inputmode: 'numeric' as const })}
    fault={props.fault}
    focus={props.focus ?? false}
    plain
    required
  />
);
