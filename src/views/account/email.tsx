// The email address: whether it is verified, and the form that changes it.

import { faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Field, Form, PasswordField } from '../parts/form.tsx';
import { ownPath } from '../parts/safe-text.ts';
import { ValueText, Words } from '../parts/words.tsx';
import type { AccountSectionProps } from './account-section.ts';

export const EmailSection = ({ context, props, messages }: AccountSectionProps) => {
  const words = messages.account;
  const { email, emailVerified } = props.account;
  const faults = props.faultsIn === 'email' ? props.faults : [];
  const focus = firstFaultyField(faults);
  return (
    <section class="card">
      <h2>{messages.items.email}</h2>
      <p>
        <ValueText of={email} />{' '}
        <span class="badge">{emailVerified ? words.emailVerified : words.emailUnverified}</span>
      </p>
      {props.emailWithheld ? (
        <p class="hint">
          {props.verifyHref === undefined ? (
            <Words of={words.emailWithheld(context.brand.serviceName)} />
          ) : (
            words.emailWithheldUntilVerified
          )}
        </p>
      ) : null}
      {props.verifyHref === undefined ? null : (
        <p>
          <a href={ownPath(props.verifyHref)}>{words.verifyEmail}</a>
        </p>
      )}
      <details class="group" open={faults.length > 0}>
        <summary>{words.changeEmail}</summary>
        <Form action="/account/email" csrf={props.csrf}>
          <div class="pairs">
            <Field
              name="email"
              label={words.newEmail}
              hint={words.changeEmailHint}
              type="email"
              inputmode="email"
              autocomplete="email"
              value={props.typedEmail ?? ''}
              fault={faultAt('email', faults, messages)}
              focus={focus === 'email'}
            />
            <PasswordField
              name="password"
              fault={faultAt('password', faults, messages)}
              focus={focus === 'password'}
              messages={messages}
            />
          </div>
          <div class="buttons inline">
            <button type="submit" class="secondary" data-working={messages.working}>
              {words.changeEmail}
            </button>
          </div>
        </Form>
      </details>
    </section>
  );
};
