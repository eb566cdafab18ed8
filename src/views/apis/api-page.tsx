// One API: its scopes, who may call it, its secrets, its settings and its end (contract 45).
import type { Api, ApiSecret } from '../../core/applications/apis/api.ts';
import type { NamingApplication } from '../../core/people/groups/group.ts';
import { ConsoleForm, ConsoleText, formOf } from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { ConfirmFirst, MadeCard, Maker } from '../console/parts/console-parts.tsx';
import { DangerForm } from '../console/parts/danger-form.tsx';
import { sectionPath } from '../console/parts/sections.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { MainButton, NarrowButton } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';
import { ApiFields } from './api-fields.tsx';
import { APIS, apiPath } from './api-list.tsx';
import { Secrets } from './api-secrets.tsx';
import { Scopes } from './scope-list.tsx';

export type ApiPageProps = ConsolePage & {
  api: Api;
  /** Of those that have access, as many as are named. */
  applications: readonly NamingApplication[];
  secrets: readonly ApiSecret[];
  /** Name of the scope whose form a link opened. */
  editing?: string | undefined;
};

type Part = { props: ApiPageProps; messages: Messages };

const AccessRow = ({ access, props, messages }: Part & { access: Api['machineAccess'][number] }) => {
  const { application, scopes } = access;
  const named = props.applications.find(({ id }) => id === application);
  const id = `access-${application}`;
  return (
    <li>
      <div>
        <a id={id} href={ownPath(sectionPath(application, 'sign-in'))}>
          <NameText of={named?.name ?? application} />
        </a>
        <p class="hint">
          <NameText of={scopes.join(' ')} />
        </p>
      </div>
      {props.confirmHref === undefined ? (
        <ConsoleForm
          of={formOf(props, `deny-${application}`, messages)}
          href={apiPath(props.api.id)}
          csrf={props.csrf}
          action="deny"
          entry={application}
        >
          <button type="submit" class="small" aria-describedby={id}>
            {messages.apis.denyButton}
          </button>
        </ConsoleForm>
      ) : null}
    </li>
  );
};

const AllowForm = ({ props, messages }: Part) => {
  const words = messages.apis;
  const of = formOf(props, 'api-access', messages);
  if (props.confirmHref !== undefined) return null;
  return (
    <Maker title={words.allow} open={of.sent !== undefined}>
      <ConsoleForm of={of} href={apiPath(props.api.id)} csrf={props.csrf} action="allow">
        <ConsoleText of={of} name="application" label={words.application} current="" />
        <ConsoleText
          of={of}
          name="scopes"
          label={words.accessScopes}
          hint={words.accessScopesHint}
          current={props.api.scopes.flatMap(({ name, machine }) => (machine ? [name] : [])).join(' ')}
        />
        <NarrowButton text={words.allowButton} />
      </ConsoleForm>
    </Maker>
  );
};

const Access = (part: Part) => {
  const { props, messages } = part;
  const words = messages.apis;
  return (
    <section class="card">
      <h2>{words.access}</h2>
      <p class="hint">{words.accessHint}</p>
      {props.api.machineAccess.length === 0 ? <p class="empty">{words.noAccess}</p> : null}
      <ul class="rows">
        {props.api.machineAccess.map((access) => (
          <AccessRow key={access.application} access={access} {...part} />
        ))}
      </ul>
      <AllowForm {...part} />
    </section>
  );
};

const Settings = (part: Part) => {
  const { props, messages } = part;
  const of = formOf(props, 'api-settings', messages);
  const { api } = props;
  if (props.confirmHref !== undefined) return null;
  return (
    <section class="card form">
      <h2>{messages.apis.settings}</h2>
      <ConsoleForm of={of} href={apiPath(api.id)} csrf={props.csrf} action="save" version={api.version}>
        <ApiFields of={of} api={api} />
        <MainButton text={messages.console.save} />
      </ConsoleForm>
      <Removal {...part} />
    </section>
  );
};

const Removal = ({ props, messages }: Part) => {
  const words = messages.apis;
  return (
    <DangerForm
      of={formOf(props, 'removal', messages)}
      href={apiPath(props.api.id)}
      csrf={props.csrf}
      action="delete"
      title={words.remove}
      ask={words.removeAsk}
      confirm={words.removeConfirm}
    />
  );
};

export const renderApiPage = (context: PageContext, props: ApiPageProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.apis;
  const part = { props, messages };
  return renderConsole(
    context,
    props,
    { title: `${words.title} – ${showName(props.api.name)}`, place: 'within-apis' },
    <>
      <div class="top">
        <h1>
          <NameText of={props.api.name} />
        </h1>
        <p>
          <a href={APIS}>{words.title}</a>
        </p>
      </div>
      <MadeCard made={props.made} words={words.secrets} messages={messages} />
      <ConfirmFirst page={props} messages={messages} />
      <Scopes {...part} />
      <Access {...part} />
      <Secrets language={context.language} {...part} />
      <Settings {...part} />
    </>,
  );
};
