// The documents of the service that the person agreed to. Optional ones can be withdrawn, and agreed to again.

import { DocumentLink } from '../documents/document-boxes.tsx';
import type { Messages } from '../messages/messages-for.ts';
import type { Language } from '../page/page.ts';
import { dateText } from '../page/time-text.tsx';
import { Form } from '../parts/form.tsx';
import type { AccountDocument, DataPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

type RowProps = { document: AccountDocument; messages: Messages; language: Language };

const State = ({ document, messages, language }: RowProps) => {
  const { agreed, kind, version } = document;
  const words = messages.documents;
  if (kind === 'notice') return <span class="hint">{words.version(version)}</span>;
  const day = agreed && dateText(agreed.at, language);
  if (agreed && day && agreed.version !== version) {
    return <span class="hint">{words.agreedBefore(agreed.version, day)}</span>;
  }
  return (
    <span class="hint">
      {words.version(version)}&nbsp;· {day ? words.agreedOn(day) : words.notAgreed}
    </span>
  );
};

const DocumentItem = (props: RowProps) => {
  const { document, messages } = props;
  const isOptional = document.kind !== 'notice' && !document.required;
  if (!isOptional) {
    return (
      <li>
        <div>
          <DocumentLink row={document} messages={messages} />
          {document.required ? <span class="aside"> {messages.documents.required}</span> : null}
          <State {...props} />
        </div>
      </li>
    );
  }
  return (
    <li>
      <input type="hidden" name="shown" value={document.box} />
      <label class="tick">
        <input
          type="checkbox"
          class="switch"
          name="documents"
          value={document.box}
          checked={document.agreed !== undefined}
        />
        <span>
          <DocumentLink row={document} messages={messages} />
          <span class="aside"> {messages.documents.optional}</span>
          <State {...props} />
        </span>
      </label>
    </li>
  );
};

/** Nothing where the service has no documents. */
export const DocumentsSection = ({ context, props, messages }: AccountSectionProps<DataPage>) => {
  const { documents = [] } = props;
  if (documents.length === 0) return null;
  const words = messages.documents;
  const changeable = documents.some(({ kind, required }) => kind !== 'notice' && !required);
  return (
    <section class="card" id="documents">
      <h2>{words.section}</h2>
      <p class="hint">{words.sectionHint}</p>
      <Form action="/account/documents" csrf={props.csrf}>
        <ul class="rows">
          {documents.map((document) => (
            <DocumentItem key={document.box} document={document} messages={messages} language={context.language} />
          ))}
        </ul>
        {changeable ? (
          <button type="submit" class="small">
            {words.save}
          </button>
        ) : null}
      </Form>
    </section>
  );
};
