// Accounts found by the beginning of an address, an id or a `sub` (contract 29).

import type { Account, AccountStatus, Role } from '../../core/ground/accounts/account.ts';
import { ACCOUNTS, accountPath } from '../console/parts/account-path.ts';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { Pager } from '../console/parts/console-parts.tsx';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { Language, PageContext } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { Empty, FieldFrame } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';

export type ShownAccount = Account & { status: AccountStatus };

export type AccountListProps = ConsolePage & {
  search: { text: string; role: Role | undefined; status: AccountStatus | undefined };
  accounts: readonly ShownAccount[];
  /** Whether there are accounts before these. */
  later: boolean;
  /** Where the next page begins; undefined: there is none. */
  nextAfter: string | undefined;
  /** Roles are for operators. */
  showsRoles: boolean;
};

type Part = { props: AccountListProps; messages: Messages };

export const StatusBadge = ({ status, messages }: { status: AccountStatus; messages: Messages }) => {
  return <span class={status === 'active' ? 'badge good' : 'badge warn'}>{messages.operators.statuses[status]}</span>;
};

export const roleText = (role: Role, messages: Messages): string => messages.account.roles[role];

const Select = (props: {
  name: string;
  label: string;
  any: string;
  current: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
}) => (
  <FieldFrame name={props.name} label={props.label}>
    <select id={props.name} name={props.name} autocomplete="off">
      <option value="">{props.any}</option>
      {props.options.map(([value, text]) => (
        <option key={value} value={value} selected={value === props.current}>
          {text}
        </option>
      ))}
    </select>
  </FieldFrame>
);

const SearchForm = ({ props: { search, showsRoles }, messages }: Part) => {
  const words = messages.operators;
  return (
    <form class="finder" method="get" action={ACCOUNTS}>
      <FieldFrame name="q" label={words.text} hint={words.textHint}>
        <input
          type="search"
          id="q"
          name="q"
          value={search.text}
          aria-describedby="q-hint"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={255}
        />
      </FieldFrame>
      <Select
        name="status"
        label={words.status}
        any={words.any}
        current={search.status}
        options={Object.entries(words.statuses)}
      />
      {showsRoles ? (
        <Select
          name="role"
          label={words.role}
          any={words.any}
          current={search.role}
          options={Object.entries(messages.account.roles)}
        />
      ) : null}
      <button type="submit" class="secondary narrow">
        {words.find}
      </button>
    </form>
  );
};

const Row = ({ account, props, messages, language }: Part & { account: ShownAccount; language: Language }) => (
  <li>
    <div>
      <a href={accountPath(account.id)}>
        <NameText of={account.email} />
      </a>{' '}
      <StatusBadge status={account.status} messages={messages} />{' '}
      {props.showsRoles && account.role !== 'user' ? (
        <span class="badge">{roleText(account.role, messages)}</span>
      ) : null}
      <p class="hint">
        {messages.operators.created} {dateText(account.createdAt, language)}
        {account.emailVerified ? null : `\u00a0· ${messages.operators.unverified}`}
      </p>
    </div>
  </li>
);

const nextOf = ({ search: { text, role, status }, nextAfter }: AccountListProps): string | undefined => {
  if (nextAfter === undefined) return undefined;
  const query = Object.entries({ q: text, role, status, after: nextAfter });
  return `${ACCOUNTS}?${query.flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : [])).join('&')}`;
};

const firstOf = (props: AccountListProps): string | undefined =>
  props.later ? (nextOf({ ...props, nextAfter: '' }) ?? ACCOUNTS) : undefined;

export const renderAccountList = (context: PageContext, props: AccountListProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.operators;
  const part = { props, messages };
  return renderConsole(
    context,
    props,
    { title: words.title, place: 'accounts' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <section class="card" aria-label={words.find}>
        <SearchForm {...part} />
        {props.accounts.length === 0 ? (
          <Empty title={words.empty} hint={words.emptyHint} />
        ) : (
          <ul class="rows">
            {props.accounts.map((account) => (
              <Row key={account.id} account={account} language={context.language} {...part} />
            ))}
          </ul>
        )}
        <Pager
          links={[
            [firstOf(props), messages.console.first],
            [nextOf(props), messages.console.more],
          ]}
          messages={messages}
        />
      </section>
    </>,
  );
};
