// The person's applications: a search, the orders, one page of them, and links to the pages beside it.
import type { ApplicationOrder } from '../../core/applications/applications/application-store.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { ownPath, showText } from '../page/safe-text.ts';
import { ApplicationMark } from '../parts/application-mark.tsx';
import { numberText } from '../parts/number-text.ts';
import { NameText, Words } from '../parts/words.tsx';
import { LoginBadge, TestBadge } from './parts/console-layout.tsx';
import type { ApplicationListProps } from './parts/console-page.ts';
import { Pager } from './parts/console-parts.tsx';
import { sectionPath } from './parts/sections.ts';

type Part = { props: ApplicationListProps; messages: Messages };
type Listed = ApplicationListProps['applications'][number];

const SHOWN: Readonly<Record<ApplicationOrder, true>> = { name: true, newest: true, changed: true };
const ORDERS = Object.keys(SHOWN) as readonly ApplicationOrder[];

type Only = ApplicationListProps['search']['only'];
const FILTERS = [undefined, 'on', 'off', 'team', 'mine'] as const satisfies readonly Only[];

/** The list with this search; parameters without a value are left out. */
const hrefOf = (
  path: string,
  parameters: { q: string; sort: ApplicationOrder; only?: Only; before?: string; after?: string },
): string => {
  const given = Object.entries(parameters).filter(
    ([name, value = '']) => value !== '' && !(name === 'sort' && value === ORDERS[0]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`;
};

const Row = ({ row, messages }: { row: Listed; messages: Messages }) => {
  const words = messages.console;
  const facts = [
    row.platforms.length === 0 ? words.list.noPlatform : row.platforms.join(', '),
    words.list.items(row.consentItems),
  ];
  const owner = row.role === 'owner' ? undefined : row.owner;
  return (
    <li>
      <a class="listed" href={ownPath(sectionPath(row.id, 'overview'))}>
        <ApplicationMark name={row.name} small />
        <span class="grows">
          <b>
            <NameText of={row.name} />
          </b>
          <span class="hint">
            {facts.join('\u00a0· ')}
            {owner === undefined ? null : (
              <>
                {'\u00a0· '}
                {words.list.owner}: <NameText of={owner} />
              </>
            )}
          </span>
        </span>
        <span class="badges">
          <TestBadge audience={row.audience} messages={messages} />
          <LoginBadge on={row.loginActivation} messages={messages} />
          {row.role === undefined ? null : <span class="badge">{words.roles[row.role]}</span>}
        </span>
      </a>
    </li>
  );
};

const Search = ({ props, messages }: Part) => {
  const words = messages.console.list;
  const { text, order, only } = props.search;
  return (
    <div class="search">
      <form method="get" action={ownPath(props.path)}>
        {order === ORDERS[0] ? null : <input type="hidden" name="sort" value={order} />}
        {only === undefined ? null : <input type="hidden" name="only" value={only} />}
        <label class="unseen" for="q">
          {words.search}
        </label>
        <input id="q" name="q" type="search" value={text} placeholder={words.search} maxLength={60} dir="auto" />
        <button type="submit" class="small">
          {words.searchButton}
        </button>
      </form>
      <nav class="tabs" aria-label={words.sort}>
        {ORDERS.map((one) => (
          <a
            key={one}
            href={hrefOf(props.path, { q: text, sort: one, ...(only && { only }) })}
            aria-current={one === order ? 'true' : undefined}
          >
            {words.orders[one]}
          </a>
        ))}
      </nav>
    </div>
  );
};

/** What the list is narrowed to, and how many there are. */
const Filters = ({ props, messages, language }: Part & { language: Language }) => {
  const words = messages.console.list;
  const { text, order, only } = props.search;
  const { count, more } = props.total;
  return (
    <div class="search">
      <nav class="tabs" aria-label={words.filter}>
        {FILTERS.map((one) => (
          <a
            key={one ?? ''}
            href={hrefOf(props.path, { q: text, sort: order, ...(one && { only: one }) })}
            aria-current={one === only ? 'true' : undefined}
          >
            {words.filters[one ?? 'all']}
          </a>
        ))}
      </nav>
      {props.applications.length === 0 ? null : (
        <p class="hint">{words.total(`${numberText(count, language)}${more ? '+' : ''}`, count)}</p>
      )}
    </div>
  );
};

const NoneFound = ({ props, messages }: Part) => {
  const words = messages.console.list;
  const { text, order } = props.search;
  return (
    <p class="empty">
      {text === '' ? words.noneOfFilter : <Words of={words.noneFound(showText(text))} />}{' '}
      <a href={hrefOf(props.path, { q: '', sort: order })}>{words.showAll}</a>
    </p>
  );
};

export const Listing = (part: Part & { language: Language }) => {
  const { props, messages } = part;
  const words = messages.console;
  const { applications, before, after } = props;
  const { text: q, order: sort, only } = props.search;
  const narrowed = { q, sort, ...(only && { only }) };
  const isSmall =
    applications.length < 2 && q === '' && only === undefined && before === undefined && after === undefined;
  return (
    <section class="card" aria-label={words.title}>
      {isSmall ? null : <Search {...part} />}
      {isSmall ? null : <Filters {...part} />}
      {applications.length === 0 ? <NoneFound {...part} /> : null}
      <ul class="list">
        {applications.map((row) => (
          <Row key={row.id} row={row} messages={messages} />
        ))}
      </ul>
      <Pager
        links={[
          [before === undefined ? undefined : hrefOf(props.path, { ...narrowed, before }), words.previous],
          [after === undefined ? undefined : hrefOf(props.path, { ...narrowed, after }), words.more],
        ]}
        messages={messages}
      />
    </section>
  );
};
