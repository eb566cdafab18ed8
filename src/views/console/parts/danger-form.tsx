// A form for what cannot be undone: it has to be opened, says what will happen, and has a button of its own.
import type { ComponentChildren } from 'preact';
import { ConsoleForm, type FormOf } from './console-fields.tsx';
import { Danger } from './console-parts.tsx';

/** @param props `ask`: what will happen */
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
  /** It can be done again, or undone. */
  calm?: boolean;
  /** Its own fields. */
  children?: ComponentChildren;
}) => {
  const { of, title, ask, confirm, calm, children, ...form } = props;
  return (
    <Danger title={title} open={of.sent !== undefined} calm={calm}>
      <p>{ask}</p>
      <ConsoleForm of={of} {...form}>
        {children}
        <button type="submit" class={calm ? 'small' : 'small bad'} data-working="">
          {confirm}
        </button>
      </ConsoleForm>
    </Danger>
  );
};
