// What happened to the account in the last 90 days, the newest first: the answer to "why was I signed out?".

import { sentenceFor } from '../messages/acts-of-others.ts';
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';
import { TimeText } from '../page/time-text.tsx';
import { NameText, Words } from '../parts/words.tsx';
import type { ActivityPage, ActivityRow } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

/** What a person can do something about has a sentence of its own. */
const whyRefused = (refusal: ActivityRow['data']['refusal']): 'changed' | 'late' | 'other' => {
  if (refusal === 'backup-eligibility' || refusal === 'counter') return 'changed';
  return refusal === 'challenge' || refusal === 'outdated' ? 'late' : 'other';
};

const whatHappened = (row: ActivityRow, messages: Messages) => {
  const { kinds, someApplication, actors } = messages.activity;
  const { kind, data } = row;
  const application = row.applicationName ?? someApplication;
  switch (kind) {
    case 'sign-in-failed':
      return [kinds[kind](data.times ?? 1)];
    case 'passkey-refused':
      return [kinds[kind](whyRefused(data.refusal), data.times ?? 1)];
    case 'passkey-synced':
    case 'passkey-added':
    case 'passkey-removed':
    case 'api-token-made':
      return kinds[kind](data.name ?? '');
    case 'agreed':
    case 'device-confirmed':
    case 'choices-changed':
    case 'tokens-reused':
      return kinds[kind](application);
    case 'disconnected':
      return kinds[kind][data.by ?? 'person'](application);
    case 'role-changed':
      return [kinds[kind](messages.account.roles[data.role === 'machine' ? 'user' : (data.role ?? 'user')])];
    case 'operator-acted': {
      const { role = 'user', action = '' } = data;
      const who = role === 'user' || role === 'owner' ? actors.team : actors[role];
      const did = kinds[kind][sentenceFor(action) ?? 'other'];
      return [`${who} `, ...(typeof did === 'string' ? [did] : did(application))];
    }
    default:
      return [kinds[kind]];
  }
};

const Item = ({ row, messages, context }: Omit<AccountSectionProps, 'props'> & { row: ActivityRow }) => {
  const device = [row.browser, row.system].filter(Boolean).join(', ');
  const advice = messages.activity.advice[row.kind as keyof Messages['activity']['advice']];
  return (
    <li>
      <div>
        <p>
          <Words of={whatHappened(row, messages)} />
        </p>
        <p class="hint">
          <TimeText moment={row.at} language={context.language} />
          {device === '' ? null : (
            <>
              {'\u00a0· '}
              <NameText of={device} />
            </>
          )}
          {row.data.network ? (
            <>
              {'\u00a0· '}
              <NameText of={row.data.network} />
            </>
          ) : null}
        </p>
        {advice === undefined ? null : <p class="hint">{advice}</p>}
      </div>
    </li>
  );
};

export const ActivitySection = ({ props, messages, context }: AccountSectionProps<ActivityPage>) => {
  const words = messages.activity;
  return (
    <section class="card">
      {props.activities.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <ul class="rows">
          {props.activities.map((row) => (
            <Item key={row.id} row={row} messages={messages} context={context} />
          ))}
        </ul>
      )}
      {props.olderHref === undefined ? null : (
        <p class="aside-line">
          <a href={ownPath(props.olderHref)}>{words.older}</a>
        </p>
      )}
    </section>
  );
};
