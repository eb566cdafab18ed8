// The post-logout redirect URIs that were refused, each compared with the most similar registered one. Anybody can send
// them, so adding one says what it means and has to be opened first; a fault is shown in the form for typing one.
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { TimeText } from '../page/time-text.tsx';
import { Compared, WholeUri } from '../pages/redirect-uri-mismatch.tsx';
import { ConsoleForm, formOf } from './parts/console-fields.tsx';
import type { ApplicationPage, RefusedUriShown } from './parts/console-page.ts';
import { AddRefusedUri } from './parts/refused-uri.tsx';
import { sectionPath } from './parts/sections.ts';

/** `mayAdd`: the list of registered ones has room. */
type Part = { page: ApplicationPage; messages: Messages; language: Language; mayAdd: boolean };

const Refused = ({ refused, mayAdd, messages, language }: Omit<Part, 'page'> & { refused: RefusedUriShown }) => {
  const below = (
    <>
      <p class="hint">
        {messages.console.refusedUris.last} <TimeText moment={refused.refusedAt} language={language} />
      </p>
      {mayAdd ? (
        <AddRefusedUri
          uri={refused.uri}
          name="post_logout_redirect_uri"
          otherHost={refused.otherHost}
          words={messages.console.refusedUris}
        />
      ) : null}
    </>
  );
  if (refused.compared) {
    return (
      <Compared uri={refused.compared} messages={messages}>
        {below}
      </Compared>
    );
  }
  return (
    <li>
      <WholeUri uri={refused.uri} label={messages.developers.mismatch.sent} />
      {below}
    </li>
  );
};

/** Nothing where none was refused. One form has a button for each, which keeps the page small. */
export const RefusedLogoutUris = ({ refused, page, ...part }: Part & { refused: readonly RefusedUriShown[] }) => {
  if (refused.length === 0) return null;
  const { messages } = part;
  const words = messages.console.refusedUris;
  const { application } = page;
  const mayAdd = page.may.change && part.mayAdd;
  const list = (
    <ul class="comparisons">
      {refused.map((one) => (
        <Refused key={one.uri} {...part} mayAdd={mayAdd} refused={one} />
      ))}
    </ul>
  );
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">{words.hint}</p>
      {mayAdd ? (
        <ConsoleForm
          of={formOf(page, 'logout-uri', messages)}
          href={sectionPath(application.id, 'addresses')}
          csrf={page.csrf}
          action="add-logout-uri"
          version={application.version}
        >
          {list}
        </ConsoleForm>
      ) : (
        list
      )}
    </section>
  );
};
