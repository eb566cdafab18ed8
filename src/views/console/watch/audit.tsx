// The audit of an application, for its team: who changed it or looked at its people.
import { messagesFor } from '../../messages/messages-for.ts';
import type { PageContext } from '../../page/page.ts';
import { showText } from '../../page/safe-text.ts';
import { SelectField } from '../../parts/form.tsx';
import { renderSection } from '../parts/console-layout.tsx';
import type { ApplicationPage, AuditProps } from '../parts/console-page.ts';
import { sectionPath } from '../parts/sections.ts';
import { AuditExport, AuditFilterForm, type AuditPlace, AuditRow, AuditRows, coded } from './audit-rows.tsx';
import { slotsForMembers } from './audit-sentence.tsx';

export const renderAudit = (context: PageContext, page: ApplicationPage, props: AuditProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.audit;
  const at: AuditPlace = {
    path: sectionPath(page.application.id, 'audit'),
    filter: props.filter,
    period: props.period,
    choosing: props.choosing,
  };
  const rows = props.entries.map((entry) => (
    <AuditRow
      key={entry.id}
      entry={entry}
      slots={slotsForMembers(entry, messages)}
      note={entry.byToken ? words.byToken : undefined}
      facts={[
        coded(words.facts.action, entry.action),
        entry.about === undefined ? undefined : [words.facts.about, <span dir="auto">{showText(entry.about)}</span>],
        coded(words.facts.entry, entry.entry),
        coded(words.facts.fields, entry.fields.join(' ')),
      ]}
      messages={messages}
      language={language}
    />
  ));
  const members = props.members.map(({ accountId, email }) => [accountId, showText(email)] as const);
  const faulty = Object.keys(props.period.faults).length > 0;
  return renderSection(
    context,
    page,
    'audit',
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">{words.hint}</p>
      <AuditFilterForm at={at} kinds={props.kinds} messages={messages}>
        <SelectField
          name="account"
          label={words.by}
          value={at.filter.account ?? ''}
          options={[['', words.everyone], ...members]}
          autocomplete="off"
        />
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
    </section>,
  );
};
