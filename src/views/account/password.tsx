// The form that changes the password, which ends all other sessions and, unless unticked, the applications' access.
// After it, what was added in the last 30 days, and where that is removed.

import type { AddedLately } from '../../core/applications/api-tokens/added-lately.ts';
import { ownPath } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Form, PasswordField, Tick } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';
import type { SecurityPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';
import { ConfirmFirst } from './confirm-first.tsx';

/** The address is there, hidden and not sent, so that a password manager knows whose password changes. */
export const PasswordSection = ({ props, messages }: AccountSectionProps<SecurityPage>) => {
  const words = messages.account;
  const { passwordProof: proof } = props;
  if (proof.by === 'confirmation' && proof.href !== undefined) {
    return (
      <section class="card">
        <h2>{words.password}</h2>
        <p class="hint">{words.noPassword}</p>
        <ConfirmFirst href={proof.href} messages={messages} />
      </section>
    );
  }
  const faults = props.faultsIn === 'password' ? props.faults : [];
  const focus = firstFaultyField(faults);
  return (
    <section class="card">
      <h2>{words.password}</h2>
      {proof.by === 'password' ? null : <p class="hint">{words.noPassword}</p>}
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
          {proof.by === 'password' ? (
            <PasswordField
              name="current_password"
              fault={faultAt('current_password', faults, messages)}
              focus={focus === 'current_password'}
              messages={messages}
            />
          ) : null}
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
          <button type="submit" class="secondary" data-working="">
            {proof.by === 'password' ? words.changePassword : words.setPassword}
          </button>
        </div>
      </Form>
    </section>
  );
};

const PAGES = {
  'one-time-codes': '/account/two-step',
  passkey: '/account/passkeys',
  'api-token': '/console/api-tokens',
} as const satisfies Record<AddedLately['kind'], string>;

export const AddedLatelySection = ({ context, props, messages }: AccountSectionProps<SecurityPage>) => {
  const words = messages.addedLately;
  const { addedLately = [] } = props;
  if (addedLately.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">{words.lede}</p>
      <ul class="rows">
        {addedLately.map(({ kind, name, createdAt }, at) => (
          <li key={at}>
            <div>
              {words.kinds[kind]}{' '}
              {name === undefined || name === '' ? null : (
                <b>
                  <NameText of={name} />
                </b>
              )}
              <p class="hint">
                {messages.passkeys.added} {dateText(createdAt, context.language)}
              </p>
            </div>
            <a href={ownPath(PAGES[kind])}>{words.look}</a>
          </li>
        ))}
      </ul>
    </section>
  );
};
