// Hosts of clients that nobody registered, with how many people use them, and the buttons that block one (contract 46).
import type { ClientHost } from '../../core/applications/client-documents/client-document-store.ts';
import { ConsoleForm, formOf } from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { ConfirmFirst, Pager } from '../console/parts/console-parts.tsx';
import { STAFF_PATHS } from '../console/parts/staff-pages.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { numberText } from '../parts/number-text.ts';
import { NameText } from '../parts/words.tsx';

export const CLIENTS = STAFF_PATHS.clients;

export type ClientHostsProps = ConsolePage & {
  /** The setting as it counts here: beginnings of URLs; none: off. */
  admitted: readonly string[];
  hosts: readonly ClientHost[];
  /** Whether there are hosts before these. */
  later: boolean;
  /** The host after which the next page begins; undefined: there is none. */
  nextAfter: string | undefined;
};

type Part = { context: PageContext; props: ClientHostsProps; messages: Messages };

const Admitted = ({ props: { admitted }, messages: { clients: words } }: Part) => {
  if (admitted.length === 0) return <p class="hint">{words.off}</p>;
  if (admitted.includes('https://')) return <p class="hint">{words.any}</p>;
  return (
    <details class="fold">
      <summary>
        <span>{words.listed(admitted.length)}</span>
      </summary>
      <ul>
        {admitted.map((prefix) => (
          <li key={prefix}>
            <NameText of={prefix} />
          </li>
        ))}
      </ul>
    </details>
  );
};

const Row = ({ of, context, props, messages }: Part & { of: ClientHost }) => {
  const words = messages.clients;
  const form = formOf(props, `client-host ${of.host}`, messages);
  const isBlocked = of.blockedAt !== undefined;
  const used = of.usedAt === undefined ? words.noDocument : words.usedAt(dateText(of.usedAt, context.language));
  return (
    <li>
      <div>
        <b>
          <NameText of={of.host} />
        </b>{' '}
        {isBlocked ? <span class="badge warn">{words.blocked}</span> : null}
        <p class="hint">
          {words.people(numberText(of.people, context.language), of.people)}&nbsp;· {used}
        </p>
      </div>
      {props.confirmHref === undefined ? (
        <ConsoleForm of={form} href={CLIENTS} csrf={props.csrf} action={isBlocked ? 'unblock' : 'block'}>
          <input type="hidden" name="host" value={of.host} />
          <button type="submit" class={isBlocked ? 'small' : 'small bad'} data-working="">
            {isBlocked ? words.unblock : words.block}
            <span class="unseen"> {of.host}</span>
          </button>
        </ConsoleForm>
      ) : null}
    </li>
  );
};

export const renderClientHosts = (context: PageContext, props: ClientHostsProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.clients;
  const part = { context, props, messages };
  return renderConsole(
    context,
    props,
    { title: words.title, place: 'clients' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <ConfirmFirst page={props} messages={messages} />
      <section class="card" aria-label={words.title}>
        <p class="hint">{words.hint}</p>
        <Admitted {...part} />
        {props.hosts.length === 0 ? (
          <div class="empty">
            <p>
              <b>{words.empty}</b>
            </p>
            <p class="hint">{words.emptyHint}</p>
          </div>
        ) : (
          <ul class="rows">
            {props.hosts.map((of) => (
              <Row key={of.host} of={of} {...part} />
            ))}
          </ul>
        )}
        <Pager
          links={[
            [props.later ? CLIENTS : undefined, messages.console.first],
            [
              props.nextAfter === undefined ? undefined : `${CLIENTS}?after=${encodeURIComponent(props.nextAfter)}`,
              messages.console.more,
            ],
          ]}
          messages={messages}
        />
      </section>
    </>,
  );
};
