// The whole audit, for operators: who changed something on this server, or looked at whose data.

import type { EntryNames } from '../../../core/operating/audit/name-entries.ts';
import type { DescribedEntry } from '../../../core/server/audit/act.ts';
import type { AuditKind } from '../../../core/server/audit/audit-actions.ts';
import type { AuditPeriod } from '../../../core/server/audit/read-period.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { Language, PageContext } from '../../page/page.ts';
import { showText } from '../../page/safe-text.ts';
import { Field } from '../../parts/form.tsx';
import { NO_FORMS, renderConsole } from '../parts/console-layout.tsx';
import { STAFF_PATHS } from '../parts/staff-pages.ts';
import {
  AuditExport,
  AuditFilterForm,
  type AuditPlace,
  AuditRow,
  AuditRows,
  auditHref,
  coded,
  type ShownFilter,
} from './audit-rows.tsx';
import { slotsOf } from './audit-sentence.tsx';

export const SERVER_AUDIT = STAFF_PATHS.audit;

const NAMED_FILTERS = ['account', 'subject', 'application'] as const;
type NamedFilter = (typeof NAMED_FILTERS)[number];

export type ServerAuditProps = {
  entries: readonly DescribedEntry[];
  names: EntryNames;
  /** What the list can be narrowed to. */
  kinds: readonly AuditKind[];
  filter: ShownFilter;
  /** What was typed that means nobody and nothing. */
  unknown: readonly NamedFilter[];
  period: AuditPeriod;
  /** These are not the newest entries. */
  later: boolean;
  /** The entry that the next page begins behind; undefined: there is none. */
  nextBefore: number | undefined;
  /** The list of all kinds of acts is asked for. */
  choosing?: boolean;
  /** An export was asked for without its reason. */
  noReason?: boolean;
};

type Part = { at: AuditPlace; messages: Messages };

/** Which role somebody got, and that a program acted for a person. */
function noteOf({ kind, entry = '', tokenId, accountId }: DescribedEntry, messages: Messages): string | undefined {
  const roles: Readonly<Record<string, string>> = messages.account.roles;
  const role = kind === 'role-changed' && Object.hasOwn(roles, entry) ? roles[entry] : undefined;
  const byToken = tokenId !== undefined && accountId !== undefined ? messages.audit.byToken : undefined;
  return [role, byToken].filter(Boolean).join('\u00a0· ') || undefined;
}

const Row = (props: Part & { entry: DescribedEntry; names: EntryNames; language: Language }) => {
  const { entry, names, at, messages, language } = props;
  const { facts } = messages.audit;
  const { action, applicationId, accountId, subjectId } = entry;
  return (
    <AuditRow
      entry={entry}
      slots={slotsOf(entry, names, messages)}
      note={noteOf(entry, messages)}
      facts={[
        coded(facts.action, action, auditHref(at, { action })),
        coded(facts.command, entry.command === action ? undefined : entry.command),
        coded(facts.by, accountId, accountId && auditHref(at, { account: accountId })),
        coded(facts.application, applicationId, applicationId && auditHref(at, { application: applicationId })),
        coded(facts.account, subjectId, subjectId && auditHref(at, { subject: subjectId })),
        coded(facts.entry, entry.entry),
        coded(facts.fields, entry.fields.join(' ')),
        entry.reason === undefined ? undefined : [facts.reason, <span dir="auto">{showText(entry.reason)}</span>],
        coded(facts.machineUser, entry.machineUser),
        coded(facts.address, entry.address),
        coded(facts.token, entry.tokenId),
        coded(facts.request, entry.requestId),
      ]}
      messages={messages}
      language={language}
    />
  );
};

/** People by their address, as far as they are known: what a person typed, or the name of whom a link means. */
const shownName = (name: NamedFilter, { filter, names }: ServerAuditProps): string => {
  const value = filter[name] ?? '';
  return (name === 'application' ? names.applications : names.accounts).get(value) ?? value;
};

export const renderServerAudit = (context: PageContext, props: ServerAuditProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.audit;
  const { filter, period, choosing } = props;
  const at: AuditPlace = { path: SERVER_AUDIT, filter, period, choosing };
  const rows = props.entries.map((entry) => (
    <Row key={entry.id} entry={entry} names={props.names} at={at} messages={messages} language={language} />
  ));
  const faulty = props.unknown.length > 0 || Object.keys(props.period.faults).length > 0;
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
        <AuditFilterForm at={at} kinds={props.kinds} messages={messages}>
          {NAMED_FILTERS.map((name) => (
            <Field
              key={name}
              name={name}
              label={words.fields[name]}
              value={shownName(name, props)}
              hint={name === 'application' ? words.applicationHint : words.personHint}
              fault={
                props.unknown.includes(name)
                  ? words[name === 'application' ? 'unknownApplication' : 'unknownPerson']
                  : undefined
              }
              autocomplete="off"
              plain
            />
          ))}
        </AuditFilterForm>
        <AuditRows
          at={at}
          rows={rows}
          faulty={faulty}
          later={props.later}
          nextBefore={props.nextBefore}
          messages={messages}
        />
        {faulty ? null : <AuditExport at={at} faulty={props.noReason === true} messages={messages} />}
      </section>
    </>,
  );
};
