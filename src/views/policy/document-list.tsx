// The documents of the service as a list, and the JSON in which they are changed.
import type { Document } from '../../core/ground/document.ts';
import type { Messages } from '../messages/messages-for.ts';
import { LANGUAGES, type Language } from '../page/page.ts';
import { servicePage } from '../page/safe-text.ts';
import { NameText } from '../parts/words.tsx';

const Row = ({ of, language, messages }: { of: Document; language: Language; messages: Messages }) => {
  const words = messages.policy.documents;
  const languages = LANGUAGES.filter((one) => of.title[one] !== undefined);
  const shown = of.title[language] === undefined ? languages[0] : language;
  const title = (shown && of.title[shown]) ?? of.id;
  const href = servicePage((shown && of.uri[shown]) ?? Object.values(of.uri)[0]);
  return (
    <li>
      <div>
        <b lang={shown}>
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
          {words.kinds[of.kind]}
          {of.kind === 'notice' ? '' : ` · ${messages.documents[of.required ? 'required' : 'optional']}`}
          {` · ${messages.documents.version(of.version)} · `}
          {languages.map((one) => messages.console.translated.languages[one]).join(', ')}
        </p>
      </div>
    </li>
  );
};

export const DocumentList = (props: { documents: readonly Document[]; language: Language; messages: Messages }) =>
  props.documents.length === 0 ? (
    <p class="empty">{props.messages.policy.documents.none}</p>
  ) : (
    <ul class="rows">
      {props.documents.map((one) => (
        <Row key={one.id} of={one} language={props.language} messages={props.messages} />
      ))}
    </ul>
  );
