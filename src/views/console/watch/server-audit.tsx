// The whole audit, for operators: who changed something on this server, or looked at whose data.
import type { Actor, AuditEntry } from '../../../core/audit/act.ts';
import type { AuditFilter } from '../../../core/audit/audit-store.ts';
import type { AuditPeriod } from '../../../core/audit/read-period.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import { Field } from '../../parts/form.tsx';
import type { Language, PageContext } from '../../parts/page.ts';
import { showText } from '../../parts/safe-text.ts';
import { NO_FORMS, renderConsole } from '../parts/console-layout.tsx';
import { Maker } from '../parts/console-parts.tsx';
import { STAFF_PATHS } from '../parts/staff-pages.ts';
import { type AuditPlace, AuditRow, AuditRows, auditHref, Coded, isNarrowed, PeriodFields } from './audit-rows.tsx';

export const SERVER_AUDIT = STAFF_PATHS.audit;

/** `address` and `machineUser`: where it came from. */
export type ShownEntry = AuditEntry & Pick<Actor, 'machineUser'>;

export type ServerAuditProps = {
  entries: readonly ShownEntry[];
  filter: AuditFilter;
  period: AuditPeriod;
  /** These are not the newest entries. */
  later: boolean;
  /** The entry that the next page begins behind; undefined: there is none. */
  nextBefore: number | undefined;
};

type Part = { at: AuditPlace; messages: Messages };

const Who = ({ entry, at, messages }: Part & { entry: AuditEntry }) => {
  const words = messages.audit;
  const { role, accountId, command } = entry;
  return (
    <>
      {words.roles[role]}
      {accountId === undefined ? null : (
        <>
          {' '}
          <Coded of={accountId} href={auditHref(at, { accountId })} />
        </>
      )}
      {command === undefined ? null : ` ${words.commandLine}`}
    </>
  );
};

const Row = ({ entry, at, messages, language }: Part & { entry: ShownEntry; language: Language }) => {
  const words = messages.audit.facts;
  const { applicationId, subjectId, fields } = entry;
  const coded = (label: string, value: string | undefined, href?: string) =>
    value === undefined || value === '' ? undefined : ([label, <Coded of={value} href={href} />] as const);
  return (
    <AuditRow
      entry={entry}
      at={at}
      who={<Who entry={entry} at={at} messages={messages} />}
      facts={[
        coded(words.application, applicationId, auditHref(at, { applicationId })),
        coded(words.account, subjectId, auditHref(at, { subjectId })),
        coded(words.entry, entry.entry),
        coded(words.fields, fields.join(' ')),
        entry.reason === undefined ? undefined : [words.reason, <span dir="auto">{showText(entry.reason)}</span>],
        coded(words.machineUser, entry.machineUser),
        coded(words.address, entry.address),
        coded(words.token, entry.tokenId),
        coded(words.request, entry.requestId),
      ]}
      messages={messages}
      language={language}
    />
  );
};

const Filter = ({ at, messages }: Part) => {
  const words = messages.audit;
  const { applicationId = '', accountId = '', subjectId = '', action = '' } = at.filter;
  const field = (name: 'account' | 'subject' | 'application' | 'action', value: string) => (
    <Field name={name} label={words.fields[name]} value={value} autocomplete="off" plain />
  );
  return (
    <Maker title={words.filter} open={isNarrowed(at)}>
      <form method="get" action={SERVER_AUDIT}>
        {field('account', accountId)}
        {field('subject', subjectId)}
        {field('application', applicationId)}
        {field('action', action)}
        <PeriodFields of={at.period} messages={messages} />
        <button type="submit" class="small">
          {words.show}
        </button>
      </form>
    </Maker>
  );
};

export const renderServerAudit = (context: PageContext, props: ServerAuditProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.audit;
  const at: AuditPlace = { path: SERVER_AUDIT, filter: props.filter, period: props.period };
  const rows = props.entries.map((entry) => (
    <Row key={entry.id} entry={entry} at={at} messages={messages} language={language} />
  ));
  return renderConsole(
    context,
    NO_FORMS,
    { title: words.serverTitle, place: 'audit' },
    <>
      <div class="top">
        <h1>{words.serverTitle}</h1>
      </div>
      <section class="card" aria-label={words.serverTitle}>
        <p class="hint">{words.serverHint}</p>
        <Filter at={at} messages={messages} />
        <AuditRows at={at} rows={rows} later={props.later} nextBefore={props.nextBefore} messages={messages} />
      </section>
    </>,
  );
};
