// The groups of somebody on the console's page of their account, which operators change there too (contract 31).
import type { ShownGroup } from '../../core/groups/group.ts';
import { ConsoleForm, ConsoleText, formOf } from '../console/parts/console-fields.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { Maker } from '../console/parts/console-parts.tsx';
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../parts/safe-text.ts';
import { groupPath } from './group-list.tsx';
import { GroupName } from './group-name.tsx';

type Props = {
  page: ConsolePage;
  /** Of the forms. */
  href: string;
  /** Texts in the page's language. */
  groups: readonly ShownGroup[];
  messages: Messages;
};

const Row = ({ group, page, href, messages }: Props & { group: ShownGroup }) => (
  <li>
    <div>
      <a id={`group-${group.id}`} href={ownPath(groupPath(group.id))}>
        <GroupName of={group} />
      </a>
      {group.label === undefined ? null : (
        <p class="hint">
          <GroupName of={{ ...group, label: undefined }} />
        </p>
      )}
    </div>
    {page.confirmHref === undefined ? (
      <ConsoleForm
        of={formOf(page, `remove-${group.id}`, messages)}
        href={href}
        csrf={page.csrf}
        action="remove-from-group"
        entry={group.id}
      >
        <button type="submit" class="small" aria-describedby={`group-${group.id}`}>
          {messages.groups.removeMember}
        </button>
      </ConsoleForm>
    ) : null}
  </li>
);

export const GroupsOfAccount = (props: Props) => {
  const { page, href, groups, messages } = props;
  const words = messages.groups;
  const of = formOf(page, 'add-to-group', messages);
  return (
    <section class="card">
      <h2>{words.ofAccount}</h2>
      {groups.length === 0 ? <p class="hint">{words.notInAny}</p> : null}
      <ul class="rows">
        {groups.map((group) => (
          <Row key={group.id} group={group} {...props} />
        ))}
      </ul>
      {page.confirmHref === undefined ? (
        <Maker title={words.addToGroup} open={of.sent !== undefined}>
          <ConsoleForm of={of} href={href} csrf={page.csrf} action="add-to-group">
            <ConsoleText of={of} name="group" label={words.group} current="" />
            <button type="submit" class="secondary narrow" data-working={messages.working}>
              {words.addButton}
            </button>
          </ConsoleForm>
        </Maker>
      ) : null}
    </section>
  );
};
