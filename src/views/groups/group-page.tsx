// One group: its settings, who is in it, and its end (contract 31).

import type { GroupLook } from '../../core/applications/groups/look-at-group.ts';
import type { GroupButton } from '../../core/ground/acts/group-acts.ts';
import { accountPath } from '../console/parts/account-path.ts';
import { ConsoleForm, ConsoleTick, type FormOf, formOf } from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { ConfirmFirst, Pager } from '../console/parts/console-parts.tsx';
import { DangerForm } from '../console/parts/danger-form.tsx';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { MainButton } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';
import { type Blocked, BlockedBy, GroupApplications } from './group-applications.tsx';
import { GroupFields } from './group-fields.tsx';
import { GROUPS, groupPath } from './group-list.tsx';
import { GroupName, labelOf } from './group-name.tsx';
import { AddForm, RemoveForm } from './membership-forms.tsx';

export type GroupPageProps = ConsolePage &
  GroupLook & {
    /** In the page's language. */
    title: Pick<GroupLook['group'], 'label' | 'name'>;
    blocked: Blocked | undefined;
    /** The acts that ask for no more than a confirmation. */
    buttons: readonly GroupButton[];
    /** Whether there are members before these. */
    later: boolean;
  };

type Part = { props: GroupPageProps; messages: Messages; context: PageContext };

const Settings = (part: Part) => {
  const { props, messages } = part;
  const words = messages.groups;
  const { group, blocked } = props;
  const of = formOf(props, 'settings', messages);
  if (props.confirmHref !== undefined) return null;
  return (
    <section class="card form">
      <h2>{words.settings}</h2>
      {of.sent ? <BlockedBy blocked={blocked} messages={messages} /> : null}
      <ConsoleForm of={of} href={groupPath(group.id)} csrf={props.csrf} action="save" version={group.version}>
        <GroupFields of={of} group={group} />
        <MainButton text={messages.console.save} />
      </ConsoleForm>
      <Acts {...part} />
    </section>
  );
};

const Member = ({ member, props, messages, context }: Part & { member: GroupPageProps['members'][number] }) => {
  const { accountId, email, addedAt } = member;
  const words = messages.groups;
  const id = `member-${accountId}`;
  return (
    <li>
      <div>
        <a id={id} href={ownPath(accountPath(accountId))}>
          <NameText of={email} />
        </a>
        <p class="hint">
          {words.since} {dateText(addedAt, context.language)}
        </p>
      </div>
      <RemoveForm
        page={props}
        href={groupPath(props.group.id)}
        messages={messages}
        action="remove-member"
        entry={accountId}
        describedBy={id}
      />
    </li>
  );
};

const Members = (part: Part) => {
  const { props, messages } = part;
  const { group, members, next } = props;
  const words = messages.groups;
  const here = groupPath(group.id);
  return (
    <section class="card">
      <h2>{words.members}</h2>
      {members.length === 0 ? <p class="hint">{words.noMembers}</p> : null}
      <ul class="rows">
        {members.map((member) => (
          <Member key={member.accountId} member={member} {...part} />
        ))}
      </ul>
      <Pager
        links={[
          [props.later ? here : undefined, messages.console.first],
          [next === undefined ? undefined : `${here}?after=${next}`, messages.console.more],
        ]}
        messages={messages}
      />
      <AddForm
        {...{ page: props, href: here, messages }}
        form="member"
        action="add-member"
        title={words.add}
        field={{ name: 'who', label: words.who }}
      />
    </section>
  );
};

/** The first try to delete the group names the applications, and then offers to take the group out of them. */
const Force = ({ props, messages, of }: Part & { of: FormOf }) => {
  const { blocked } = props;
  if (!of.sent) return null;
  return (
    <>
      <BlockedBy blocked={blocked} messages={messages} />
      {blocked?.kind === 'group-named' || of.sent.values.has('force') ? (
        <ConsoleTick
          of={of}
          name="force"
          label={messages.groups.force}
          hint={messages.groups.forceHint}
          current={false}
        />
      ) : null}
    </>
  );
};

const Acts = (part: Part) => {
  const { props, messages } = part;
  return props.buttons.map((act) => {
    const of = formOf(props, act, messages);
    return (
      <DangerForm
        key={act}
        of={of}
        href={groupPath(props.group.id)}
        csrf={props.csrf}
        action={act}
        {...messages.groups.buttons[act]}
      >
        {act === 'delete' ? <Force {...part} of={of} /> : null}
      </DangerForm>
    );
  });
};

export const renderGroupPage = (context: PageContext, props: GroupPageProps): string => {
  const messages = messagesFor(context.language);
  const part = { props, messages, context };
  const { title } = props;
  return renderConsole(
    context,
    props,
    { title: `${messages.groups.title} – ${showName(labelOf(title))}`, place: 'within-groups' },
    <>
      <div class="top">
        <h1>
          <GroupName of={title} />
        </h1>
        <p>
          <a href={GROUPS}>{messages.groups.title}</a>
        </p>
      </div>
      <ConfirmFirst page={props} messages={messages} />
      <Members {...part} />
      <GroupApplications {...part} />
      <Settings {...part} />
    </>,
  );
};
