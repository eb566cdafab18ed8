// The field for the code of a mail that proves an address.
import type { Fault } from '../../core/ground/fault.ts';
import type { Messages } from '../messages/messages-for.ts';
import { faultAt } from '../parts/faults.tsx';
import { Field } from '../parts/form.tsx';

export const MailedCodeField = ({ faults, messages }: { faults: readonly Fault[]; messages: Messages }) => {
  const words = messages.verification.verify;
  return (
    <Field
      name="code"
      label={words.code}
      hint={words.codeHint}
      value=""
      autocomplete="one-time-code"
      inputmode="numeric"
      fault={faultAt('code', faults, messages)}
      focus
      plain
    />
  );
};
