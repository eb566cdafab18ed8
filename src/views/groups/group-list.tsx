// The groups of the server by name, and the form that makes one (contract 31).
import type { Group } from '../../core/people/groups/group.ts';
import { ConsoleForm, formOf } from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { ConfirmFirst, Maker, Pager } from '../console/parts/console-parts.tsx';
import { InlineText } from '../console/parts/inline-text.tsx';
import { SearchForm } from '../console/parts/search-form.tsx';
import { STAFF_PATHS } from '../console/parts/staff-pages.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { Empty, NarrowButton } from '../parts/form.tsx';
import { GroupFields, NEW_GROUP } from './group-fields.tsx';
import { GroupName } from './group-name.tsx';

export const GROUPS = STAFF_PATHS.groups;
export const groupPath = (id: string): string => `${GROUPS}/${id}`;

export type GroupListProps = ConsolePage & {
  /** How their names begin; empty: all. */
  prefix: string;
  /** Texts in the page's language. */
  groups: readonly Group[];
  /** Whether there are groups before these. */
  later: boolean;
  /** The name after which the next page begins; undefined: there is none. */
  nextAfter: string | undefined;
};

type Part = { props: GroupListProps; messages: Messages };

const usedBy = ({ applications }: Group, { groups: words }: Messages): string => {
  if (applications === 'any') return words.usedByAny;
  return applications.length === 0 ? words.usedByNone : words.usedBy(applications.length);
};

const NoGroups = ({ props, messages }: Part) => {
  const words = messages.groups;
  if (props.prefix !== '' || props.later) return <p class="empty">{words.noneFound}</p>;
  return <Empty title={words.empty} hint={words.emptyHint} />;
};

const Rows = ({ props, messages }: Part) => (
  <ul class="rows">
    {props.groups.map((group) => (
      <li key={group.id}>
        <div>
          <a href={ownPath(groupPath(group.id))}>
            <GroupName of={group} />
          </a>
          <p class="hint">
            {group.label === undefined ? null : (
              <>
                <InlineText of={group.name} />
                {'\u00a0· '}
              </>
            )}
            {usedBy(group, messages)}
          </p>
        </div>
      </li>
    ))}
  </ul>
);

const Create = ({ props, messages }: Part) => {
  const of = formOf(props, 'group', messages);
  if (props.confirmHref !== undefined) return null;
  return (
    <Maker title={messages.groups.create} open={of.sent !== undefined}>
      <ConsoleForm of={of} href={GROUPS} csrf={props.csrf} action="create">
        <GroupFields of={of} group={NEW_GROUP} />
        <NarrowButton text={messages.groups.create} />
      </ConsoleForm>
    </Maker>
  );
};

const hrefOf = ({ prefix }: GroupListProps, after?: string): string => {
  const given = Object.entries({ q: prefix, after }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? GROUPS : `${GROUPS}?${new URLSearchParams(given)}`;
};

export const renderGroupList = (context: PageContext, props: GroupListProps): string => {
  const messages = messagesFor(context.language);
  const { title } = messages.groups;
  const part = { props, messages };
  const isEmpty = props.groups.length === 0;
  return renderConsole(
    context,
    props,
    { title, place: 'groups' },
    <>
      <div class="top">
        <h1>{title}</h1>
      </div>
      <ConfirmFirst page={props} messages={messages} />
      <section class="card" aria-label={title}>
        {isEmpty && props.prefix === '' && !props.later ? null : (
          <SearchForm
            action={GROUPS}
            label={messages.groups.textHint}
            button={messages.groups.find}
            text={props.prefix}
            maxLength={40}
          />
        )}
        {isEmpty ? <NoGroups {...part} /> : <Rows {...part} />}
        <Pager
          links={[
            [props.later ? hrefOf(props) : undefined, messages.console.first],
            [props.nextAfter === undefined ? undefined : hrefOf(props, props.nextAfter), messages.console.more],
          ]}
          messages={messages}
        />
        <Create {...part} />
      </section>
    </>,
  );
};
