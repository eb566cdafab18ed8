// The field in which a person chooses their username, on the consent page and on the account page.
import type { Fault } from '../../core/ground/fault.ts';
import type { Messages } from '../messages/messages-for.ts';
import { faultAt } from './faults.tsx';
import { Field } from './form.tsx';

/** The same as in core; a test checks that. */
export const USERNAME_FIELD = 'preferred_username';

type Props = {
  value: string;
  faults: readonly Fault[];
  focus?: boolean;
  label?: string;
  labelUnseen?: boolean;
  required?: boolean;
  messages: Messages;
};

/** Autofill is off: a browser would fill in the address people sign in with. */
export const UsernameField = ({ value, faults, label, messages, ...state }: Props) => (
  <Field
    name={USERNAME_FIELD}
    label={label ?? messages.fields[USERNAME_FIELD]}
    {...state}
    value={value}
    autocomplete="off"
    plain
    hint={messages.hints[USERNAME_FIELD]}
    fault={faultAt(USERNAME_FIELD, faults, messages)}
  />
);
