// The policy, for operators: what they can change while the server runs, and what the settings have locked.
import type { PlainPolicyKey, PolicyKey, PolicyValues } from '../../core/policy/policy.ts';
import { accountPath } from '../account/account-pages.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { ApplicationMark } from '../parts/application-mark.tsx';
import { NarrowButton } from '../parts/form.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import type { PageContext } from '../parts/page.ts';
import { showText } from '../parts/safe-text.ts';
import {
  ConsoleFile,
  ConsoleForm,
  ConsoleSelect,
  ConsoleText,
  ConsoleTextArea,
  ConsoleTick,
  type FormOf,
  formOf,
} from './parts/console-fields.tsx';
import { renderConsole } from './parts/console-layout.tsx';
import type { ConsolePage } from './parts/console-page.ts';
import { ConfirmFirst, Fact } from './parts/console-parts.tsx';
import { STAFF_PATHS } from './parts/staff-pages.ts';

export const POLICY_PAGE = STAFF_PATHS.policy;

/** A key that the form changes, or shows. */
type PolicyField = {
  key: PlainPolicyKey;
  /** Of its field in the form. */
  name: string;
  group: keyof Messages['policy']['groups'];
  control: 'text' | 'optional-text' | 'flag' | 'list' | 'documents' | 'choice' | 'number';
};

export type PolicyProps = ConsolePage & {
  values: PolicyValues;
  /** Path of the logo; undefined: there is none. */
  logo: string | undefined;
  /** In the order of the page. */
  fields: readonly PolicyField[];
  /** What gives the members that cannot be changed here, such as the name of a variable. */
  locked: Readonly<Partial<Record<PolicyKey, string | undefined>>>;
  revision: number;
  /** Whether the server has no mail, which verified addresses need. */
  mailIsOff: boolean;
  /** Whether the person who looks has no second factor, and cannot require one of operators. */
  lacksFactor: boolean;
};

type Part = { props: PolicyProps; messages: Messages };
type FieldPart = Part & { field: PolicyField };

const GROUPS = Object.keys({ brand: 0, signUp: 0, access: 0 } satisfies Record<
  PolicyField['group'],
  0
>) as PolicyField['group'][];

/** The words of a key that has one of several. */
const choicesOf = (key: PlainPolicyKey, { policy }: Messages): Readonly<Record<string, string>> => {
  const all: Readonly<Partial<Record<PlainPolicyKey, Readonly<Record<string, string>>>>> = policy.choices;
  return all[key] ?? {};
};

const textOf = (value: PolicyValues[PlainPolicyKey], messages: Messages): string => {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return messages.console.settings[value ? 'yes' : 'no'];
  if (Array.isArray(value)) {
    const isText = value.every((entry) => typeof entry === 'string');
    return isText ? value.join(', ') : JSON.stringify(value, null, 2);
  }
  return String(value);
};

/** A member that this page does not change. */
const Shown = ({ field: { key, control }, props, messages }: FieldPart) => {
  const words = messages.policy;
  const by = props.locked[key];
  const plain = textOf(props.values[key], messages);
  const text = control === 'choice' ? (choicesOf(key, messages)[plain] ?? plain) : plain;
  return (
    <dl class="facts field">
      <Fact label={words.fields[key]}>
        <bdi>{text === '' || text === '[]' ? words.none : showText(text)}</bdi>
        {by === undefined ? null : (
          <p class="hint">
            {words.lockedBy} <code>{showText(by)}</code>
          </p>
        )}
      </Fact>
    </dl>
  );
};

/** It opens in a new tab, so that nothing that was typed is lost. */
const SetUpFirst = ({ messages }: { messages: Messages }) => (
  <div class="notice warn">
    <AlertIcon />
    <div>
      <p>{messages.policy.setUpFactor.why}</p>
      <a href={accountPath('security')} target="_blank" rel="noopener noreferrer">
        {messages.policy.setUpFactor.action}
        <span class="unseen"> {messages.newTab}</span>
      </a>
    </div>
  </div>
);

const Field = ({ form, field: { key, name, control }, props, messages }: FieldPart & { form: FormOf }) => {
  const words = messages.policy;
  const hints: Readonly<Partial<Record<PlainPolicyKey, string>>> = words.hints;
  const hint = key === 'requireVerifiedEmail' && props.mailIsOff ? words.needsMail : hints[key];
  const shared = { of: form, name, label: words.fields[key], hint };
  const current = textOf(props.values[key], messages);
  switch (control) {
    case 'flag':
      return <ConsoleTick {...shared} current={props.values[key] === true} />;
    case 'choice':
      return (
        <>
          <ConsoleSelect {...shared} current={current} options={Object.entries(choicesOf(key, messages))} />
          {key === 'secondFactor' && props.lacksFactor ? <SetUpFirst messages={messages} /> : null}
        </>
      );
    case 'list':
      return <ConsoleTextArea {...shared} current={current} rows={3} />;
    case 'documents':
      return <ConsoleTextArea {...shared} current={current === '[]' ? '' : current} />;
    case 'number':
      return <ConsoleText {...shared} current={current} inputmode="numeric" />;
    case 'text':
    case 'optional-text':
      return <ConsoleText {...shared} current={current} ownDirection={key === 'serviceName'} />;
  }
};

const Logo = ({ props, messages }: Part) => {
  const words = messages.policy;
  const { logo: names, remove } = messages.console;
  const by = props.locked.logo;
  const mayChange = by === undefined && props.confirmHref === undefined;
  const shared = { href: POLICY_PAGE, csrf: props.csrf, version: props.revision };
  const set = formOf(props, 'logo', messages);
  return (
    <section class="card form" aria-label={names.title}>
      <h2>{names.title}</h2>
      <div class="image-now">
        {props.logo === undefined ? null : <ApplicationMark name={props.values.serviceName} logo={props.logo} />}
        <p class="hint">{props.logo === undefined ? words.noLogo : words.logoShown}</p>
        {by === undefined ? null : (
          <p class="hint">
            {words.lockedBy} <code>{by}</code>
          </p>
        )}
        {mayChange && props.logo !== undefined ? (
          <ConsoleForm of={formOf(props, 'logo-remove', messages)} {...shared} action="remove-logo">
            <button type="submit" class="small" aria-label={names.removeLabel}>
              {remove}
            </button>
          </ConsoleForm>
        ) : null}
      </div>
      {mayChange ? (
        <ConsoleForm of={set} {...shared} action="set-logo" withFile>
          <ConsoleFile of={set} name="logo" label={names.file} hint={names.hint} accept="image/png,image/webp" />
          <div class="buttons inline">
            <button type="submit" class="secondary" data-working="">
              {props.logo === undefined ? names.set : names.replace}
            </button>
          </div>
        </ConsoleForm>
      ) : null}
    </section>
  );
};

export const renderPolicy = (context: PageContext, props: PolicyProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.policy;
  const form = formOf(props, 'policy', messages);
  const part = { props, messages };
  const isChangeable = ({ key }: PolicyField) => props.locked[key] === undefined && props.confirmHref === undefined;
  const fields = GROUPS.map((group) => (
    <section key={group} class="card" aria-label={words.groups[group]}>
      <h2>{words.groups[group]}</h2>
      {props.fields
        .filter((field) => field.group === group)
        .map((field) =>
          isChangeable(field) ? (
            <Field key={field.key} form={form} field={field} {...part} />
          ) : (
            <Shown key={field.key} field={field} {...part} />
          ),
        )}
    </section>
  ));
  return renderConsole(
    context,
    props,
    { title: words.title, place: 'policy' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <p class="hint says">{words.hint}</p>
      <ConfirmFirst page={props} messages={messages} />
      {props.fields.some(isChangeable) ? (
        <ConsoleForm of={form} href={POLICY_PAGE} csrf={props.csrf} action="save" version={props.revision}>
          {fields}
          <NarrowButton text={words.save} />
        </ConsoleForm>
      ) : (
        fields
      )}
      <Logo {...part} />
    </>,
  );
};
