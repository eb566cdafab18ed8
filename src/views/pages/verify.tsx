// The page on which a signed-in person verifies their address, and the page of the link in the mail.

import type { Fault } from '../../core/ground/fault.ts';
import type { ListedFactor } from '../../core/sign-in/factors/listed-factor.ts';
import { FactorsFromBefore } from '../factors/factors-from-before.tsx';
import { MailedCodeField } from '../factors/mailed-code-field.tsx';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Language, PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { FaultSummary } from '../parts/faults.tsx';
import { Cancel, Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';
import { codeText } from '../parts/number-text.ts';

export type VerifyProps = {
  action: string;
  csrf: string;
  email: string;
  /** A mail was requested: the page asks for its code, and waits. */
  sent: boolean;
  /** Code and link create the account. */
  isSignUp?: boolean;
  /** Cancelling returns to the application. */
  mayCancel?: boolean;
  /** The code changes the address from this one. The change can be cancelled. */
  changesFrom?: string;
  /** It changes back to the address that stood before. */
  goesBack?: ChangesBack | undefined;
  /** `code-missing`, `mailed-code-malformed`, `mailed-code-wrong`, `form-expired` (path []). */
  faults: readonly Fault[];
  /** Too many mails were requested from here: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
};

/** What ends with it, and what the person may remove (`FactorsFromBefore`). */
export type ChangesBack = {
  askedAt: number;
  factors: readonly ListedFactor[];
  ticked: readonly string[] | undefined;
};

export type VerifyLinkProps = {
  action: string;
  csrf: string;
  /**
   * The account of the link, which is signed in on this browser, or the sign-up that waits in it. Undefined: the page
   * shows the code instead.
   */
  here: { email: string; goesBack?: ChangesBack | undefined } | undefined;
  /** Eight digits. */
  code: string;
  faults: readonly Fault[];
};

type Part = { props: VerifyProps; messages: Messages; language: Language };

const Ends = (props: { back: ChangesBack | undefined; messages: Messages; language: Language }) =>
  props.back === undefined ? null : (
    <FactorsFromBefore {...props.back} byHand messages={props.messages} language={props.language} />
  );

const Ask = ({ props, messages }: Part) => (
  <Form action={props.action} csrf={props.csrf}>
    <div class="buttons">
      <Primary text={messages.verification.verify.send} name="action" value="send" />
      {props.mayCancel ? <Cancel text={messages.cancel} /> : null}
    </div>
  </Form>
);

/** Without the script, the link goes on once the address is verified, and otherwise leads back here. */
const TypeCode = ({ props, messages, language }: Part) => {
  const words = messages.verification.verify;
  return (
    <>
      <Form action={props.action} csrf={props.csrf}>
        <MailedCodeField faults={props.faults} messages={messages} />
        <Ends back={props.goesBack} messages={messages} language={language} />
        <div class="buttons">
          <Primary text={words.submit} name="action" value="prove" />
          <a class="secondary" href={ownPath(props.action)} data-look>
            {words.goOn}
          </a>
          {props.mayCancel ? <Cancel text={messages.cancel} /> : null}
        </div>
      </Form>
      <Form action={props.action} csrf={props.csrf} class="again">
        <p class="hint">{words.missing}</p>
        <button type="submit" class="quiet" name="action" value="send" data-working="">
          {words.sendAgain}
        </button>
        {props.changesFrom === undefined ? null : (
          <button type="submit" class="quiet" name="action" value="cancel" data-working="">
            {words.cancelChange}
          </button>
        )}
      </Form>
    </>
  );
};

export const renderVerify = (context: PageContext, props: VerifyProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.verification.verify;
  const limited = props.limitedForMinutes;
  const part = { props, messages, language: context.language };
  const title = props.sent ? words.sentTitle : words.title;
  const sent = [
    ...(props.isSignUp ? words.signUp(props.email) : words.sent(props.email)),
    ...(props.changesFrom === undefined ? [] : words.until(props.changesFrom)),
  ];
  return renderPage(
    context,
    { title, task: true, faults: props.faults, faulty: limited !== undefined },
    <div class="card">
      <Heading title={title} lede={props.sent ? sent : words.ask(props.email)} />
      {limited === undefined ? null : <Limited text={words.limited(limited)} />}
      <FaultSummary faults={props.faults} messages={messages} />
      {props.sent ? <TypeCode {...part} /> : <Ask {...part} />}
    </div>,
  );
};

/** The link proves the address only in the browser where it was asked for. Elsewhere it shows the code. */
export const renderVerifyLink = (context: PageContext, props: VerifyLinkProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.verification.link;
  if (props.here === undefined) {
    return renderPage(
      context,
      { title: words.codeTitle, task: true },
      <div class="card">
        <Heading title={words.codeTitle} lede={[words.codeLede]} />
        <p class="one-time-code">{codeText(props.code)}</p>
        <p class="hint">{words.warning}</p>
      </div>,
    );
  }
  return renderPage(
    context,
    { title: words.title, task: true, faults: props.faults },
    <div class="card">
      <Heading title={words.title} lede={words.lede(props.here.email)} />
      <FaultSummary faults={props.faults} messages={messages} />
      <Form action={props.action} csrf={props.csrf}>
        <Ends back={props.here.goesBack} messages={messages} language={context.language} />
        <div class="buttons">
          <Primary text={words.submit} />
        </div>
      </Form>
    </div>,
  );
};
