// The email address: whether it is verified, and the form that changes it.

import { ownPath } from '../page/safe-text.ts';
import { timeText } from '../page/time-text.tsx';
import { faultAt, firstFaultyField } from '../parts/faults.tsx';
import { Field, Form, PasswordField } from '../parts/form.tsx';
import { ValueText, Words } from '../parts/words.tsx';
import type { ProfilePage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';
import { ConfirmFirst } from './confirm-first.tsx';

export const EmailSection = ({ context, props, messages }: AccountSectionProps<ProfilePage>) => {
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
      {props.emailDoubt === undefined ? null : (
        <p class="hint">
          <Words
            of={words.emailChange.inDoubt(props.emailDoubt.former, timeText(props.emailDoubt.until, context.language))}
          />
        </p>
      )}
      <PendingChange props={props} messages={messages} />
      <details class="group" open={faults.length > 0 || props.typedEmail !== undefined}>
        <summary>{words.changeEmail}</summary>
        {props.emailProof.by === 'confirmation' && props.emailProof.href !== undefined ? (
          <ConfirmFirst href={props.emailProof.href} messages={messages} />
        ) : (
          <Form action="/account/email" csrf={props.csrf}>
            <div class="pairs">
              <Field
                name="email"
                label={words.newEmail}
                hint={props.emailChange?.proven ? words.changeEmailProvenHint : words.changeEmailHint}
                type="email"
                inputmode="email"
                autocomplete="email"
                value={props.typedEmail ?? ''}
                fault={faultAt('email', faults, messages)}
                focus={focus === 'email'}
              />
              {props.emailProof.by === 'password' ? (
                <PasswordField
                  name="password"
                  fault={faultAt('password', faults, messages)}
                  focus={focus === 'password'}
                  messages={messages}
                />
              ) : null}
            </div>
            <div class="buttons inline">
              <button type="submit" class="secondary" data-working="">
                {words.changeEmail}
              </button>
            </div>
          </Form>
        )}
      </details>
    </section>
  );
};

/** Until the new address is proven, the old one stands. */
const PendingChange = ({ props, messages }: Omit<AccountSectionProps<ProfilePage>, 'context'>) => {
  const pending = props.emailChange?.pending;
  if (pending === undefined) return null;
  const words = messages.account.emailChange;
  return (
    <div class="pending">
      <p>
        <Words of={words.pending(pending.email)} />
      </p>
      <Form action={pending.href} csrf={props.csrf}>
        <div class="buttons inline">
          <a class="secondary" href={ownPath(pending.href)}>
            {words.enterCode}
          </a>
          <button type="submit" class="quiet" name="action" value="cancel" data-working="">
            {words.cancel}
          </button>
        </div>
      </Form>
    </div>
  );
};
