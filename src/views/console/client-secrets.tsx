// Client secrets: made, shown once and ended here.
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Language, PageContext } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { NarrowButton } from '../parts/form.tsx';
import { ApiKeys } from './api-keys.tsx';
import { ConsoleForm, ConsoleSelect, formOf } from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage, ClientSecretsProps } from './parts/console-page.ts';
import { MadeCard, Maker } from './parts/console-parts.tsx';
import { DangerForm } from './parts/danger-form.tsx';
import { SECRET_DAYS } from './parts/secret-days.ts';
import { sectionPath } from './parts/sections.ts';

type Part = { page: ApplicationPage; messages: Messages; props: ClientSecretsProps };
type Secret = ClientSecretsProps['secrets'][number];

const MAX_LIVE_SECRETS = 2;
const SHOWN_ID_LENGTH = 6;

const isLive = (secret: Secret, now: number): boolean => secret.expiresAt === undefined || now < secret.expiresAt;

const timesOf = (secret: Secret, now: number, messages: Messages, language: Language): string => {
  const words = messages.console.secrets;
  const day = (moment: number) => dateText(moment, language);
  const used = secret.lastUsedAt === undefined ? words.neverUsed : `${words.used} ${day(secret.lastUsedAt)}`;
  const end =
    secret.expiresAt === undefined
      ? words.neverEnds
      : `${isLive(secret, now) ? words.ends : words.endedOn} ${day(secret.expiresAt)}`;
  return [`${words.made} ${day(secret.createdAt)}`, used, end].join('\u00a0· ');
};

const Row = ({ secret, language, ...part }: Part & { secret: Secret; language: Language }) => {
  const { page, messages, props } = part;
  const words = messages.console.secrets;
  const of = formOf(page, `secret-${secret.id}`, messages);
  const live = isLive(secret, props.now);
  return (
    <li>
      <div>
        <b>{words.id(secret.id.slice(-SHOWN_ID_LENGTH))}</b> {live ? null : <span class="badge">{words.ended}</span>}
        <p class="hint">{timesOf(secret, props.now, messages, language)}</p>
        {page.may.change ? (
          <DangerForm
            of={of}
            href={sectionPath(page.application.id, 'client-secrets')}
            csrf={page.csrf}
            action="remove"
            entry={secret.id}
            title={words.remove}
            ask={live ? words.removeAsk : words.removeEndedAsk}
            confirm={words.removeConfirm}
          />
        ) : null}
      </div>
    </li>
  );
};

const MakeForm = ({ page, messages, props }: Part) => {
  const words = messages.console.secrets;
  const of = formOf(page, 'secret', messages);
  if (page.application.platforms.every(({ platform }) => platform !== 'Web')) return <p class="hint">{words.noWeb}</p>;
  if (props.secrets.filter((secret) => isLive(secret, props.now)).length >= MAX_LIVE_SECRETS) {
    return <p class="hint">{words.full}</p>;
  }
  return (
    <Maker title={words.create} open={props.secrets.length === 0 || of.sent !== undefined}>
      <ConsoleForm of={of} href={sectionPath(page.application.id, 'client-secrets')} csrf={page.csrf} action="create">
        <input type="hidden" name="newest" value={props.secrets.at(-1)?.id ?? ''} />
        <ConsoleSelect
          of={of}
          name="days"
          label={words.ends}
          current="0"
          options={SECRET_DAYS.map((days) => [String(days), days === 0 ? words.never : words.endsIn(days)] as const)}
        />
        <NarrowButton text={words.create} />
      </ConsoleForm>
    </Maker>
  );
};

const requirementOf = ({ page, messages, props }: Part): string => {
  const words = messages.console.secrets;
  if (page.application.clientSecretRequired) return words.requiredHint;
  return props.secrets.length === 0 ? words.publicHint : words.notRequiredHint;
};

export const renderClientSecrets = (context: PageContext, page: ApplicationPage, props: ClientSecretsProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.console;
  const part = { page, messages, props };
  return renderSection(
    context,
    page,
    'client-secrets',
    <>
      <MadeCard made={page.made} words={words.secrets} messages={messages} />
      <div class="columns">
        <section class="card">
          <h2>{words.secrets.title}</h2>
          <p class="hint">{words.secrets.hint}</p>
          <p class="hint">{requirementOf(part)}</p>
          {props.secrets.length === 0 ? (
            <p class="empty">{words.secrets.none}</p>
          ) : (
            <ul class="rows">
              {props.secrets.map((secret) => (
                <Row key={secret.id} secret={secret} language={context.language} {...part} />
              ))}
            </ul>
          )}
          {page.may.change && page.made?.secret === undefined ? <MakeForm {...part} /> : null}
        </section>
        <ApiKeys page={page} messages={messages} />
      </div>
    </>,
  );
};
