// One application: what it can read now, in words and exactly, how to disconnect it, and what the person agreed to.

import { ownPath } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { ApplicationMark } from '../parts/application-mark.tsx';
import { Form } from '../parts/form.tsx';
import { NameText, ValueText } from '../parts/words.tsx';
import { BackLink } from './account-menu.tsx';
import type { AccountConnection, ApplicationPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';
import { Disconnect, nameOf, scopeText, Value } from './connections.tsx';
import { ReceiptList } from './receipt-list.tsx';

type Live = AccountSectionProps<ApplicationPage> & { connection: AccountConnection };

/** In words, item by item. */
const Items = ({ connection, messages, context }: Live) => {
  const agreed = connection.items.filter((item) => item.agreed);
  const scopes = (connection.scopes ?? []).filter((scope) => scope.agreed);
  if (agreed.length + scopes.length === 0) return <p class="empty">{messages.account.seesNothing}</p>;
  return (
    <dl class="received">
      {agreed.map((item) => (
        <div key={item.item}>
          <dt>{nameOf(item, messages)}</dt>
          <dd>
            <Value item={item} messages={messages} context={context} />
          </dd>
        </div>
      ))}
      {scopes.map((scope) => (
        <div key={scope.item}>
          <dt>
            <ValueText of={scopeText(scope)} />
          </dt>
          <dd>{scope.description === undefined ? null : <ValueText of={scope.description} />}</dd>
        </div>
      ))}
    </dl>
  );
};

const Readable = (section: Live) => {
  const { props, messages, connection } = section;
  const words = messages.receipts;
  return (
    <section class="card">
      <h2>{words.readable}</h2>
      {props.readable === undefined ? (
        <p class="empty">{words.readableNothing}</p>
      ) : (
        <>
          <p class="hint">{words.readableHint}</p>
          <Items {...section} />
        </>
      )}
      {props.readable === undefined ? null : (
        <details class="fold">
          <summary>
            <span>{words.exactly}</span>
          </summary>
          <p class="hint">{words.exactlyHint}</p>
          <pre class="exactly">
            <code dir="ltr">{props.readable}</code>
          </pre>
        </details>
      )}
      <div class="buttons inline">
        <a class="secondary" href={ownPath(props.manageHref)}>
          {words.manage}
        </a>
      </div>
      <Form action="/account/connections" csrf={props.csrf}>
        <input type="hidden" name="application" value={connection.applicationId} />
        <Disconnect connection={connection} messages={messages} />
      </Form>
    </section>
  );
};

const Used = ({ props, messages, context }: AccountSectionProps<ApplicationPage>) => {
  if (!props.connected) return <p class="hint">{messages.receipts.disconnected}</p>;
  const words = messages.account;
  const { connectedAt, lastUsedAt } = props.connected;
  const day = (moment: number) => dateText(moment, context.language);
  return (
    <p class="hint">
      {words.connectedAt(day(connectedAt))}&nbsp;·{' '}
      {lastUsedAt === undefined ? words.neverUsed : words.lastUsedAt(day(lastUsedAt))}
    </p>
  );
};

export const ApplicationContents = (section: AccountSectionProps<ApplicationPage>) => {
  const { props, messages } = section;
  return (
    <>
      <BackLink page="applications" messages={messages} />
      <div class="identity">
        <ApplicationMark name={props.name} logo={props.logo} small />
        <div>
          <h1>
            <NameText of={props.name} />
          </h1>
          <Used {...section} />
        </div>
      </div>
      {props.connected === undefined ? null : <Readable {...section} connection={props.connected} />}
      <ReceiptList {...section} of={props.name} />
    </>
  );
};
