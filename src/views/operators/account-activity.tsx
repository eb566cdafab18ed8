// What others did to an account, or looked at, as the audit tells it: who by role alone, and never a value.
import type { ComponentChildren } from 'preact';
import type { AuditEntry } from '../../core/audit/act.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../parts/page.ts';
import { TimeText } from '../parts/time-text.tsx';
import { roleText } from './account-list.tsx';

export const Rows = ({ empty, children }: { empty: string; children: readonly ComponentChildren[] }) =>
  children.length === 0 ? <p class="empty">{empty}</p> : <ul class="rows">{children}</ul>;

type Part = { messages: Messages; language: Language };

const Entry = ({ entry, messages, language }: Part & { entry: AuditEntry }) => {
  const words = messages.operators;
  const { role } = entry;
  const who = role === 'server' || role === 'machine' ? words.programs[role] : roleText(role, messages);
  const result = entry.result === 'refused' ? ` · ${words.refused}` : '';
  return (
    <li>
      <div>
        <code>{entry.action}</code>
        <p class="hint">
          <TimeText moment={entry.at} language={language} /> · {words.by} {who}
          {entry.command === undefined ? null : ` (${words.commandLine})`}
          {result}
        </p>
      </div>
    </li>
  );
};

export const Activity = ({ entries, more, ...part }: Part & { entries: readonly AuditEntry[]; more: boolean }) => {
  const words = part.messages.operators;
  return (
    <section class="card">
      <h2>{words.activity}</h2>
      <p class="hint">{words.activityHint}</p>
      <Rows empty={words.noActivity}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} {...part} />
        ))}
      </Rows>
      {more ? <p class="hint">{words.moreActivity}</p> : null}
    </section>
  );
};
