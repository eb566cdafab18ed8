// What happened to an account: how its person signed in and was signed out, and what others did or looked at, as the
// audit tells it: who by role alone, and never a value.
import type { ComponentChildren } from 'preact';
import type { AuditEntry } from '../../core/audit/act.ts';
import type { SignInEvent } from '../../core/operators/look-at-account.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../parts/page.ts';
import { showName, showText } from '../parts/safe-text.ts';
import { TimeText } from '../parts/time-text.tsx';
import { roleText } from './account-list.tsx';

export const Rows = ({ empty, children }: { empty: string; children: readonly ComponentChildren[] }) =>
  children.length === 0 ? <p class="empty">{empty}</p> : <ul class="rows">{children}</ul>;

/** In its own direction, on the line of the text around it. */
export const InlineText = ({ of }: { of: string }) => <span dir="auto">{showName(of)}</span>;

type Part = { messages: Messages; language: Language };

export type HistoryRow = Pick<SignInEvent, 'id' | 'at' | 'kind'> & {
  /** Of failed sign-ins, how many. */
  times?: number | undefined;
  browser?: string | undefined;
  system?: string | undefined;
  network?: string | undefined;
};

export const History = ({ rows, messages, language }: Part & { rows: readonly HistoryRow[] }) => {
  const words = messages.operators;
  return (
    <section class="card">
      <h2>{words.history}</h2>
      <Rows empty={words.noHistory}>
        {rows.map(({ id, at, kind, times = 1, browser, system, network }) => (
          <li key={id}>
            <div>
              {kind === 'sign-in-failed' ? words.failed(times) : words.events[kind]}
              <p class="hint">
                <TimeText moment={at} language={language} />
                {[[browser, system].filter(Boolean).join(', '), network].map((text) =>
                  text ? (
                    <span key={text}>
                      {' · '}
                      <InlineText of={text} />
                    </span>
                  ) : null,
                )}
              </p>
            </div>
          </li>
        ))}
      </Rows>
    </section>
  );
};

const Entry = ({ entry, messages, language }: Part & { entry: AuditEntry }) => {
  const words = messages.operators;
  const { role } = entry;
  const who = role === 'server' || role === 'machine' ? words.programs[role] : roleText(role, messages);
  const result = entry.result === 'refused' ? ` · ${words.refused}` : '';
  return (
    <li>
      <div>
        <code>{showText(entry.action)}</code>
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
