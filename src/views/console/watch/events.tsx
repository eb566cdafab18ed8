// Event endpoints: where the application receives events, what signs them, and what became of each delivery. Answers of
// receivers are never shown.
import type { DeliveryStatus } from '../../../core/applications/application-events/event-endpoint.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { PageContext } from '../../page/page.ts';
import { showText } from '../../page/safe-text.ts';
import { TimeText, timeText } from '../../page/time-text.tsx';
import { Empty, NarrowButton } from '../../parts/form.tsx';
import {
  ConsoleFaultOf,
  ConsoleForm,
  ConsoleText,
  ConsoleTick,
  type FormOf,
  formOf,
} from '../parts/console-fields.tsx';
import { renderSection } from '../parts/console-layout.tsx';
import type { ApplicationPage, EventsProps } from '../parts/console-page.ts';
import { MadeCard, Maker, Pager } from '../parts/console-parts.tsx';
import { DangerForm } from '../parts/danger-form.tsx';
import { ButtonForm, eventsPath, type Part } from './events-parts.tsx';

type Endpoint = EventsProps['endpoints'][number];
type Delivery = Endpoint['deliveries'][number];

const BADGES: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'badge',
  delivered: 'badge good',
  failed: 'badge warn',
};

const MAX_ENDPOINTS = 3;
const MAX_SECRETS = 2;

/** Name of the field of a type. */
const fieldOf = (type: string): string => `type-${type}`;

const Fields = ({ of, props, messages, endpoint }: Part & { of: FormOf; endpoint?: Endpoint }) => {
  const words = messages.events;
  return (
    <>
      <ConsoleText of={of} name="url" label={words.url} hint={words.urlHint} current={endpoint?.url ?? ''} type="url" />
      <fieldset id={`${of.id}-types`}>
        <legend>{words.types}</legend>
        {props.types.map((type) => (
          <ConsoleTick
            key={type}
            of={of}
            name={fieldOf(type)}
            label={words.typeNames[type]}
            hint={type}
            current={endpoint === undefined || endpoint.types.includes(type)}
          />
        ))}
        <ConsoleFaultOf of={of} name="types" />
      </fieldset>
      {endpoint === undefined ? null : (
        <ConsoleTick of={of} name="enabled" label={words.enabled} current={endpoint.disabledAt === undefined} />
      )}
    </>
  );
};

/** What came of the last try. */
const answerTo = ({ lastStatus, noAnswer, lastFailure }: Delivery, { events: words }: Messages): string => {
  if (lastStatus === undefined) return noAnswer === undefined ? words.noAnswer : words.noAnswers[noAnswer];
  return lastFailure === 'redirect' ? words.redirected(lastStatus) : words.answered(lastStatus);
};

const DeliveryRow = ({ delivery, endpoint, ...part }: Part & { delivery: Delivery; endpoint: Endpoint }) => {
  const { page, messages, language } = part;
  const words = messages.events;
  const { lastTriedAt, nextTryAt, tries } = delivery;
  const facts = [
    ...(tries === 0 ? [] : [words.tries(tries)]),
    ...(lastTriedAt === undefined ? [] : [answerTo(delivery, messages)]),
  ];
  return (
    <li>
      <div>
        {words.typeNames[delivery.type]} <span class={BADGES[delivery.status]}>{words.statuses[delivery.status]}</span>
        <p class="hint">
          <TimeText moment={delivery.createdAt} language={language} />
          {facts.map((fact) => `\u00a0· ${fact}`)}
          {nextTryAt === undefined || tries === 0 ? null : (
            <>
              {`\u00a0· ${words.nextTry} `}
              <TimeText moment={nextTryAt} language={language} />
            </>
          )}
        </p>
        {page.may.change && endpoint.disabledAt === undefined && delivery.status !== 'pending' ? (
          <ButtonForm
            {...part}
            id={`again-${delivery.id}`}
            action="again"
            entry={endpoint.id}
            event={delivery.eventId}
            text={words.again}
          />
        ) : null}
      </div>
    </li>
  );
};

const Forms = ({ endpoint, ...part }: Part & { endpoint: Endpoint }) => {
  const { page, messages } = part;
  const words = messages.events;
  const { id, secrets } = endpoint;
  const of = (name: string) => formOf(page, `${name}-${id}`, messages);
  const at = { href: eventsPath(page), csrf: page.csrf, entry: id };
  const change = of('change');
  return (
    <>
      {endpoint.disabledAt === undefined ? (
        <ButtonForm {...part} id={`test-${id}`} action="test" entry={id} text={words.test} />
      ) : null}
      <Maker title={words.change} changes open={change.sent !== undefined}>
        <ConsoleForm of={change} action="change" {...at}>
          <Fields {...part} of={change} endpoint={endpoint} />
          <NarrowButton text={words.save} />
        </ConsoleForm>
      </Maker>
      {secrets.length >= MAX_SECRETS ? (
        <>
          <p class="hint">{words.twoSecrets}</p>
          <DangerForm
            of={of('end-secret')}
            action="end-secret"
            {...at}
            title={words.endSecret}
            ask={words.endSecretAsk}
            confirm={words.endSecretConfirm}
          />
        </>
      ) : (
        <ButtonForm
          {...part}
          id={`secret-${id}`}
          action="secret"
          entry={id}
          newest={secrets.at(-1) ?? ''}
          text={words.addSecret}
        />
      )}
      <DangerForm
        of={of('remove')}
        action="remove"
        {...at}
        title={words.remove}
        ask={words.removeAsk}
        confirm={words.removeConfirm}
      />
    </>
  );
};

const EndpointCard = ({ endpoint, ...part }: Part & { endpoint: Endpoint }) => {
  const { page, messages, language } = part;
  const words = messages.events;
  const { disabledAt, missedFrom, failingSince } = endpoint;
  return (
    <section class="card" aria-labelledby={`endpoint-${endpoint.id}`}>
      <h2 id={`endpoint-${endpoint.id}`}>
        <bdi>{showText(endpoint.url)}</bdi>{' '}
        {disabledAt === undefined ? null : <span class="badge">{words.disabled}</span>}
      </h2>
      {disabledAt === undefined ? null : <p class="hint">{words.disabledSince(timeText(disabledAt, language))}</p>}
      {missedFrom === undefined ? null : <p class="hint">{words.missed(missedFrom)}</p>}
      {failingSince === undefined || disabledAt !== undefined ? null : (
        <p class="hint">{words.failing(timeText(failingSince, language))}</p>
      )}
      <p class="hint">{endpoint.types.map((type) => words.typeNames[type]).join('\u00a0· ')}</p>
      {page.may.change ? <Forms endpoint={endpoint} {...part} /> : null}
      <div class="entry">
        <h3>{words.deliveries}</h3>
        {endpoint.deliveries.length === 0 ? (
          <p class="empty">{words.noDeliveries}</p>
        ) : (
          <ul class="rows">
            {endpoint.deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} endpoint={endpoint} {...part} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
};

const AddForm = (part: Part) => {
  const { page, messages, props } = part;
  const words = messages.events;
  const of = formOf(page, 'endpoint', messages);
  if (props.endpoints.length >= MAX_ENDPOINTS) return <p class="hint">{words.full}</p>;
  return (
    <Maker title={words.add} open={of.sent !== undefined}>
      <ConsoleForm of={of} href={eventsPath(page)} csrf={page.csrf} action="create">
        <input type="hidden" name="newest" value={props.endpoints.at(-1)?.id ?? ''} />
        <Fields {...part} of={of} />
        <NarrowButton text={words.add} />
      </ConsoleForm>
    </Maker>
  );
};

export const renderEvents = (context: PageContext, page: ApplicationPage, props: EventsProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.events;
  const part = { page, messages, props, language: context.language };
  const path = eventsPath(page);
  return renderSection(
    context,
    page,
    'events',
    <>
      <MadeCard made={page.made} words={words} messages={messages} />
      <section class="card">
        <h2>{words.title}</h2>
        <p class="hint">{words.hint}</p>
        {props.endpoints.length > 0 ? null : <Empty title={words.none} hint={words.noneHint} />}
        {page.may.change ? <AddForm {...part} /> : null}
      </section>
      {props.endpoints.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} {...part} />
      ))}
      <Pager
        links={[
          [props.later ? path : undefined, messages.console.first],
          [props.nextAfter === undefined ? undefined : `${path}?after=${props.nextAfter}`, messages.console.more],
        ]}
        messages={messages}
      />
    </>,
  );
};
