// The team of an application: the owner invites and removes members, gives roles and transfers ownership; a member may
// leave. Of an invited person only the address is shown that the owner typed.
import type { Member } from '../../core/applications/members/member.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { PersonMark } from '../parts/application-mark.tsx';
import { NarrowButton } from '../parts/form.tsx';
import { NameText, ValueText } from '../parts/words.tsx';
import { ConsoleForm, ConsoleSelect, ConsoleText, formOf } from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage, TeamProps } from './parts/console-page.ts';
import { MadeCard, Maker } from './parts/console-parts.tsx';
import { DangerForm } from './parts/danger-form.tsx';
import { InlineValue } from './parts/inline-text.tsx';
import { sectionPath } from './parts/sections.ts';
import { TransferOwnership } from './parts/transfer-ownership.tsx';

type Invited = TeamProps['invitations'][number];
type Part = { page: ApplicationPage; messages: Messages; props: TeamProps; context: PageContext };

const common = (page: ApplicationPage) => ({ href: sectionPath(page.application.id, 'team'), csrf: page.csrf });

type Options = readonly (readonly [value: string, text: string])[];

const rolesOf = (messages: Messages): Options => {
  const { roles } = messages.console;
  return [
    ['viewer', roles.viewer],
    ['editor', roles.editor],
  ];
};

const OwnerActions = ({ member, page, messages }: Part & { member: Member }) => {
  const words = messages.console.team;
  const of = formOf(page, `role-${member.accountId}`, messages);
  return (
    <details class="danger calm">
      <summary>{words.changeRole}</summary>
      <ConsoleForm {...common(page)} of={of} action="change-role" entry={member.accountId}>
        <ConsoleSelect
          of={of}
          name="role"
          label={words.roleOf(showName(member.nickname ?? member.email))}
          current={member.role}
          options={rolesOf(messages)}
        />
        <button type="submit" class="small">
          {messages.console.save}
        </button>
      </ConsoleForm>
      <p>{words.removeAsk}</p>
      <ConsoleForm
        {...common(page)}
        of={formOf(page, `remove-${member.accountId}`, messages)}
        action="remove"
        entry={member.accountId}
      >
        <button type="submit" class="small bad">
          {words.remove}
        </button>
      </ConsoleForm>
    </details>
  );
};

const Leave = ({ page, messages }: Part) => {
  const words = messages.console.team;
  return (
    <DangerForm
      {...common(page)}
      of={formOf(page, 'leave', messages)}
      action="leave"
      title={words.leave}
      ask={words.leaveAsk}
      confirm={words.leaveConfirm}
    />
  );
};

const Row = (all: Part & { member: Member }) => {
  const { member, page, props, messages, context } = all;
  const words = messages.console;
  const isSelf = member.accountId === props.ownAccountId;
  return (
    <li>
      <PersonMark name={member.nickname ?? member.email} />
      <div>
        <b>
          <NameText of={member.nickname ?? member.email} />
        </b>{' '}
        <span class="badge">{words.roles[member.role]}</span>
        {isSelf ? <span class="badge good">{words.team.you}</span> : null}
        <p class="hint">
          <InlineValue of={member.email} />
          {member.emailVerified ? null : `\u00a0· ${messages.account.emailUnverified}`}
        </p>
        <p class="hint">{words.team.since(dateText(member.createdAt, context.language))}</p>
        {page.may.own && member.role !== 'owner' && !isSelf ? <OwnerActions {...all} /> : null}
        {isSelf && member.role !== 'owner' ? <Leave {...all} /> : null}
      </div>
    </li>
  );
};

const InvitationActions = ({ invitation, page, messages }: Part & { invitation: Invited }) => {
  const words = messages.console.team;
  const { id, email, role } = invitation;
  const of = formOf(page, `role-${id}`, messages);
  return (
    <details class="danger calm">
      <summary>{words.changeInvitation}</summary>
      {role === 'owner' ? null : (
        <ConsoleForm {...common(page)} of={of} action="change-invited-role" entry={id}>
          <ConsoleSelect
            of={of}
            name="role"
            label={words.roleOf(showName(email))}
            current={role}
            options={rolesOf(messages)}
          />
          <button type="submit" class="small">
            {messages.console.save}
          </button>
        </ConsoleForm>
      )}
      <p>{words.againAsk}</p>
      <ConsoleForm {...common(page)} of={formOf(page, `again-${id}`, messages)} action="invite">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="role" value={role} />
        <button type="submit" class="small">
          {words.again}
        </button>
      </ConsoleForm>
      <p>{words.withdrawAsk}</p>
      <ConsoleForm {...common(page)} of={formOf(page, `withdraw-${id}`, messages)} action="withdraw" entry={id}>
        <button type="submit" class="small bad">
          {words.withdraw}
        </button>
      </ConsoleForm>
    </details>
  );
};

const InvitationRow = (all: Part & { invitation: Invited }) => {
  const { invitation, page, messages, context } = all;
  const words = messages.console;
  return (
    <li>
      <PersonMark name={invitation.email} />
      <div>
        <b>
          <ValueText of={invitation.email} />
        </b>{' '}
        {invitation.role === 'owner' ? (
          <span class="badge warn">{words.team.offered}</span>
        ) : (
          <>
            <span class="badge">{words.roles[invitation.role]}</span> <span class="badge">{words.team.invited}</span>
          </>
        )}
        <p class="hint">{words.team.until(dateText(invitation.expiresAt, context.language))}</p>
        {page.may.own ? <InvitationActions {...all} /> : null}
      </div>
    </li>
  );
};

const Invite = ({ page, messages, props }: Part) => {
  const words = messages.console;
  const of = formOf(page, 'member', messages);
  return (
    <Maker title={words.team.inviteTitle} open={of.sent !== undefined}>
      <ConsoleForm {...common(page)} of={of} action="invite">
        <ConsoleText
          of={of}
          name="email"
          label={words.team.email}
          hint={props.invitesByMail ? words.team.emailHintMail : words.team.emailHint}
          current=""
          type="email"
          inputmode="email"
        />
        <ConsoleSelect
          of={of}
          name="role"
          label={words.team.role}
          hint={words.team.offerHint}
          current="editor"
          options={[...rolesOf(messages), ['owner', words.team.offer]]}
        />
        <NarrowButton text={words.team.invite} />
      </ConsoleForm>
    </Maker>
  );
};

export const renderTeam = (context: PageContext, page: ApplicationPage, props: TeamProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.console;
  const part = { page, messages, props, context };
  return renderSection(
    context,
    page,
    'team',
    <>
      <MadeCard made={page.made} words={messages.console.team} messages={messages} />
      <section class="card">
        <h2>{words.sections.team}</h2>
        <p class="hint">{words.team.hint}</p>
        <ul class="rows">
          {props.members.map((member) => (
            <Row key={member.accountId} member={member} {...part} />
          ))}
          {props.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} {...part} />
          ))}
        </ul>
        {page.may.own ? <Invite {...part} /> : null}
        {page.may.own ? <TransferOwnership {...part} /> : null}
      </section>
    </>,
  );
};
