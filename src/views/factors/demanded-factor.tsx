// The page for whoever has no second factor where policy demands one: a mailed code first, then a choice of factors.
// And the page of the mailed code alone, where it is asked for before another act.

import type { Fault } from '../../core/ground/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { FaultSummary } from '../parts/faults.tsx';
import { Cancel, Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';
import { MailedCodeField } from './mailed-code-field.tsx';

export type DemandedFactorProps = {
  action: string;
  csrf: string;
  /** Where the code goes. `isFormer`: the account is in doubt. */
  address: { email: string; isFormer: boolean };
  /** `mail`: whether to mail a code · `code`: the mailed code · `factor`: which factor to set up. */
  asks: 'mail' | 'code' | 'factor';
  /** The mailed code alone; otherwise the page is about the factor that policy demands. */
  onlyMail?: boolean;
  twoStepHref: string;
  /** Undefined: passkeys are not offered. */
  passkeyHref: string | undefined;
  /** Cancelling returns to the application. */
  mayCancel: boolean;
  /** Where a link with the same name leads instead. */
  backHref?: string;
  /** `code-missing`, `mailed-code-malformed`, `mailed-code-wrong`, `form-expired` (path []). */
  faults: readonly Fault[];
  /** Too many mails were requested from here: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
};

export const renderDemandedFactor = (context: PageContext, props: DemandedFactorProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.demandedFactor;
  const { action, csrf, address, asks, faults, limitedForMinutes: limited, passkeyHref } = props;
  const { email, isFormer } = address;
  const mailLede = props.onlyMail ? messages.confirm.mailLede(email) : words.mailLede(email);
  const title = props.onlyMail ? messages.confirm.title : words.title;
  const lede = { mail: mailLede, code: words.codeLede(email), factor: words.factorLede }[asks];
  const back =
    props.backHref === undefined ? null : (
      <a class="secondary" href={ownPath(props.backHref)}>
        {messages.cancel}
      </a>
    );
  const cancel = props.mayCancel ? <Cancel text={messages.cancel} /> : back;
  return renderPage(
    context,
    { title, task: true, faults, faulty: limited !== undefined },
    <div class="card">
      <Heading title={title} lede={lede} />
      {isFormer && asks !== 'factor' ? <p class="hint">{messages.verification.verify.toFormer}</p> : null}
      {limited === undefined ? null : <Limited text={messages.verification.verify.limited(limited)} />}
      <FaultSummary faults={faults} messages={messages} />
      {asks === 'code' ? (
        <Form action={action} csrf={csrf}>
          <MailedCodeField faults={faults} messages={messages} />
          <div class="buttons">
            <Primary text={words.submit} name="action" value="prove" />
            <a class="secondary" href={ownPath(action)} data-look>
              {messages.verification.verify.goOn}
            </a>
            {cancel}
          </div>
        </Form>
      ) : null}
      {asks === 'mail' ? (
        <Form action={action} csrf={csrf}>
          <div class="buttons">
            <Primary text={words.send} name="action" value="send" />
            {cancel}
          </div>
        </Form>
      ) : null}
      {asks === 'code' ? (
        <Form action={action} csrf={csrf} class="again">
          <button type="submit" class="quiet" name="action" value="send" data-working="">
            {words.sendAgain}
          </button>
        </Form>
      ) : null}
      {asks === 'factor' ? (
        <Form action={action} csrf={csrf}>
          <div class="buttons">
            {passkeyHref === undefined ? null : (
              <a class="primary" href={ownPath(passkeyHref)}>
                {words.passkey}
              </a>
            )}
            <a class={passkeyHref === undefined ? 'primary' : 'secondary'} href={ownPath(props.twoStepHref)}>
              {words.twoStep}
            </a>
            {cancel}
          </div>
        </Form>
      ) : null}
    </div>,
  );
};
