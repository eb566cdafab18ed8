// The documents of a form: a checkbox each, none ticked beforehand, and a plain link for a notice. Where some are
// optional, one box more ticks all of them, with JavaScript. The age is confirmed with a checkbox of its own. Links
// open in a new tab, so that nobody loses what they typed.
import type { ComponentChildren } from 'preact';
import type { Fault } from '../../core/ground/fault.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { BoxesProps, DocumentBox, DocumentRow } from '../page/document-row.ts';
import type { Language } from '../page/page.ts';
import { servicePage } from '../page/safe-text.ts';
import { dateText } from '../page/time-text.tsx';
import { type FieldNames, faultAt, firstFaultyField } from '../parts/faults.tsx';
import { NameText } from '../parts/words.tsx';

type Shared = { faults: readonly Fault[]; messages: Messages; language: Language };

export const DocumentLink = ({ row, messages }: { row: DocumentRow; messages: Messages }) => (
  <a href={servicePage(row.uri) ?? '#'} target="_blank" rel="noopener noreferrer" lang={row.titleLanguage}>
    <NameText of={row.title} />
    <span class="unseen"> {messages.newTab}</span>
  </a>
);

/** A checkbox of this form. `id`: it is the target of the link to its fault. */
const Box = (props: {
  name: 'age' | 'documents';
  value: string;
  ticked: boolean;
  required: boolean;
  isFaulty: boolean;
  id?: string | undefined;
  focus?: boolean | undefined;
  children: ComponentChildren;
}) => (
  <label class="tick">
    <input
      type="checkbox"
      id={props.id}
      name={props.name}
      value={props.value}
      checked={props.ticked}
      required={props.required}
      autofocus={props.focus || undefined}
      aria-invalid={props.isFaulty ? 'true' : undefined}
      aria-describedby={props.isFaulty ? `${props.name}-fault` : undefined}
    />
    <span>{props.children}</span>
  </label>
);

const FaultLine = ({ field, text }: { field: string; text: string | undefined }) =>
  text === undefined ? null : (
    <p class="fault" id={`${field}-fault`}>
      {text}
    </p>
  );

const AgeBox = ({ age, faults, messages }: Shared & { age: NonNullable<BoxesProps['age']> }) => {
  const fault = faultAt('age', faults, messages);
  return (
    <>
      <Box
        name="age"
        value="on"
        ticked={age.ticked}
        required
        isFaulty={fault !== undefined}
        id="age"
        focus={firstFaultyField(faults) === 'age'}
      >
        {messages.documents.age(age.years)} <span class="aside">{messages.documents.required}</span>
      </Box>
      <FaultLine field="age" text={fault} />
    </>
  );
};

/** The sentence of a document, whose title is a link. */
const Sentence = ({ row, messages }: { row: DocumentBox; messages: Messages }) => (
  <>
    {messages.documents.labels[row.kind](row.title).map((part) =>
      typeof part === 'string' ? part : <DocumentLink row={row} messages={messages} />,
    )}
  </>
);

const Label = ({ row, messages, language }: { row: DocumentBox } & Shared) => {
  const words = messages.documents;
  return (
    <>
      <Sentence row={row} messages={messages} />{' '}
      <span class="aside">{row.required ? words.required : words.optional}</span>
      {row.agreedBeforeAt === undefined ? null : (
        <span class="hint">{words.updated(dateText(row.agreedBeforeAt, language))}</span>
      )}
    </>
  );
};

const isMissing = ({ required, ticked }: DocumentBox): boolean => required && !ticked;

/** For the summary of faults: the only document that is missing is called by its title. */
export const documentNames = ({ documents }: BoxesProps): FieldNames => {
  const [missing, ...more] = documents.filter(isMissing);
  return missing === undefined || more.length > 0
    ? {}
    : {
        documents: (
          <span lang={missing.titleLanguage}>
            <NameText of={missing.title} />
          </span>
        ),
      };
};

/** Nothing where the form asks nothing. */
export const DocumentBoxes = ({ documents, age, ...shared }: BoxesProps & Shared) => {
  const { faults, messages } = shared;
  if (documents.length === 0 && age === undefined) return null;
  const fault = faultAt('documents', faults, messages);
  const firstMissing = fault === undefined ? undefined : documents.find(isMissing);
  return (
    <fieldset class="boxes">
      <legend>{messages.documents.legend}</legend>
      {age === undefined ? null : <AgeBox age={age} {...shared} />}
      {documents.some(({ kind, required }) => kind !== 'notice' && !required) ? (
        <label class="tick all" data-tick-all hidden>
          <input type="checkbox" />
          <span>{messages.documents.all}</span>
        </label>
      ) : null}
      {documents.map((row) =>
        row.kind === 'notice' ? (
          <p key={row.box}>
            <Sentence row={row} messages={messages} />
          </p>
        ) : (
          <Box
            key={row.box}
            name="documents"
            value={row.box}
            ticked={row.ticked}
            required={row.required}
            isFaulty={fault !== undefined && isMissing(row)}
            id={row === firstMissing ? 'documents' : undefined}
            focus={row === firstMissing && firstFaultyField(faults) === 'documents'}
          >
            <Label row={row} {...shared} />
          </Box>
        ),
      )}
      <FaultLine field="documents" text={fault} />
    </fieldset>
  );
};
