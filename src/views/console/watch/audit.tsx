// The audit of an application, for its team: who changed it or looked at its people.
import type { ActorForMembers } from '../../../core/audit/read-audit.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import { SelectField } from '../../parts/form.tsx';
import type { PageContext } from '../../parts/page.ts';
import { ownPath, showText } from '../../parts/safe-text.ts';
import { renderSection } from '../parts/console-layout.tsx';
import type { ApplicationPage, AuditProps } from '../parts/console-page.ts';
import { Maker } from '../parts/console-parts.tsx';
import { sectionPath } from '../parts/sections.ts';
import { type AuditPlace, AuditRow, AuditRows, Coded, isNarrowed, PeriodFields } from './audit-rows.tsx';

const actorText = (by: ActorForMembers, messages: Messages): string =>
  by.kind === 'member' ? showText(by.email) : messages.audit.actors[by.kind];

/** Narrows the list to what one member did, and to a time. */
const Filter = ({ at, props, messages }: { at: AuditPlace; props: AuditProps; messages: Messages }) => {
  const words = messages.audit;
  const members = props.members.map(({ accountId, email }) => [accountId, showText(email)] as const);
  return (
    <Maker title={words.filter} open={isNarrowed(at)}>
      <form method="get" action={ownPath(at.path)}>
        {at.filter.action === undefined ? null : <input type="hidden" name="action" value={at.filter.action} />}
        <SelectField
          name="account"
          label={words.by}
          value={at.filter.accountId ?? ''}
          options={[['', words.everyone], ...members]}
          autocomplete="off"
        />
        <PeriodFields of={at.period} messages={messages} />
        <button type="submit" class="small">
          {words.show}
        </button>
      </form>
    </Maker>
  );
};

export const renderAudit = (context: PageContext, page: ApplicationPage, props: AuditProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.audit;
  const at: AuditPlace = {
    path: sectionPath(page.application.id, 'audit'),
    filter: props.filter,
    period: props.period,
  };
  const rows = props.entries.map((entry) => (
    <AuditRow
      key={entry.id}
      entry={entry}
      at={at}
      who={[actorText(entry.by, messages), entry.byToken ? words.byToken : ''].filter(Boolean).join(' · ')}
      facts={[
        entry.about === undefined ? undefined : [words.facts.about, <span dir="auto">{showText(entry.about)}</span>],
        entry.entry === undefined ? undefined : [words.facts.entry, <Coded of={entry.entry} />],
        entry.fields.length === 0 ? undefined : [words.facts.fields, <Coded of={entry.fields.join(' ')} />],
      ]}
      messages={messages}
      language={language}
    />
  ));
  return renderSection(
    context,
    page,
    'audit',
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <Filter at={at} props={props} messages={messages} />
      <AuditRows at={at} rows={rows} later={props.later} nextBefore={props.nextBefore} messages={messages} />
    </section>,
  );
};
