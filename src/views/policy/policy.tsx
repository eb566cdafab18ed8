// The policy, for operators: what they can change while the server runs, and what the settings have locked.
import type { PlainPolicyKey, PolicyValues } from '../../core/server/policy/policy.ts';
import {
  ConsoleForm,
  ConsoleSelect,
  ConsoleText,
  ConsoleTextArea,
  ConsoleTick,
  type FormOf,
  formOf,
} from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import { ConfirmFirst } from '../console/parts/console-parts.tsx';
import { STAFF_PATHS } from '../console/parts/staff-pages.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { accountPath } from '../page/account-pages.ts';
import type { Language, PageContext } from '../page/page.ts';
import { showText } from '../page/safe-text.ts';
import { AlertIcon } from '../parts/icons.tsx';
import { DocumentList } from './document-list.tsx';
import { DOCUMENTS_PAGE } from './documents.tsx';
import { Held, LockedValue } from './locked-value.tsx';
import type { PolicyField, PolicyProps } from './policy-props.ts';
import { Logos } from './service-logos.tsx';
import { SignInPreview } from './sign-in-preview.tsx';

export const POLICY_PAGE = STAFF_PATHS.policy;

type Part = { props: PolicyProps; language: Language; messages: Messages };
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
  if (Array.isArray(value)) return value.join(', ');
  return String(value);
};

/** A member that this page does not change. */
const Shown = ({ field: { key, control }, props, messages }: FieldPart) => {
  const words = messages.policy;
  const plain = textOf(props.values[key], messages);
  const text = control === 'choice' ? (choicesOf(key, messages)[plain] ?? plain) : plain;
  return (
    <LockedValue label={words.fields[key]} by={props.locked[key]} messages={messages}>
      <bdi>{text === '' ? words.none : showText(text)}</bdi>
    </LockedValue>
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

/** They are changed on a page of their own. */
const Documents = ({ props, language, messages }: Part) => {
  const title = messages.policy.fields.documents;
  const by = props.locked.documents;
  const list = <DocumentList documents={props.values.documents} language={language} messages={messages} />;
  return (
    <section class="card form" aria-label={title}>
      <h2>{title}</h2>
      {by === undefined ? (
        <>
          {list}
          <div class="buttons inline">
            <a class="secondary" href={DOCUMENTS_PAGE}>
              {messages.policy.documents.open}
            </a>
          </div>
        </>
      ) : (
        <Held by={by} messages={messages}>
          {list}
        </Held>
      )}
    </section>
  );
};

const Field = ({ form, field, ...part }: FieldPart & { form: FormOf }) => {
  const { key, name, control } = field;
  const { props, messages } = part;
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
    case 'number':
      return <ConsoleText {...shared} current={current} inputmode="numeric" />;
    case 'text':
    case 'optional-text':
      return <ConsoleText {...shared} current={current} ownDirection={key === 'serviceName'} />;
  }
};

export const renderPolicy = (context: PageContext, props: PolicyProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.policy;
  const form = formOf(props, 'policy', messages);
  const part = { props, language, messages };
  const isChangeable = ({ key }: PolicyField) => props.locked[key] === undefined && props.confirmHref === undefined;
  const { serviceName, accentColor } = props.values;
  const fields = GROUPS.map((group) => (
    <section key={group} class="card form" aria-label={words.groups[group]}>
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
      {group === 'brand' ? (
        <SignInPreview shown={{ serviceName, accentColor, logos: props.logos }} messages={messages} />
      ) : null}
    </section>
  ));
  return renderConsole(
    context,
    props,
    { title: words.title, place: 'policy', draws: 'policy' },
    <div class="column">
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <p class="hint says">{words.hint}</p>
      <ConfirmFirst page={props} messages={messages} />
      <Logos {...part} />
      {props.fields.some(isChangeable) ? (
        <ConsoleForm of={form} href={POLICY_PAGE} csrf={props.csrf} action="save" version={props.revision}>
          {fields}
          <div class="save-bar">
            <button type="submit" class="primary" data-working="">
              {words.save}
            </button>
          </div>
        </ConsoleForm>
      ) : (
        fields
      )}
      <Documents {...part} />
    </div>,
  );
};
