// The scopes of an API, one by one: a row each, and a form for the one that is edited (contract 45).
import type { Api, ApiScope } from '../../core/applications/apis/api.ts';
import {
  ConsoleForm,
  ConsoleSelect,
  ConsoleText,
  ConsoleTick,
  type FormOf,
  formOf,
} from '../console/parts/console-fields.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { Maker } from '../console/parts/console-parts.tsx';
import { DangerForm } from '../console/parts/danger-form.tsx';
import { DescribedTexts } from '../console/parts/translated-texts.tsx';
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';
import { NarrowButton } from '../parts/form.tsx';
import { ValueText } from '../parts/words.tsx';
import { apiPath } from './api-list.tsx';
import { apiScopeField } from './api-scope-field.ts';

/** `editing`: name of the scope whose form a link opened. */
type Part = { props: ConsolePage & { api: Api; editing?: string | undefined }; messages: Messages };

const common = ({ api, csrf }: Part['props']) => ({ href: apiPath(api.id), csrf, version: api.version });

const NEW_SCOPE: Omit<ApiScope, 'name'> = {
  ...{ label: undefined, description: undefined, translations: undefined },
  ...{ byDefault: false, machine: false },
};

const Fields = ({ of, scope, focus = false }: { of: FormOf; scope: Omit<ApiScope, 'name'>; focus?: boolean }) => {
  const { scope: words } = of.messages.apis;
  return (
    <>
      <ConsoleSelect
        of={of}
        name="machine"
        label={words.for}
        current={scope.machine ? 'on' : ''}
        options={[
          ['', words.forPeople],
          ['on', words.forMachines],
        ]}
      />
      <DescribedTexts of={of} texts={scope} hints={words} focus={focus} />
      <ConsoleTick
        of={of}
        name="default"
        label={words.byDefault}
        hint={words.byDefaultHint}
        current={scope.byDefault}
      />
    </>
  );
};

const ScopeForms = ({ scope, id, props, messages }: Part & { scope: ApiScope; id: string }) => {
  const { console: words, apis } = messages;
  return (
    <div data-edits={scope.name}>
      <ConsoleForm {...common(props)} of={formOf(props, id, messages)} action="save-scope" entry={scope.name}>
        <Fields of={formOf(props, id, messages)} scope={scope} focus />
        <div class="buttons inline">
          <button type="submit" class="secondary" data-working="">
            {words.save}
          </button>
          <a class="secondary" href={ownPath(apiPath(props.api.id))}>
            {messages.cancel}
          </a>
        </div>
      </ConsoleForm>
      <DangerForm
        {...common(props)}
        of={formOf(props, `remove-${id}`, messages)}
        action="remove-scope"
        entry={scope.name}
        title={apis.scope.remove}
        ask={apis.scope.removeAsk}
        confirm={apis.scope.remove}
      />
    </div>
  );
};

const isOpen = ({ sent, editing, confirmHref }: Part['props'], name: string, id: string): boolean => {
  if (confirmHref !== undefined) return false;
  return sent ? sent.form === id || sent.form === `remove-${id}` : editing === name;
};

/** One scope at a time is a form, so that a page with all of them stays small. */
const Row = ({ scope, props, messages }: Part & { scope: ApiScope }) => {
  const { name, byDefault } = scope;
  const text = scope.label ?? scope.description;
  const id = apiScopeField('scope', name);
  const open = isOpen(props, name, id);
  const isLink = !open && props.confirmHref === undefined;
  return (
    <li>
      <div>
        {isLink ? (
          <a href={ownPath(`${apiPath(props.api.id)}?edit=${encodeURIComponent(name)}`)}>
            <ValueText of={name} />
          </a>
        ) : (
          <b>
            <ValueText of={name} />
          </b>
        )}{' '}
        {byDefault ? <span class="badge">{messages.apis.scope.isDefault}</span> : null}
        {open || text === undefined ? null : (
          <span class="hint">
            <ValueText of={text} />
          </span>
        )}
      </div>
      {open ? <ScopeForms scope={scope} id={id} props={props} messages={messages} /> : null}
    </li>
  );
};

const Rows = ({ title, scopes, ...part }: Part & { title: string; scopes: readonly ApiScope[] }) =>
  scopes.length === 0 ? null : (
    <div class="entry">
      <h3>{title}</h3>
      <ul class="rows">
        {scopes.map((scope) => (
          <Row key={scope.name} scope={scope} {...part} />
        ))}
      </ul>
    </div>
  );

const AddScope = ({ props, messages }: Part) => {
  const { scope: words, name } = messages.apis;
  const of = formOf(props, 'new-scope', messages);
  if (props.confirmHref !== undefined) return null;
  return (
    <Maker title={words.add} open={of.sent !== undefined}>
      <ConsoleForm {...common(props)} of={of} action="add-scope">
        <ConsoleText of={of} name="name" label={name} hint={words.nameHint} current="" />
        <Fields of={of} scope={NEW_SCOPE} />
        <NarrowButton text={messages.console.add} />
      </ConsoleForm>
    </Maker>
  );
};

export const Scopes = (part: Part) => {
  const { api } = part.props;
  const { scope: words } = part.messages.apis;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">{words.hint}</p>
      {api.scopes.length === 0 ? <p class="empty">{words.none}</p> : null}
      <Rows {...part} title={words.ofPeople} scopes={api.scopes.filter(({ machine }) => !machine)} />
      <Rows {...part} title={words.ofMachines} scopes={api.scopes.filter(({ machine }) => machine)} />
      <AddScope {...part} />
    </section>
  );
};
