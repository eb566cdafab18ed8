// One account, as support and operators see it, with the acts that they may do (contract 29). Never a password, token,
// code or secret.

import type { FormAct } from '../../core/ground/acts/account-acts.ts';
import type { EntryNames } from '../../core/operating/audit/name-entries.ts';
import type { AccountLook, AccountRest } from '../../core/operating/operators/look-at-account.ts';
import type { DescribedEntry } from '../../core/server/audit/act.ts';
import { accountPath } from '../console/parts/account-path.ts';
import { ConsoleForm, ConsoleSelect, formOf } from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { ConfirmFirst, Danger, Facts } from '../console/parts/console-parts.tsx';
import { DangerForm } from '../console/parts/danger-form.tsx';
import { InlineText } from '../console/parts/inline-text.tsx';
import { GroupsOfAccount } from '../groups/groups-of-account.tsx';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { dateText, TimeText } from '../page/time-text.tsx';
import { NarrowButton } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';
import { Activity, History, type HistoryRow, Rows } from './account-activity.tsx';
import { Connections, Owned, usedText } from './account-applications.tsx';
import { roleText, type ShownAccount, StatusBadge } from './account-list.tsx';
import { NewOwner } from './new-owner.tsx';

export type AccountPageProps = ConsolePage &
  Omit<AccountLook, 'account' | 'sessions' | 'history' | 'activity'> & {
    account: ShownAccount;
    devices: readonly {
      id: string;
      browser: string | undefined;
      system: string | undefined;
      network: string;
      createdAt: number;
      lastUsedAt: number;
    }[];
    history: readonly HistoryRow[];
    activity: readonly DescribedEntry[];
    /** What the ids of the activity are called; undefined: support learns roles alone. */
    activityNames: EntryNames | undefined;
    /** Whether the activity has looks. */
    looks: boolean;
    /** What whoever looks may do to this account as it is. `calm`: nobody loses anything by it. */
    forms: readonly { act: FormAct; calm: boolean }[];
    /** Of whoever looks. */
    ownAccountId: string;
  };

type Part = { props: AccountPageProps; messages: Messages; context: PageContext };

const Summary = ({ props: { account, rest }, messages, context }: Part) => {
  const words = messages.operators;
  const moment = (at: number) => <TimeText moment={at} language={context.language} />;
  return (
    <section class="card">
      <h2>{words.summary}</h2>
      <Facts
        none={words.none}
        of={[
          [words.id, account.id],
          [words.email, account.email],
          [words.verified, account.emailVerified ? words.yes : words.no],
          [words.created, moment(account.createdAt)],
          ...(account.disabledAt === undefined ? [] : [[words.disabledAt, moment(account.disabledAt)] as const]),
          ...(rest
            ? ([
                [words.role, roleText(account.role, messages)],
                [words.username, account.username],
                [words.password, account.passwordHash === undefined ? words.notSet : words.set],
              ] as const)
            : []),
        ]}
      />
    </section>
  );
};

const RoleForm = ({ props, messages }: Part) => {
  const words = messages.operators;
  const of = formOf(props, 'role', messages);
  return (
    <Danger title={words.setRole} open={of.sent !== undefined} calm>
      <ConsoleForm of={of} href={accountPath(props.account.id)} csrf={props.csrf} action="set-role">
        <ConsoleSelect
          of={of}
          name="role"
          label={words.role}
          hint={words.roleHint}
          current={props.account.role}
          options={Object.entries(messages.account.roles)}
        />
        <NewOwner of={of} accountId={props.account.id} {...props} hint={words.newOwnerOfRole} />
        <NarrowButton text={words.setRole} />
      </ConsoleForm>
    </Danger>
  );
};

const Acts = (part: Part) => {
  const { props, messages } = part;
  const words = messages.operators;
  if (props.confirmHref !== undefined) return null;
  return (
    <section class="card">
      <h2>{words.acts}</h2>
      {props.forms.length === 0 ? <p class="hint">{words.noActs}</p> : null}
      {props.forms.map(({ act, calm }) =>
        act === 'set-role' ? (
          <RoleForm key={act} {...part} />
        ) : (
          <DangerForm
            key={act}
            of={formOf(props, act, messages)}
            href={accountPath(props.account.id)}
            csrf={props.csrf}
            action={act}
            calm={calm}
            {...words.buttons[act]}
          >
            {act === 'delete' ? (
              <NewOwner
                of={formOf(props, act, messages)}
                accountId={props.account.id}
                {...props}
                hint={words.newOwnerHint}
              />
            ) : null}
          </DangerForm>
        ),
      )}
    </section>
  );
};

const Devices = ({ props, messages, context }: Part) => {
  const words = messages.operators;
  return (
    <section class="card">
      <h2>{words.devices}</h2>
      <Rows empty={words.noDevices}>
        {props.devices.map(({ id, browser, system, network, createdAt, lastUsedAt }) => (
          <li key={id}>
            <div>
              <NameText of={[browser ?? messages.account.unknownBrowser, system].filter(Boolean).join(', ')} />
              <p class="hint">
                {messages.account.lastSeen} <TimeText moment={lastUsedAt} language={context.language} />
                {`\u00a0· ${messages.account.firstSeen} ${dateText(createdAt, context.language)}`}
                {network === '' ? null : (
                  <>
                    {`\u00a0· ${messages.account.network} `}
                    <InlineText of={network} />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </Rows>
      {props.moreSessions ? <p class="hint">{messages.account.moreSessions}</p> : null}
    </section>
  );
};

const Factors = ({ rest, ...part }: Part & { rest: AccountRest }) => {
  const { messages, context } = part;
  const words = messages.operators;
  const { codesSince } = rest;
  return (
    <section class="card">
      <h2>{words.factors}</h2>
      <Facts
        none={words.none}
        of={[
          [words.codes, codesSince === undefined ? undefined : dateText(codesSince, context.language)],
          [words.recoveryCodes, String(rest.recoveryCodes)],
          ...rest.passkeys.map(
            ({ name, lastUsedAt }) =>
              [
                words.passkey,
                <>
                  <NameText of={name} />
                  <p class="hint">{usedText(lastUsedAt, { messages, language: context.language })}</p>
                </>,
              ] as const,
          ),
        ]}
      />
    </section>
  );
};

export const renderAccountPage = (context: PageContext, props: AccountPageProps): string => {
  const messages = messagesFor(context.language);
  const part = { props, messages, context };
  const { account, rest } = props;
  return renderConsole(
    context,
    props,
    { title: `${messages.operators.account} – ${showName(account.email)}`, place: 'within-accounts' },
    <>
      <div class="top">
        <h1>
          <NameText of={account.email} />
        </h1>
        <p>
          <StatusBadge status={account.status} messages={messages} />{' '}
          {rest ? <span class="badge">{roleText(account.role, messages)}</span> : null}
        </p>
      </div>
      <ConfirmFirst page={props} messages={messages} />
      <Summary {...part} />
      <Acts {...part} />
      <Devices {...part} />
      <History rows={props.history} language={context.language} messages={messages} />
      {rest ? (
        <GroupsOfAccount page={props} href={accountPath(account.id)} groups={rest.groups} messages={messages} />
      ) : null}
      {rest ? <Owned rest={rest} messages={messages} language={context.language} /> : null}
      {rest ? <Factors rest={rest} {...part} /> : null}
      {rest ? <Connections rest={rest} messages={messages} language={context.language} /> : null}
      <Activity props={props} language={context.language} messages={messages} />
    </>,
  );
};
