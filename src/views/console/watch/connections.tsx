// The people connected to an application, by the `sub` they have there.
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { Language, PageContext } from '../../page/page.ts';
import { dateText } from '../../page/time-text.tsx';
import { Empty } from '../../parts/form.tsx';
import { formOf } from '../parts/console-fields.tsx';
import { renderSection } from '../parts/console-layout.tsx';
import type { ApplicationPage, ConnectionsProps } from '../parts/console-page.ts';
import { Pager } from '../parts/console-parts.tsx';
import { DangerForm } from '../parts/danger-form.tsx';
import { sectionPath } from '../parts/sections.ts';

type User = ConnectionsProps['users'][number];

const factsOf = (user: User, messages: Messages, language: Language): string => {
  const words = messages.console.people;
  const items = user.items.map((item) => messages.items[item]);
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
  return [
    items.length === 0 ? words.nothing : list,
    `${words.connected} ${dateText(user.createdAt, language)}`,
    user.lastUsedAt === undefined ? words.neverUsed : `${words.used} ${dateText(user.lastUsedAt, language)}`,
  ].join('\u00a0· ');
};

const Row = (props: { user: User; page: ApplicationPage; messages: Messages; language: Language }) => {
  const { user, page, messages } = props;
  const words = messages.console.people;
  return (
    <li>
      <div>
        <code>{user.sub}</code>
        <p class="hint">{factsOf(user, messages, props.language)}</p>
        {page.may.change ? (
          <DangerForm
            of={formOf(page, `unlink-${encodeURIComponent(user.sub)}`, messages)}
            href={sectionPath(page.application.id, 'connections')}
            csrf={page.csrf}
            action="unlink"
            entry={user.sub}
            title={words.unlink}
            ask={words.unlinkAsk}
            confirm={words.unlinkConfirm}
          />
        ) : null}
      </div>
    </li>
  );
};

export const renderConnections = (context: PageContext, page: ApplicationPage, props: ConnectionsProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.console;
  const path = sectionPath(page.application.id, 'connections');
  return renderSection(
    context,
    page,
    'connections',
    <section class="card">
      <h2>{words.people.title}</h2>
      {props.users.length === 0 ? (
        <Empty title={words.people.empty} hint={words.people.emptyHint} />
      ) : (
        <>
          <p class="hint">{words.people.hint}</p>
          <ul class="rows">
            {props.users.map((user) => (
              <Row key={user.sub} user={user} page={page} messages={messages} language={context.language} />
            ))}
          </ul>
        </>
      )}
      <Pager
        links={[
          [props.later ? path : undefined, words.first],
          [
            props.nextAfter === undefined ? undefined : `${path}?after=${encodeURIComponent(props.nextAfter)}`,
            words.more,
          ],
        ]}
        messages={messages}
      />
    </section>,
  );
};
