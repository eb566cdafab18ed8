// The documents of the service as a list.
import type { ComponentChildren } from 'preact';
import type { Document } from '../../core/ground/document.ts';
import type { Messages } from '../messages/messages-for.ts';
import { LANGUAGES, type Language } from '../page/page.ts';
import { servicePage } from '../page/safe-text.ts';
import { NameText } from '../parts/words.tsx';

type Part = {
  language: Language;
  messages: Messages;
  /** What can be done with one, instead of reading it. `titleId`: of its title on the page. */
  acts?: ((of: Document, at: number, titleId: string) => ComponentChildren) | undefined;
};

/** In the language of the page, or else in the first that it has. */
export function titleIn({ id, title }: Pick<Document, 'id' | 'title'>, language: Language) {
  const shown = title[language] === undefined ? LANGUAGES.find((one) => title[one] !== undefined) : language;
  return { shown, title: (shown && title[shown]) ?? id };
}

const Row = ({ of, at, language, messages, acts }: Part & { of: Document; at: number }) => {
  const words = messages.policy.documents;
  const languages = LANGUAGES.filter((one) => of.title[one] !== undefined);
  const titleId = acts && `listed-${at}`;
  const { shown, title } = titleIn(of, language);
  const href = acts ? undefined : servicePage((shown && of.uri[shown]) ?? Object.values(of.uri)[0]);
  return (
    <li>
      <div>
        <b id={titleId} lang={shown}>
          {href === undefined ? (
            <NameText of={title} />
          ) : (
            <a href={href} target="_blank" rel="noopener noreferrer">
              <NameText of={title} />
              <span class="unseen"> {messages.newTab}</span>
            </a>
          )}
        </b>
        <p class="hint">
          {[
            words.kinds[of.kind],
            ...(of.kind === 'notice' ? [] : [messages.documents[of.required ? 'required' : 'optional']]),
            messages.documents.version(of.version),
            languages.map((one) => messages.console.translated.languages[one]).join(', '),
          ].join('\u00a0· ')}
        </p>
      </div>
      {titleId && <div class="acts">{acts?.(of, at, titleId)}</div>}
    </li>
  );
};

export const DocumentList = ({ documents, ...part }: Part & { documents: readonly Document[] }) =>
  documents.length === 0 ? (
    <p class="empty">{part.messages.policy.documents.none}</p>
  ) : (
    <ul class="rows">
      {documents.map((one, at) => (
        <Row key={one.id} of={one} at={at} {...part} />
      ))}
    </ul>
  );
