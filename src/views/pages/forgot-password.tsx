// The pages of a forgotten password: one asks for the address, the other is the same for every address.

import type { Fault } from '../../core/ground/fault.ts';
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { FaultSummary, faultAt } from '../parts/faults.tsx';
import { Field, Form, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Limited } from '../parts/limited.tsx';

export type ForgotPasswordProps = {
  action: string;
  csrf: string;
  email: string;
  signInHref: string;
  faults: readonly Fault[];
  limitedForMinutes: number | undefined;
};

export type ResetRequestedProps = { againHref: string; signInHref: string };

export const renderForgotPassword = (context: PageContext, props: ForgotPasswordProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.verification.forgot;
  const limited = props.limitedForMinutes;
  return renderPage(
    context,
    { title: words.title, task: true, faults: props.faults, faulty: limited !== undefined },
    <div class="card">
      <Heading title={words.title} lede={[words.lede]} />
      {limited === undefined ? null : <Limited text={words.limited(limited)} />}
      <FaultSummary faults={props.faults} messages={messages} />
      <Form action={props.action} csrf={props.csrf}>
        <Field
          name="email"
          label={messages.fields.email}
          type="email"
          inputmode="email"
          autocomplete="username"
          value={props.email}
          fault={faultAt('email', props.faults, messages)}
          focus
          required
        />
        <div class="buttons">
          <Primary text={words.submit} />
        </div>
      </Form>
      <p class="aside-line">
        <a href={ownPath(props.signInHref)}>{words.signIn}</a>
      </p>
    </div>,
  );
};

export const renderResetRequested = (context: PageContext, props: ResetRequestedProps): string => {
  const words = messagesFor(context.language).verification.forgot;
  return renderPage(
    context,
    { title: words.sentTitle, task: true },
    <div class="card">
      <Heading title={words.sentTitle} lede={[words.sentLede]} />
      <p class="hint">{words.sentHint}</p>
      <div class="buttons">
        <a class="secondary" href={ownPath(props.againHref)}>
          {words.again}
        </a>
      </div>
      <p class="aside-line">
        <a href={ownPath(props.signInHref)}>{words.signIn}</a>
      </p>
    </div>,
  );
};
