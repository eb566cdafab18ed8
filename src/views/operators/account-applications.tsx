// The applications that an account owns, and those that it is connected to, as operators see them (contract 29).
import type { AccountRest } from '../../core/operating/operators/look-at-account.ts';
import { sectionPath } from '../console/parts/sections.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { showText } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { numberText } from '../parts/number-text.ts';
import { NameText } from '../parts/words.tsx';
import { Rows } from './account-activity.tsx';

type Part = { rest: AccountRest; messages: Messages; language: Language };

/** When a passkey or a connection was used last. */
export const usedText = (used: number | undefined, { messages, language }: Omit<Part, 'rest'>): string =>
  used === undefined ? messages.operators.neverUsed : `${messages.operators.used} ${dateText(used, language)}`;

export const Connections = ({ rest, ...part }: Part) => {
  const { messages, language } = part;
  const words = messages.operators;
  return (
    <section class="card">
      <h2>{words.connections}</h2>
      <Rows empty={words.noConnections}>
        {rest.connections.map((connection) => (
          <li key={connection.applicationId}>
            <div>
              <a href={sectionPath(connection.applicationId, 'overview')}>
                <NameText of={connection.name} />
              </a>
              <p class="hint">
                <code>sub</code> <code>{showText(connection.sub)}</code>
                {`\u00a0· ${words.connected} ${dateText(connection.createdAt, language)}\u00a0· `}
                {usedText(connection.lastUsedAt, part)}
              </p>
            </div>
          </li>
        ))}
      </Rows>
    </section>
  );
};

/** What keeps the account from being deleted (contract 29). */
export const Owned = ({ rest, messages, language }: Part) => {
  const words = messages.operators;
  if (rest.owned.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.owned}</h2>
      <Rows empty={words.none}>
        {rest.owned.map(({ id, name, connections }) => (
          <li key={id}>
            <div>
              <a href={sectionPath(id, 'overview')}>
                <NameText of={name} />
              </a>
              <p class="hint">{words.people(numberText(connections, language), connections)}</p>
            </div>
          </li>
        ))}
      </Rows>
    </section>
  );
};
