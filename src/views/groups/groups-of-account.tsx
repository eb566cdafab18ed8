// The groups of somebody on the console's page of their account, which operators change there too (contract 31).
import type { ShownGroup } from '../../core/people/groups/group.ts';
import type { ConsolePage } from '../console/parts/console-page.ts';
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';
import { groupPath } from './group-list.tsx';
import { GroupName } from './group-name.tsx';
import { AddForm, RemoveForm } from './membership-forms.tsx';

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
    <RemoveForm
      {...{ page, href, messages }}
      action="remove-from-group"
      entry={group.id}
      describedBy={`group-${group.id}`}
    />
  </li>
);

export const GroupsOfAccount = (props: Props) => {
  const { page, href, groups, messages } = props;
  const words = messages.groups;
  return (
    <section class="card">
      <h2>{words.ofAccount}</h2>
      {groups.length === 0 ? <p class="hint">{words.notInAny}</p> : null}
      <ul class="rows">
        {groups.map((group) => (
          <Row key={group.id} group={group} {...props} />
        ))}
      </ul>
      <AddForm
        {...{ page, href, messages }}
        form="add-to-group"
        action="add-to-group"
        title={words.addToGroup}
        field={{ name: 'group', label: words.group }}
      />
    </section>
  );
};
