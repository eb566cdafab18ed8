// What the application asks people for, item by item, with a preview of the consent page beside it.
import type { ConsentItem } from '../../core/applications/applications/application.ts';
import type { ConsentItemName } from '../../core/ground/consent-items.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { CATALOGUE_ORDER } from '../parts/claim-fields.tsx';
import { NarrowButton } from '../parts/form.tsx';
import { ValueText } from '../parts/words.tsx';
import { ApiScopes } from './api-scopes.tsx';
import { ConsentPreview } from './consent-preview.tsx';
import { ConsoleForm, ConsoleSelect, ConsoleText, ConsoleTick, type FormOf, formOf } from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage, ConsentItemsProps } from './parts/console-page.ts';
import { Maker } from './parts/console-parts.tsx';
import { DangerForm } from './parts/danger-form.tsx';
import { InlineValue } from './parts/inline-text.tsx';
import { sectionPath } from './parts/sections.ts';
import { TranslatedLines, TranslatedTexts } from './parts/translated-texts.tsx';

type Part = { page: ApplicationPage; messages: Messages };

const common = (page: ApplicationPage) => ({
  href: sectionPath(page.application.id, 'consent-items'),
  csrf: page.csrf,
  version: page.application.version,
});

const idOf = (item: string): string => `item-${item.replaceAll('_', '-')}`;

type Texts = Pick<ConsentItem, 'purpose' | 'retention' | 'translations'>;

const translatedIn = ({ translations }: Texts, messages: Messages) => {
  const { purpose, retention } = messages.console.items;
  return { translations, members: [['purpose', purpose] as const, ['retention', retention] as const] };
};

type FieldsProps = { of: FormOf; entry: Pick<ConsentItem, 'consent' | 'verified'> & Texts; isEmail: boolean };

const Fields = ({ of, entry, isEmail }: FieldsProps) => {
  const words = of.messages.console.items;
  return (
    <>
      <ConsoleSelect
        of={of}
        name="consent"
        label={words.consent}
        current={entry.consent}
        options={[
          ['required', words.required],
          ['optional', words.optional],
        ]}
      />
      {isEmail ? (
        <ConsoleTick
          of={of}
          name="verified"
          label={words.verified}
          hint={words.verifiedHint}
          current={entry.verified === true}
        />
      ) : null}
      <ConsoleText
        of={of}
        name="purpose"
        label={words.purpose}
        hint={words.purposeHint}
        current={entry.purpose ?? ''}
        ownDirection
        optional
      />
      <ConsoleText
        of={of}
        name="retention"
        label={words.retention}
        hint={words.retentionHint}
        current={entry.retention ?? ''}
        ownDirection
        optional
      />
      <TranslatedTexts of={of} {...translatedIn(entry, of.messages)} />
    </>
  );
};

const isOpen = ({ sent, editing }: ApplicationPage, id: string): boolean =>
  sent ? sent.form === id || sent.form === `remove-${id}` : editing === id;

const ItemForms = ({ entry, page, messages }: Part & { entry: ConsentItem }) => {
  const words = messages.console;
  const of = formOf(page, idOf(entry.item), messages);
  return (
    <div data-edits={entry.item}>
      <ConsoleForm {...common(page)} of={of} action="change-item" entry={entry.item}>
        <Fields of={of} entry={entry} isEmail={entry.item === 'email'} />
        <div class="buttons inline">
          <button type="submit" class="secondary" data-working="">
            {words.save}
          </button>
          <a class="secondary" href={ownPath(common(page).href)}>
            {messages.cancel}
          </a>
        </div>
      </ConsoleForm>
      <DangerForm
        {...common(page)}
        of={formOf(page, `remove-${idOf(entry.item)}`, messages)}
        action="remove-item"
        entry={entry.item}
        title={words.items.remove}
        ask={words.items.removeAsk}
        confirm={words.removeConfirm}
      />
    </div>
  );
};

const ItemTexts = ({ entry, page, props, messages }: Part & { entry: ConsentItem; props: ConsentItemsProps }) => {
  const words = messages.console.items;
  return (
    <>
      <span class="hint">{entry.purpose === undefined ? words.noPurpose : <ValueText of={entry.purpose} />}</span>
      {entry.retention === undefined ? null : (
        <span class="hint">
          {words.retention}: <InlineValue of={entry.retention} />
        </span>
      )}
      {page.may.change ? null : <TranslatedLines {...translatedIn(entry, messages)} messages={messages} />}
      {entry.verified ? <span class="hint">{words.verified}</span> : null}
      {entry.item === 'email' && props.email.needsProof ? <span class="hint">{words.emailNeedsProof}</span> : null}
    </>
  );
};

/** One item at a time is a form, so that a page with every item stays small. */
const Item = (all: Part & { entry: ConsentItem; props: ConsentItemsProps }) => {
  const { entry, page, messages } = all;
  const id = idOf(entry.item);
  const open = page.may.change && isOpen(page, id);
  return (
    <li id={id}>
      <div>
        <b id={`${id}-name`}>{messages.items[entry.item]}</b>{' '}
        <span class="badge">{messages.console.new.choices[entry.consent]}</span>
        {open ? null : <ItemTexts {...all} />}
      </div>
      {page.may.change && !open ? (
        <a class="small" href={ownPath(`${common(page).href}?edit=${id}#${id}`)} aria-describedby={`${id}-name`}>
          {messages.console.edit}
        </a>
      ) : null}
      {open ? <ItemForms entry={entry} page={page} messages={messages} /> : null}
    </li>
  );
};

const AddItem = ({ page, messages }: Part) => {
  const words = messages.console;
  const { consentItems } = page.application;
  const of = formOf(page, 'item', messages);
  const left = CATALOGUE_ORDER.filter((item) => consentItems.every((entry) => entry.item !== item));
  const [first] = left;
  if (first === undefined) return <p class="hint">{words.items.allAdded}</p>;
  return (
    <Maker title={words.items.addTitle} open={of.sent !== undefined}>
      <div data-adds>
        <ConsoleForm {...common(page)} of={of} action="add-item">
          <ConsoleSelect
            of={of}
            name="item"
            label={words.items.item}
            current={first}
            options={left.map((item) => [item, messages.items[item]] as const)}
          />
          <Fields
            of={of}
            entry={{ consent: 'optional', purpose: undefined, retention: undefined, translations: undefined }}
            isEmail={false}
          />
          <NarrowButton text={words.add} />
        </ConsoleForm>
      </div>
    </Maker>
  );
};

export const renderConsentItems = (context: PageContext, page: ApplicationPage, props: ConsentItemsProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.console.items;
  const { consentItems } = page.application;
  const asksFor = (item: ConsentItemName) => consentItems.some((entry) => entry.item === item);
  return renderSection(
    context,
    page,
    'consent-items',
    <div class="beside">
      <section class="card">
        <h2>{words.title}</h2>
        <p class="hint">{consentItems.length === 0 ? words.empty : words.hint}</p>
        {asksFor('nickname') && !asksFor('username') ? <p class="hint">{words.nicknameOnly}</p> : null}
        <ul class="rows">
          {consentItems.map((entry) => (
            <Item key={entry.item} entry={entry} page={page} props={props} messages={messages} />
          ))}
        </ul>
        {page.may.change ? <AddItem page={page} messages={messages} /> : null}
      </section>
      <div>
        <ApiScopes page={page} askable={props.askable} messages={messages} />
        <ConsentPreview messages={messages} context={context} props={props} mayChange={page.may.change} />
      </div>
    </div>,
  );
};
