// What happened to an account: how its person signed in and was signed out, and what others did or looked at, as the
// audit tells it: to support by role alone, and never a value.

import type { ComponentChildren } from 'preact';
import type { EntryNames } from '../../core/operating/audit/name-entries.ts';
import type { SignInEvent } from '../../core/operating/operators/look-at-account.ts';
import type { DescribedEntry } from '../../core/server/audit/act.ts';
import { accountPath } from '../console/parts/account-path.ts';
import { InlineText } from '../console/parts/inline-text.tsx';
import { Sentence, slotsOf } from '../console/watch/audit-sentence.tsx';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { TimeText } from '../page/time-text.tsx';

export const Rows = ({ empty, children }: { empty: string; children: readonly ComponentChildren[] }) =>
  children.length === 0 ? <p class="empty">{empty}</p> : <ul class="rows">{children}</ul>;

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
                      {'\u00a0· '}
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

const Entry = ({
  entry,
  names,
  messages,
  language,
}: Part & { entry: DescribedEntry; names: EntryNames | undefined }) => (
  <li>
    <div>
      <Sentence entry={entry} slots={slotsOf(entry, names, messages)} messages={messages} />
      <p class="hint">
        <TimeText moment={entry.at} language={language} />
        {entry.tokenId === undefined || entry.role === 'machine' ? null : `\u00a0· ${messages.audit.byToken}`}
      </p>
    </div>
  </li>
);

type ActivityProps = {
  account: { id: string };
  activity: readonly DescribedEntry[];
  activityNames: EntryNames | undefined;
  moreActivity: boolean;
  looks: boolean;
};

export const Activity = ({ props, ...part }: Part & { props: ActivityProps }) => {
  const { account, activity, activityNames, moreActivity, looks } = props;
  const words = part.messages.operators;
  const path = accountPath(account.id);
  return (
    <section class="card">
      <h2>{words.activity}</h2>
      <p class="hint">
        {words.activityHint}{' '}
        <a href={ownPath(looks ? path : `${path}?looks=on`)}>{looks ? words.hideLooks : part.messages.audit.looks}</a>
      </p>
      <Rows empty={words.noActivity}>
        {activity.map((entry) => (
          <Entry key={entry.id} entry={entry} names={activityNames} {...part} />
        ))}
      </Rows>
      {moreActivity ? <p class="hint">{words.moreActivity}</p> : null}
    </section>
  );
};
