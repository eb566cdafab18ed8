// The page that asks a person to confirm who they are, before an act that could harm them or their application.

import { messagesFor } from '../messages/messages-for.ts';
import { FaultSummary, faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Form, PasswordField, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { ConfirmProps, PageContext } from '../parts/page.ts';
import { ownPath } from '../parts/safe-text.ts';
import { CodeField } from './second-step.tsx';

/** The field that distinguishes this page's form from the one whose texts it carries. */
export const CONFIRMING = 'confirming';

/** The address is not sent (its field has no name): it tells a password manager whose password is asked for. */
export const renderConfirm = (context: PageContext, props: ConfirmProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.confirm;
  const { kept, faults, limitedForMinutes: limited } = props;
  return renderPage(
    context,
    { title: words.title, task: true, faults, faulty: limited !== undefined, personal: true },
    <div class="card">
      <Heading title={words.title} lede={[props.asksCode ? words.ledeCode : words.lede]} />
      {limited === undefined ? null : (
        <div class="notice bad" role="alert">
          <AlertIcon />
          <p>{words.limited(limited)}</p>
        </div>
      )}
      <FaultSummary faults={faults} messages={messages} />
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name={CONFIRMING} value="yes" />
        {kept.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        <div class="field">
          <label for="account">{messages.fields.email}</label>
          <input id="account" autocomplete="username" value={props.email} readonly />
        </div>
        <PasswordField
          name="password"
          fault={faultAt('password', faults, messages)}
          focus={firstFaultyField(faults) !== 'code'}
          messages={messages}
        />
        {props.asksCode ? (
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
          <Primary text={words.submit} working={messages.working} />
          <a class="secondary" href={ownPath(props.backHref)}>
            {messages.cancel}
          </a>
        </div>
      </Form>
    </div>,
  );
};
