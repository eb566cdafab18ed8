// The page of a one-time link that sets a password.

import { messagesFor } from '../messages/messages-for.ts';
import { FaultSummary, faultAt } from '../parts/faults.tsx';
import { Form, PasswordField, Primary } from '../parts/form.tsx';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { PageContext, SetPasswordProps } from '../parts/page.ts';

/** The address is not sent (its field has no name): a password manager saves the password under it. */
export const renderSetPassword = (context: PageContext, props: SetPasswordProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.setPassword;
  return renderPage(
    context,
    { title: words.title, task: true, faults: props.faults },
    <div class="card">
      <Heading title={words.title} lede={[words.lede]} />
      <FaultSummary faults={props.faults} messages={messages} />
      <Form action={props.action} csrf={props.csrf}>
        <div class="field">
          <label for="account">{messages.fields.email}</label>
          <input id="account" autocomplete="username" value={props.email} readonly />
        </div>
        <PasswordField
          name="password"
          label={messages.fields.new_password}
          isNew
          fault={faultAt('password', props.faults, messages)}
          focus
          messages={messages}
        />
        <div class="buttons">
          <Primary text={words.submit} working={messages.working} />
        </div>
      </Form>
    </div>,
  );
};
