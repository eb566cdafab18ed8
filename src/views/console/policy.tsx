// The policy, for operators: what they can change while the server runs, and what the settings have locked.
import type { PlainPolicyKey, PolicyKey, PolicyValues } from '../../core/policy/policy.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { ApplicationMark } from '../parts/application-mark.tsx';
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

export const POLICY_PAGE = '/console/policy';

export type PolicyProps = ConsolePage & {
  values: PolicyValues;
  /** Path of the logo; undefined: there is none. */
  logo: string | undefined;
  /** What gives the members that cannot be changed here, such as the name of a variable. */
  locked: Readonly<Partial<Record<PolicyKey, string | undefined>>>;
  revision: number;
  /** Whether the server has no mail, which verified addresses need. */
  mailIsOff: boolean;
};

type Part = { props: PolicyProps; messages: Messages };

type Name = keyof Messages['policy']['fields'];
type Group = keyof Messages['policy']['groups'];
/** The logo has forms of its own. */
type Entry = { [Key in PlainPolicyKey]: readonly [key: Key, name: Name, group: Group] }[PlainPolicyKey];

/** In the order of the page, with the names of the fields. */
const ENTRIES: readonly Entry[] = [
  ['serviceName', 'service_name', 'brand'],
  ['accentColor', 'accent_color', 'brand'],
  ['supportContact', 'support_contact', 'brand'],
  ['openRegistration', 'open_registration', 'signUp'],
  ['requireVerifiedEmail', 'require_verified_email', 'signUp'],
  ['allowedEmailDomains', 'allowed_email_domains', 'signUp'],
  ['refusedEmailDomains', 'refused_email_domains', 'signUp'],
  ['minimumAge', 'minimum_age', 'signUp'],
  ['documents', 'documents', 'signUp'],
  ['openOwnership', 'open_ownership', 'access'],
  ['reservedUsernames', 'reserved_usernames', 'access'],
  ['secondFactor', 'second_factor', 'access'],
  ['deletionDelayDays', 'deletion_delay_days', 'access'],
];
const GROUPS = ['brand', 'signUp', 'access'] as const satisfies readonly Group[];

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
const Shown = ({ entry: [of, name], props, messages }: Part & { entry: Entry }) => {
  const words = messages.policy;
  const text =
    of === 'secondFactor' ? words.secondFactors[props.values.secondFactor] : textOf(props.values[of], messages);
  const by = props.locked[of];
  return (
    <dl class="facts field">
      <Fact label={words.fields[name]}>
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

const Field = ({ form, entry: [of, name], props, messages }: Part & { form: FormOf; entry: Entry }) => {
  const words = messages.policy;
  const value = props.values[of];
  const hints: Readonly<Partial<Record<Name, string>>> = words.hints;
  const hint = of === 'requireVerifiedEmail' && props.mailIsOff ? words.needsMail : hints[name];
  const shared = { of: form, name, label: words.fields[name], hint };
  if (typeof value === 'boolean') return <ConsoleTick {...shared} current={value} />;
  if (of === 'secondFactor') {
    const options = Object.entries(words.secondFactors);
    return <ConsoleSelect {...shared} current={props.values.secondFactor} options={options} />;
  }
  const current = textOf(value, messages);
  if (Array.isArray(value) && of !== 'documents') return <ConsoleTextArea {...shared} current={current} rows={3} />;
  if (of === 'documents') return <ConsoleTextArea {...shared} current={current === '[]' ? '' : current} />;
  return (
    <ConsoleText
      {...shared}
      current={current}
      ownDirection={of === 'serviceName'}
      {...(typeof value === 'number' && { inputmode: 'numeric' as const })}
    />
  );
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
      <div class="logo-now">
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
            <button type="submit" class="secondary" data-working={messages.working}>
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
  const isChangeable = ([key]: Entry) => props.locked[key] === undefined && props.confirmHref === undefined;
  const fields = GROUPS.map((group) => (
    <section key={group} class="card" aria-label={words.groups[group]}>
      <h2>{words.groups[group]}</h2>
      {ENTRIES.filter((entry) => entry[2] === group).map((entry) =>
        isChangeable(entry) ? (
          <Field key={entry[0]} form={form} entry={entry} {...part} />
        ) : (
          <Shown key={entry[0]} entry={entry} {...part} />
        ),
      )}
    </section>
  ));
  return renderConsole(
    context,
    props,
    { title: words.title, place: 'within' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <p class="hint says">{words.hint}</p>
      <ConfirmFirst page={props} messages={messages} />
      {ENTRIES.some(isChangeable) ? (
        <ConsoleForm of={form} href={POLICY_PAGE} csrf={props.csrf} action="save" version={props.revision}>
          {fields}
          <button type="submit" class="secondary narrow" data-working={messages.working}>
            {words.save}
          </button>
        </ConsoleForm>
      ) : (
        fields
      )}
      <Logo {...part} />
    </>,
  );
};
