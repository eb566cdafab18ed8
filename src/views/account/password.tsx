// The form that changes the password, which ends all other sessions and, unless unticked, the applications' access.

import { faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Form, PasswordField, Tick } from '../parts/form.tsx';
import type { AccountSectionProps } from './account-section.ts';

/** The address is there, hidden and not sent, so that a password manager knows whose password changes. */
export const PasswordSection = ({ props, messages }: AccountSectionProps) => {
  const words = messages.account;
  const faults = props.faultsIn === 'password' ? props.faults : [];
  const focus = firstFaultyField(faults);
  return (
    <section class="card">
      <h2>{words.password}</h2>
      <Form action="/account/password" csrf={props.csrf}>
        <input
          class="unseen"
          type="text"
          autocomplete="username"
          value={props.account.email}
          readonly
          tabIndex={-1}
          aria-hidden="true"
        />
        <div class="pairs">
          <PasswordField
            name="current_password"
            fault={faultAt('current_password', faults, messages)}
            focus={focus === 'current_password'}
            messages={messages}
          />
          <PasswordField
            name="new_password"
            isNew
            fault={faultAt('new_password', faults, messages)}
            focus={focus === 'new_password'}
            messages={messages}
          />
        </div>
        <Tick name="end_grants" checked label={words.endGrants} hint={words.endGrantsHint} />
        <div class="buttons inline">
          <button type="submit" class="secondary" data-working={messages.working}>
            {words.changePassword}
          </button>
        </div>
      </Form>
    </section>
  );
};
