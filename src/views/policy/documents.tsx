// The documents of the service: a list, and the form of one that is added or changed.
import type { Document, LocalText } from '../../core/ground/document.ts';
import {
  ConsoleForm,
  ConsoleSelect,
  ConsoleText,
  ConsoleTick,
  type FormOf,
  formOf,
} from '../console/parts/console-fields.tsx';
import { renderConsole } from '../console/parts/console-layout.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { ConfirmFirst, Maker } from '../console/parts/console-parts.tsx';
import { DangerForm } from '../console/parts/danger-form.tsx';
import { STAFF_PATHS } from '../console/parts/staff-pages.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import { LANGUAGES, type Language, type PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { DocumentList, titleIn } from './document-list.tsx';
import { Held } from './locked-value.tsx';

export const DOCUMENTS_PAGE = `${STAFF_PATHS.policy}/documents`;

/** Name of the field: `version` is that of the policy which the form shows. */
export const DOCUMENT_VERSION = 'document_version';

export type DocumentsProps = ConsolePage & {
  documents: readonly Document[];
  /** How many there can be. */
  most: number;
  /** Whose form is open; undefined: none is. */
  opened: Document | undefined;
  /** What gives the list, which then cannot be changed here. */
  locked: string | undefined;
  /** Of the policy. */
  revision: number;
};

type Part = { props: DocumentsProps; language: Language; messages: Messages };

const mayChange = ({ locked, confirmHref }: DocumentsProps): boolean =>
  locked === undefined && confirmHref === undefined;

const sharedBy = ({ csrf, revision }: DocumentsProps) => ({ href: DOCUMENTS_PAGE, csrf, version: revision });

/** A text in each language. */
const TextsOf = (props: { of: FormOf; name: 'title' | 'uri'; current: LocalText | undefined; hint: string }) => {
  const { of, name, current = {}, hint } = props;
  const { policy, console } = of.messages;
  return (
    <>
      {LANGUAGES.map((language, at) => (
        <ConsoleText
          key={language}
          of={of}
          name={`${name}_${language}`}
          label={console.translated.label(policy.documents.fields[name], console.translated.languages[language])}
          hint={at === 0 ? hint : undefined}
          current={current[language] ?? ''}
          {...(name === 'title' ? { language, ownDirection: true } : { inputmode: 'url' })}
        />
      ))}
    </>
  );
};

/** @param props `opened` undefined: it adds one */
const DocumentForm = ({ props, opened, messages }: Part & { opened: Document | undefined }) => {
  const of = formOf(props, 'document', messages);
  const { fields, hints, kindChoices, add } = messages.policy.documents;
  return (
    <ConsoleForm of={of} {...sharedBy(props)} action={opened ? 'change' : 'add'} {...(opened && { entry: opened.id })}>
      <ConsoleSelect
        of={of}
        name="kind"
        label={fields.kind}
        current={opened?.kind ?? 'agree'}
        options={Object.entries(kindChoices)}
      />
      <TextsOf of={of} name="title" current={opened?.title} hint={hints.title} />
      <TextsOf of={of} name="uri" current={opened?.uri} hint={hints.uri} />
      <ConsoleTick
        of={of}
        name="required"
        label={fields.required}
        hint={hints.required}
        current={opened?.required ?? true}
      />
      <ConsoleText
        of={of}
        name={DOCUMENT_VERSION}
        label={fields.version}
        hint={opened ? hints.newVersion : hints.version}
        current={opened?.version ?? ''}
      />
      {opened ? (
        // Where it is removed meanwhile, the form that adds it has it.
        <input type="hidden" name="id" value={opened.id} />
      ) : (
        <ConsoleText of={of} name="id" label={fields.id} hint={hints.id} current="" />
      )}
      <div class="buttons inline">
        <button type="submit" class="primary" data-working="">
          {opened ? messages.console.save : add}
        </button>
        {opened ? (
          <a class="secondary" href={DOCUMENTS_PAGE}>
            {messages.cancel}
          </a>
        ) : null}
      </div>
    </ConsoleForm>
  );
};

const Opened = ({ opened, ...part }: Part & { opened: Document }) => {
  const { props, messages } = part;
  const words = messages.policy.documents;
  return (
    <section class="card form">
      <p class="hint">
        {words.fields.id}: <code>{opened.id}</code>
      </p>
      <DocumentForm opened={opened} {...part} />
      <DangerForm
        of={formOf(props, 'document-remove', messages)}
        {...sharedBy(props)}
        action="remove"
        entry={opened.id}
        {...words.remove}
      />
    </section>
  );
};

/** In one form, because all that it sends of one is its id. */
const List = ({ props, language, messages }: Part) => (
  <ConsoleForm of={formOf(props, 'document-move', messages)} {...sharedBy(props)} action="move-up">
    <DocumentList
      documents={props.documents}
      language={language}
      messages={messages}
      acts={({ id }, at, titleId) => (
        <>
          {at === 0 ? null : (
            <button type="submit" class="small" name="entry" value={id} aria-describedby={titleId}>
              {messages.policy.documents.moveUp}
            </button>
          )}
          <a class="small" href={`${DOCUMENTS_PAGE}?edit=${id}`} aria-describedby={titleId}>
            {messages.console.edit}
          </a>
        </>
      )}
    />
  </ConsoleForm>
);

const All = (part: Part) => {
  const { props, language, messages } = part;
  const { documents, most, locked, sent } = props;
  const words = messages.policy.documents;
  const label = messages.policy.fields.documents;
  if (!mayChange(props)) {
    return (
      <section class="card" aria-label={label}>
        <Held by={locked} messages={messages}>
          <DocumentList documents={documents} language={language} messages={messages} />
        </Held>
      </section>
    );
  }
  const isSent = sent?.form === 'document';
  return (
    <section class="card" aria-label={label}>
      <List {...part} />
      {documents.length < most || isSent ? (
        <Maker title={words.add} open={documents.length === 0 || isSent}>
          <DocumentForm opened={undefined} {...part} />
        </Maker>
      ) : (
        <p class="hint">{words.full(most)}</p>
      )}
    </section>
  );
};

export const renderDocuments = (context: PageContext, props: DocumentsProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.policy;
  const part = { props, language, messages };
  const opened = mayChange(props) ? props.opened : undefined;
  const all = words.fields.documents;
  const title = opened ? words.documents.editOne(showName(titleIn(opened, language).title)) : all;
  return renderConsole(
    context,
    props,
    { title, place: 'within-policy', draws: 'policy' },
    <div class="column">
      <div class="top">
        <h1>{title}</h1>
        <p>{opened ? <a href={DOCUMENTS_PAGE}>{all}</a> : <a href={STAFF_PATHS.policy}>{words.title}</a>}</p>
      </div>
      {opened ? null : <p class="hint says">{words.documents.hint}</p>}
      <ConfirmFirst page={props} messages={messages} />
      {opened ? <Opened opened={opened} {...part} /> : <All {...part} />}
    </div>,
  );
};
