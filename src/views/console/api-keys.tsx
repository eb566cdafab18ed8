// The API keys of an application, to copy.
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';
import type { ApplicationPage } from './parts/console-page.ts';
import { Copyable } from './parts/console-parts.tsx';
import { sectionPath } from './parts/sections.ts';

export const ApiKeys = ({ page, messages }: { page: ApplicationPage; messages: Messages }) => {
  const { platforms, id } = page.application;
  const words = messages.console.overview;
  return (
    <section class="card">
      <h2>{words.keys}</h2>
      <p class="hint">{platforms.length === 0 ? words.noKeys : words.keysHint}</p>
      {platforms.map((entry) => (
        <div key={entry.id} class="key-row">
          <span class="what">{entry.platform}</span>
          <Copyable of={entry.apiKey} messages={messages} />
        </div>
      ))}
      {platforms.length === 0 && page.may.change ? (
        <p>
          <a href={ownPath(sectionPath(id, 'addresses'))}>{words.noKeysAction}</a>
        </p>
      ) : null}
    </section>
  );
};
