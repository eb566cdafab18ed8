// The forms of the console. A page can have several, so each has an id, with which its fields' ids begin. A form that
// is shown again has what was typed, its faults, and the current values if somebody else changed them first.
import type { ComponentChildren } from 'preact';
import type { Messages } from '../../messages/messages-for.ts';
import { showText } from '../../page/safe-text.ts';
import { faultText, fieldOf } from '../../parts/faults.tsx';
import { FieldFrame, Form } from '../../parts/form.tsx';
import type { ConsolePage, SentForm } from './console-page.ts';

/** One form of a page. */
export type FormOf = { id: string; sent: SentForm | undefined; messages: Messages };

export const formOf = (page: ConsolePage, id: string, messages: Messages): FormOf => ({
  id,
  sent: page.sent?.form === id ? page.sent : undefined,
  messages,
});

/**
 * @param props `action`: what the route does; `entry`: what it is about; `version`: of the application that is shown
 */
export const ConsoleForm = (props: {
  of: FormOf;
  href: string;
  csrf: string;
  action: string;
  entry?: string;
  version?: number;
  withFile?: boolean;
  children: ComponentChildren;
}) => (
  <Form action={props.href} csrf={props.csrf} withFile={props.withFile} autocomplete="off">
    <input type="hidden" name="form" value={props.of.id} />
    <input type="hidden" name="action" value={props.action} />
    {props.entry === undefined ? null : <input type="hidden" name="entry" value={props.entry} />}
    {props.version === undefined ? null : <input type="hidden" name="version" value={props.version} />}
    {props.children}
  </Form>
);

/** The console's own text, or that of other forms if it has none. */
export const consoleFaultText = (fault: SentForm['faults'][number], messages: Messages): string => {
  const own: Readonly<Record<string, string>> = messages.console.faults;
  return (Object.hasOwn(own, fault.code) ? own[fault.code] : undefined) ?? faultText(fault, messages);
};

type Common = {
  of: FormOf;
  name: string;
  label: string;
  hint?: string | undefined;
  optional?: boolean;
  /** The text above says the same: the label is for screen readers only. */
  labelUnseen?: boolean;
};

const faultOf = ({ of, name }: Pick<Common, 'of' | 'name'>): string | undefined => {
  const fault = of.sent?.faults.find((candidate) => fieldOf(candidate) === name);
  return fault && consoleFaultText(fault, of.messages);
};

const typedOr = ({ of, name }: Common, current: string): string =>
  of.sent ? (of.sent.values.get(name) ?? '') : current;

const isFirstFault = ({ of, name }: Common): boolean =>
  of.sent?.faults.map(fieldOf).find((field) => field !== undefined) === name;

/** The hint; or the current value, if somebody else changed it to something other than what was typed. */
const hintOf = (field: Common, current: string, shown: string = current): string | undefined => {
  const words = field.of.messages.console;
  if (!field.of.sent?.changed || typedOr(field, current) === current) return field.hint;
  return shown === '' ? words.nowEmpty : words.nowIs(showText(shown));
};

const Frame = (props: { field: Common; hint: string | undefined; children: ComponentChildren }) => {
  const { field, hint } = props;
  const { console: words } = field.of.messages;
  return (
    <FieldFrame
      name={`${field.of.id}-${field.name}`}
      label={field.optional ? `${field.label} (${words.optionalField})` : field.label}
      labelUnseen={field.labelUnseen}
      hint={hint}
      fault={faultOf(field)}
    >
      {props.children}
    </FieldFrame>
  );
};

const controlOf = (field: Common, hint: string | undefined) => {
  const id = `${field.of.id}-${field.name}`;
  const isFaulty = faultOf(field) !== undefined;
  return {
    id,
    name: field.name,
    autofocus: isFirstFault(field) || undefined,
    'aria-invalid': isFaulty ? ('true' as const) : undefined,
    'aria-describedby': isFaulty ? `${id}-fault` : hint && `${id}-hint`,
  };
};

type TextProps = Common & {
  /** The stored value, with which the form starts. */
  current: string;
  type?: 'text' | 'email' | 'url';
  inputmode?: 'email' | 'url' | 'numeric';
  autocomplete?: string;
  /** For names and sentences, which have their own direction. */
  ownDirection?: boolean;
  /** Of the text, where it differs from the page's. */
  language?: string;
  focus?: boolean;
};

export const ConsoleText = (props: TextProps) => {
  const hint = hintOf(props, props.current);
  const control = controlOf(props, hint);
  const isPlain = !props.ownDirection && props.inputmode !== 'numeric';
  return (
    <Frame field={props} hint={hint}>
      <input
        {...control}
        autofocus={control.autofocus || (props.focus && !props.of.sent) || undefined}
        // Preact types each kind of input separately; the attributes here are valid for all of them.
        type={(props.type ?? 'text') as 'text'}
        value={typedOr(props, props.current)}
        inputmode={props.inputmode}
        autocomplete={props.autocomplete}
        autocapitalize={isPlain ? 'none' : undefined}
        spellcheck={isPlain ? false : undefined}
        dir={props.ownDirection ? 'auto' : undefined}
        lang={props.language}
      />
    </Frame>
  );
};

/** For a text of many lines. */
export const ConsoleTextArea = (props: Common & { current: string; rows?: number }) => {
  const hint = hintOf(props, props.current);
  return (
    <Frame field={props} hint={hint}>
      <textarea {...controlOf(props, hint)} rows={props.rows ?? 8} spellcheck={false}>
        {typedOr(props, props.current)}
      </textarea>
    </Frame>
  );
};

export const ConsoleSelect = (
  props: Common & { current: string; options: readonly (readonly [value: string, text: string])[] },
) => {
  const now = props.options.find(([value]) => value === props.current)?.[1];
  const hint = hintOf(props, props.current, now);
  const selected = typedOr(props, props.current);
  return (
    <Frame field={props} hint={hint}>
      <select {...controlOf(props, hint)}>
        {props.options.map(([value, text]) => (
          <option key={value} value={value} selected={value === selected}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
};

/** Never filled in: a browser lets only the person choose files. @param props `hintId`: of a hint for several fields */
export const ConsoleFile = (props: Common & { accept: string; hintId?: string }) => {
  const control = controlOf(props, props.hint);
  return (
    <Frame field={props} hint={props.hint}>
      <input
        {...control}
        aria-describedby={control['aria-describedby'] ?? props.hintId}
        type="file"
        accept={props.accept}
      />
    </Frame>
  );
};

/** The fault of a tick, or of a group of them. */
export const ConsoleFaultOf = (props: Pick<Common, 'of' | 'name'>) => {
  const text = faultOf(props);
  return text === undefined ? null : (
    <span class="fault" id={`${props.of.id}-${props.name}-fault`}>
      {text}
    </span>
  );
};

export const ConsoleTick = (props: Omit<Common, 'label'> & { label: ComponentChildren; current: boolean }) => {
  const { of, current } = props;
  const words = of.messages.console;
  const ticked = of.sent ? of.sent.values.has(props.name) : current;
  const isOther = of.sent?.changed && ticked !== current;
  return (
    <label class="tick">
      <input type="checkbox" id={`${of.id}-${props.name}`} name={props.name} value="on" checked={ticked} />
      <span>
        <span class="what">{props.label}</span>
        {props.hint === undefined ? null : <span class="hint">{props.hint}</span>}
        <ConsoleFaultOf of={of} name={props.name} />
        {isOther ? <span class="hint">{words.nowIs(current ? words.settings.yes : words.settings.no)}</span> : null}
      </span>
    </label>
  );
};
