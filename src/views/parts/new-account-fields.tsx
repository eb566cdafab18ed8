// The three fields of a new account, the same for sign-up and for the first operator.
import type { Fault } from '../../core/ground/fault.ts';
import type { Messages } from '../messages/messages-for.ts';
import { faultAt, firstFaultyField } from './faults.tsx';
import { Field, PasswordField } from './form.tsx';

export const NewAccountFields = (props: {
  values: { email: string; nickname: string };
  faults: readonly Fault[];
  messages: Messages;
}) => {
  const { values, faults, messages } = props;
  const focus = firstFaultyField(faults) ?? 'email';
  return (
    <>
      <Field
        name="email"
        label={messages.fields.email}
        type="email"
        inputmode="email"
        autocomplete="username"
        value={values.email}
        fault={faultAt('email', faults, messages)}
        focus={focus === 'email'}
        required
      />
      <PasswordField
        name="password"
        isNew
        fault={faultAt('password', faults, messages)}
        focus={focus === 'password'}
        messages={messages}
      />
      <Field
        name="nickname"
        label={messages.fields.nickname}
        hint={messages.hints.nickname}
        autocomplete="nickname"
        value={values.nickname}
        fault={faultAt('nickname', faults, messages)}
        focus={focus === 'nickname'}
        ownDirection
        required
      />
    </>
  );
};
