// What one search finds among accounts, applications and groups (contract 29). Each list says where more of it is.
import type { ComponentChildren } from 'preact';
import type { Found, FoundEverywhere } from '../../core/operating/operators/search-everything.ts';
import { accountPath } from '../console/parts/account-path.ts';
import { LoginBadge, NO_FORMS, renderConsole, TestBadge } from '../console/parts/console-layout.tsx';
import { SearchEverything } from '../console/parts/search-form.tsx';
import { sectionPath } from '../console/parts/sections.ts';
import { STAFF_PATHS, type StaffPage, staffTitle } from '../console/parts/staff-pages.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath, showText } from '../page/safe-text.ts';
import { NameText, Words } from '../parts/words.tsx';
import { roleText, type ShownAccount, StatusBadge } from './account-list.tsx';

export type SearchProps = Omit<FoundEverywhere, 'accounts'> & { text: string; accounts: Found<ShownAccount> };

const Kind = (props: {
  page: StaffPage;
  /** Of the search on its own page. */
  parameter: string;
  text: string;
  more: boolean;
  messages: Messages;
  children: readonly ComponentChildren[];
}) => {
  const { page, parameter, text, more, messages, children } = props;
  if (children.length === 0) return null;
  const all = `${STAFF_PATHS[page]}?${new URLSearchParams({ [parameter]: text })}`;
  return (
    <section class="card">
      <h2>{staffTitle(page, messages)}</h2>
      <ul class="rows">{children}</ul>
      {more ? (
        <p>
          <a href={ownPath(all)}>{messages.serverState.search.more}</a>
        </p>
      ) : null}
    </section>
  );
};

const Row = ({ href, name, children }: { href: string; name: string; children: ComponentChildren }) => (
  <li>
    <div>
      <a href={ownPath(href)}>
        <NameText of={name} />
      </a>{' '}
      {children}
    </div>
  </li>
);

export const renderSearch = (context: PageContext, props: SearchProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.serverState.search;
  const { text, accounts, applications, groups } = props;
  const isNothing = [accounts, applications, groups].every(({ rows }) => rows.length === 0);
  const part = { text, messages };
  return renderConsole(
    context,
    NO_FORMS,
    { title: words.title, place: 'within-overview' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <SearchEverything text={text} messages={messages} />
      {isNothing && text !== '' ? (
        <p class="empty">
          <Words of={words.none(showText(text))} />
        </p>
      ) : null}
      <Kind page="accounts" parameter="q" more={accounts.more} {...part}>
        {accounts.rows.map((account) => (
          <Row key={account.id} href={accountPath(account.id)} name={account.email}>
            <StatusBadge status={account.status} messages={messages} />{' '}
            {account.role === 'user' ? null : <span class="badge">{roleText(account.role, messages)}</span>}
          </Row>
        ))}
      </Kind>
      <Kind page="applications" parameter="q" more={applications.more} {...part}>
        {applications.rows.map(({ id, name, audience, loginActivation }) => (
          <Row key={id} href={sectionPath(id, 'overview')} name={name}>
            <TestBadge audience={audience} messages={messages} />{' '}
            <LoginBadge on={loginActivation} messages={messages} />
          </Row>
        ))}
      </Kind>
      <Kind page="groups" parameter="q" more={groups.more} {...part}>
        {groups.rows.map(({ id, name, label }) => (
          <Row key={id} href={`${STAFF_PATHS.groups}/${id}`} name={label ?? name}>
            {label === undefined ? null : <code>{showText(name)}</code>}
          </Row>
        ))}
      </Kind>
    </>,
  );
};
