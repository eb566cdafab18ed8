// The parts of every form: the hidden CSRF token, a labelled field with its hint and fault, passwords, buttons.
import type { ComponentChildren } from 'preact';
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';

/**
 * A form that posts to this host with a CSRF token. `novalidate`: the server reports faults, in the page's language.
 */
export const Form = (props: {
  action: string;
  csrf: string;
  class?: string;
  /** One of its fields is a file. */
  withFile?: boolean | undefined;
  /** Of each field that says nothing else. */
  autocomplete?: 'off';
  children: ComponentChildren;
}) => (
  <form
    method="post"
    action={ownPath(props.action)}
    enctype={props.withFile ? 'multipart/form-data' : undefined}
    class={props.class}
    autocomplete={props.autocomplete}
    novalidate
  >
    <input type="hidden" name="csrf" value={props.csrf} />
    {props.children}
  </form>
);

export type FieldProps = {
  name: string;
  label: string;
  value: string;
  autocomplete: string;
  /** Default: `text`. */
  type?: 'text' | 'email' | 'url' | 'tel' | 'date';
  inputmode?: 'email' | 'url' | 'tel' | 'numeric';
  hint?: string | undefined;
  fault?: string | undefined;
  required?: boolean;
  /** The text above says the same: the label is for screen readers only. */
  labelUnseen?: boolean;
  /** The field has the focus when the page opens. */
  focus?: boolean;
  /** Neither words nor a name: no spell checking, no capital letters. */
  plain?: boolean;
  /** For names and free text, which have their own direction. */
  ownDirection?: boolean;
};

/** A fault says what is right, so the hint is left out. */
const hintOf = (props: { hint?: string | undefined; fault?: string | undefined }): string | undefined =>
  props.fault ? undefined : props.hint;

const describedBy = (props: { name: string; hint?: string | undefined; fault?: string | undefined }) =>
  [hintOf(props) && `${props.name}-hint`, props.fault && `${props.name}-fault`].filter(Boolean).join(' ') || undefined;

/** Label, control, then fault or hint, which screen readers read together with the control. */
export const FieldFrame = (props: {
  name: string;
  label: string;
  labelUnseen?: boolean | undefined;
  hint?: string | undefined;
  fault?: string | undefined;
  children: ComponentChildren;
}) => (
  <div class="field">
    <label for={props.name} class={props.labelUnseen ? 'unseen' : undefined}>
      {props.label}
    </label>
    {props.children}
    {props.fault ? (
      <p class="fault" id={`${props.name}-fault`}>
        {props.fault}
      </p>
    ) : null}
    {hintOf(props) ? (
      <p class="hint" id={`${props.name}-hint`}>
        {props.hint}
      </p>
    ) : null}
  </div>
);

/** The attributes of every control. */
const controlState = (props: {
  name: string;
  hint?: string | undefined;
  fault?: string | undefined;
  focus?: boolean;
}) => ({
  id: props.name,
  name: props.name,
  autofocus: props.focus || undefined,
  'aria-describedby': describedBy(props),
  'aria-invalid': props.fault ? ('true' as const) : undefined,
});

export const Field = (props: FieldProps) => (
  <FieldFrame {...props}>
    <input
      {...controlState(props)}
      // Preact types each kind of input separately; the attributes here are valid for all of them.
      type={props.type as 'text'}
      value={props.value}
      autocomplete={props.autocomplete}
      inputmode={props.inputmode}
      required={props.required}
      dir={props.ownDirection ? 'auto' : undefined}
      autocapitalize={props.plain || props.type === 'email' ? 'none' : undefined}
      spellcheck={props.plain || props.type === 'email' ? false : undefined}
    />
  </FieldFrame>
);

/** For text of several lines, such as a street address. */
export const LinesField = (props: Omit<FieldProps, 'type' | 'inputmode'>) => (
  <FieldFrame {...props}>
    <textarea {...controlState(props)} autocomplete={props.autocomplete} rows={2} dir="auto">
      {props.value}
    </textarea>
  </FieldFrame>
);

export const SelectField = (
  props: Omit<FieldProps, 'type' | 'inputmode'> & { options: readonly (readonly [value: string, text: string])[] },
) => (
  <FieldFrame {...props}>
    <select {...controlState(props)} autocomplete={props.autocomplete} required={props.required}>
      {props.options.map(([value, text]) => (
        <option key={value} value={value} selected={value === props.value}>
          {text}
        </option>
      ))}
    </select>
  </FieldFrame>
);

type PasswordFieldProps = {
  name: 'password' | 'current_password' | 'new_password';
  label?: string;
  fault?: string | undefined;
  focus?: boolean;
  /** A new password: the rules are shown, and its strength as it is typed. */
  isNew?: boolean;
  messages: Messages;
};

/** A password is never sent back in a page: the field is always empty. The script adds the button that shows it. */
export const PasswordField = ({ messages, ...props }: PasswordFieldProps) => {
  const hint = props.isNew ? messages.hints.password : undefined;
  return (
    <FieldFrame name={props.name} label={props.label ?? messages.fields[props.name]} hint={hint} fault={props.fault}>
      <div
        class="password"
        data-show={messages.passwordShow}
        data-hide={messages.passwordHide}
        data-label={messages.passwordShowLabel}
        data-strength={props.isNew ? messages.passwordStrength.join('|') : undefined}
      >
        <input
          {...controlState({ ...props, hint })}
          type="password"
          autocomplete={props.isNew ? 'new-password' : 'current-password'}
          required
        />
      </div>
    </FieldFrame>
  );
};

/** The page's one primary button. It comes before any other button of its form, so that Enter activates it. */
export const Primary = (props: { text: string; name?: string; value?: string }) => (
  <button type="submit" class="primary" name={props.name} value={props.value} data-working="">
    {props.text}
  </button>
);

/** Returns to the application without filling in the form. */
export const Cancel = ({ text }: { text: string }) => (
  <button type="submit" class="secondary" name="action" value="cancel" formnovalidate>
    {text}
  </button>
);

export const Tick = (props: {
  name: string;
  value?: string;
  label: ComponentChildren;
  hint?: string;
  checked: boolean;
  id?: string;
}) => (
  <label class="tick">
    <input type="checkbox" id={props.id} name={props.name} value={props.value ?? 'on'} checked={props.checked} />
    <span>
      {props.label}
      {props.hint === undefined ? null : <span class="hint">{props.hint}</span>}
    </span>
  </label>
);

/** Sends what the page is for. */
export const MainButton = ({ text }: { text: string }) => (
  <div class="buttons inline">
    <button type="submit" class="primary" data-working="">
      {text}
    </button>
  </div>
);

/** Sends one of several forms of a page. */
export const NarrowButton = ({ text }: { text: string }) => (
  <button type="submit" class="secondary narrow" data-working="">
    {text}
  </button>
);

/** @param props `hint`: how something gets there */
export const Empty = ({ title, hint }: { title: string; hint: string }) => (
  <div class="empty">
    <p>
      <b>{title}</b>
    </p>
    <p class="hint">{hint}</p>
  </div>
);
