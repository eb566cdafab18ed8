// What cannot be taken back and is asked once more: opened, read, and sent by a button of its own.
import { ConsoleForm, type FormOf, PasswordAgain } from './console-fields.tsx';
import { Danger } from './console-parts.tsx';

/** @param props `ask`: what will happen; `again`: the password is asked for once more. */
export const DangerForm = (props: {
  of: FormOf;
  href: string;
  csrf: string;
  action: string;
  entry?: string;
  version?: number;
  title: string;
  ask: string;
  confirm: string;
  again?: boolean;
}) => {
  const { of, title, ask, confirm, again, ...form } = props;
  return (
    <Danger title={title} open={of.sent !== undefined}>
      <p>{ask}</p>
      <ConsoleForm of={of} {...form}>
        {again ? <PasswordAgain of={of} /> : null}
        <button type="submit" class="small bad" data-working={of.messages.working}>
          {confirm}
        </button>
      </ConsoleForm>
    </Danger>
  );
};
