// The secrets of an API: made, shown once and ended here (contract 45).
import type { Api, ApiSecret } from '../../core/applications/apis/api.ts';
import { ConsoleForm, formOf } from '../console/parts/console-fields.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { Copyable, Fact } from '../console/parts/console-parts.tsx';
import { DangerForm } from '../console/parts/danger-form.tsx';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { NarrowButton } from '../parts/form.tsx';
import { apiPath } from './api-list.tsx';

type Part = {
  props: ConsolePage & { api: Api; secrets: readonly ApiSecret[] };
  messages: Messages;
  language: Language;
};

const MAX_SECRETS = 2;
const SHOWN_ID_LENGTH = 6;

const Row = ({ secret, props, messages, language }: Part & { secret: ApiSecret }) => {
  const words = messages.apis.secrets;
  const { createdAt, lastUsedAt } = secret;
  const used = lastUsedAt === undefined ? words.neverUsed : `${words.used} ${dateText(lastUsedAt, language)}`;
  return (
    <li>
      <div>
        <b>{words.id(secret.id.slice(-SHOWN_ID_LENGTH))}</b>
        <p class="hint">{`${words.made} ${dateText(createdAt, language)}\u00a0· ${used}`}</p>
        {props.confirmHref === undefined ? (
          <DangerForm
            of={formOf(props, `secret-${secret.id}`, messages)}
            href={apiPath(props.api.id)}
            csrf={props.csrf}
            action="delete-secret"
            entry={secret.id}
            title={words.remove}
            ask={words.removeAsk}
            confirm={words.removeConfirm}
          />
        ) : null}
      </div>
    </li>
  );
};

const MakeForm = ({ props, messages }: Part) => {
  const words = messages.apis.secrets;
  if (props.confirmHref !== undefined || props.made?.secret !== undefined) return null;
  if (props.secrets.length >= MAX_SECRETS) return <p class="hint">{words.full}</p>;
  return (
    <ConsoleForm
      of={formOf(props, 'api-secret', messages)}
      href={apiPath(props.api.id)}
      csrf={props.csrf}
      action="create-secret"
    >
      <input type="hidden" name="newest" value={props.secrets.at(-1)?.id ?? ''} />
      <NarrowButton text={words.create} />
    </ConsoleForm>
  );
};

export const Secrets = (part: Part) => {
  const { props, messages } = part;
  const words = messages.apis.secrets;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <dl class="facts field">
        <Fact label={words.api}>
          <Copyable of={props.api.id} messages={messages} />
        </Fact>
      </dl>
      {props.secrets.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <ul class="rows">
          {props.secrets.map((secret) => (
            <Row key={secret.id} secret={secret} {...part} />
          ))}
        </ul>
      )}
      <MakeForm {...part} />
    </section>
  );
};
