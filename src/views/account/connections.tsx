// Connected applications: what each can read now, the switches of its optional items, and the button to disconnect it.

import type { Messages } from '../messages/messages-for.ts';
import { RECEIPTS_PATH } from '../page/account-pages.ts';
import type { ConsentScopeRow, Language } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { ApplicationMark } from '../parts/application-mark.tsx';
import { showValue } from '../parts/claim-fields.tsx';
import { AsName } from '../parts/consent-item.tsx';
import { Empty, Form } from '../parts/form.tsx';
import { AlertIcon } from '../parts/icons.tsx';
import { NameText, OwnersLink, ValueText, Words } from '../parts/words.tsx';
import type { AccountConnection, ApplicationsPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

type ConnectionProps = AccountSectionProps<ApplicationsPage> & { connection: AccountConnection };
type Item = AccountConnection['items'][number];

/** Of more applications, the form of each stands on its own page: it weighs as much as five lines of the list. */
const MOST_WITH_FORMS = 5;

/** Of an item, with what else it is given as. */
export const nameOf = ({ item, asName }: Item, { items, consent }: Messages): string =>
  asName === 'always' ? `${items[item]} ${consent.asName.always}` : items[item];

/** What the application can read now, as a list in the page's language. */
const readableItems = (connection: AccountConnection, language: Language, messages: Messages): string => {
  const seen = [
    ...connection.items.filter((item) => item.agreed).map((item) => nameOf(item, messages)),
    ...(connection.scopes ?? []).filter((scope) => scope.agreed).map(scopeText),
  ];
  if (seen.length === 0) return messages.account.seesNothing;
  return messages.account.sees(new Intl.ListFormat(language, { type: 'conjunction' }).format(seen));
};

/** The person's own value, as the application gets it. */
export const Value = ({ item, context, messages }: { item: Item } & Omit<AccountSectionProps, 'props'>) =>
  item.value === undefined ? (
    <span class="value empty">{messages.account.noValue}</span>
  ) : (
    <>
      <span class="value">
        <ValueText of={showValue(item.item, item.value, messages, context.language)} />
      </span>
      {item.withheld ? <span class="hint">{messages.consent.withheld}</span> : null}
    </>
  );

const ItemRow = ({ item, ...section }: { item: Item } & AccountSectionProps<ApplicationsPage>) => {
  const name = section.messages.items[item.item];
  const locked = item.consent === 'required';
  return (
    <label class="tick">
      <input type="checkbox" class="switch" name="item" value={item.item} checked={item.agreed} disabled={locked} />
      <span>
        <span class="what">
          {name}
          {item.asName ? <AsName told={item.asName} messages={section.messages} /> : null}
          {locked ? <span class="aside"> {section.messages.account.locked}</span> : null}
        </span>
        <Value item={item} {...section} />
      </span>
    </label>
  );
};

/** With the name of its API. */
export const scopeText = ({ api, label }: ConsentScopeRow): string => `${showName(label)} (${showName(api)})`;

const ScopeRow = ({ scope, messages }: { scope: ConsentScopeRow; messages: Messages }) => {
  const locked = scope.consent === 'required';
  return (
    <label class="tick">
      <input type="checkbox" class="switch" name="item" value={scope.item} checked={scope.agreed} disabled={locked} />
      <span>
        <span class="what">
          <ValueText of={scopeText(scope)} />
          {locked ? <span class="aside"> {messages.account.locked}</span> : null}
        </span>
        {scope.description === undefined ? null : (
          <span class="value">
            <ValueText of={scope.description} />
          </span>
        )}
      </span>
    </label>
  );
};

/** A disclosure to open first, so that one wrong click loses nothing. */
export const Disconnect = ({ connection, messages }: Pick<ConnectionProps, 'connection' | 'messages'>) => (
  <details class="danger">
    <summary>{messages.account.disconnect}</summary>
    <p>
      <Words of={messages.account.disconnectAsk(showName(connection.name))} />
    </p>
    <button type="submit" class="small bad" name="action" value="disconnect">
      {messages.account.disconnectConfirm}
    </button>
  </details>
);

/** A name that nobody registered stands beside the host that it comes from (contract 46). */
export const DocumentHost = ({ of: { documentHost } }: { of: AccountConnection }) =>
  documentHost === undefined ? null : (
    <span class="aside">
      <NameText of={documentHost} />{' '}
    </span>
  );

const Times = ({ connection, context, messages }: ConnectionProps) => {
  const words = messages.account;
  const day = (moment: number) => dateText(moment, context.language);
  const used = connection.lastUsedAt === undefined ? words.neverUsed : words.lastUsedAt(day(connection.lastUsedAt));
  return (
    <p class="hint">
      {words.connectedAt(day(connection.connectedAt))}&nbsp;· {used}
      {connection.homepageUri === undefined ? null : <>&nbsp;· </>}
      <OwnersLink href={connection.homepageUri} text={messages.consent.homepage} newTab={messages.newTab} />
    </p>
  );
};

const Summary = ({ connection, context, messages }: ConnectionProps) => (
  <>
    <ApplicationMark name={connection.name} logo={connection.logo} small />
    <span>
      <b>
        <NameText of={connection.name} />
      </b>{' '}
      <DocumentHost of={connection} />
      {connection.unused ? <span class="badge warn">{messages.receipts.unused}</span> : null}
      <span class="hint">{readableItems(connection, context.language, messages)}</span>
    </span>
  </>
);

const Connection = (props: ConnectionProps) => {
  const { connection, messages } = props;
  const { csrf, opened, connections } = props.props;
  const isOpen = opened?.applicationId === connection.applicationId;
  if (!isOpen && connections.length > MOST_WITH_FORMS) {
    return (
      <a class="row" href={ownPath(connection.href)}>
        <Summary {...props} />
      </a>
    );
  }
  return (
    <details class="row" open={isOpen}>
      <summary>
        <Summary {...props} />
      </summary>
      <Form action={`/account/connections${isOpen ? opened.query : ''}`} csrf={csrf}>
        <input type="hidden" name="application" value={connection.applicationId} />
        <Times {...props} />
        {connection.items.map((item) => (
          <ItemRow key={item.item} item={item} {...props} />
        ))}
        {connection.scopes?.map((scope) => (
          <ScopeRow key={scope.item} scope={scope} messages={messages} />
        ))}
        {[...connection.items, ...(connection.scopes ?? [])].some((item) => item.consent === 'optional') ? (
          <button type="submit" class="small" name="action" value="save">
            {messages.account.saveItems}
          </button>
        ) : null}
        <p class="more">
          <a href={ownPath(connection.href)}>
            {messages.receipts.details}
            <span class="unseen"> {showName(connection.name)}</span>
          </a>
        </p>
        <Disconnect {...props} />
      </Form>
    </details>
  );
};

/** Access that nobody needs is access that somebody may misuse. */
const Unused = ({ props, messages }: AccountSectionProps<ApplicationsPage>) => {
  const count = props.connections.filter(({ unused }) => unused).length;
  if (count === 0) return null;
  return (
    <div class="notice note">
      <AlertIcon />
      <p>{messages.receipts.suggest(count)}</p>
    </div>
  );
};

export const ConnectionsSection = (section: AccountSectionProps<ApplicationsPage>) => {
  const { props, messages } = section;
  const words = messages.account;
  return (
    <section class="card">
      <Unused {...section} />
      {props.connections.length === 0 ? (
        <Empty title={words.connectionsEmpty} hint={words.connectionsEmptyHint} />
      ) : (
        props.connections.map((connection) => (
          <Connection key={connection.applicationId} connection={connection} {...section} />
        ))
      )}
      <p class="aside-line">
        <a href={ownPath(RECEIPTS_PATH)}>{messages.receipts.all}</a>
      </p>
    </section>
  );
};
