// A row of a list of addresses: its value with a link that edits it and a button that removes it, or the form that
// edits it. One row at a time is a form, so that a full list stays a small page.
import type { Messages } from '../../messages/messages-for.ts';
import { ownPath } from '../../page/safe-text.ts';
import { ConsoleForm, ConsoleText, formOf } from './console-fields.tsx';
import type { ApplicationPage } from './console-page.ts';
import { breakableUri } from './console-parts.tsx';
import { RemoveButton } from './remove-button.tsx';
import { sectionPath } from './sections.ts';

export type EditableRowProps = {
  page: ApplicationPage;
  messages: Messages;
  /** Names the forms and their actions. */
  kind: 'redirect-uri' | 'logout-uri' | 'site-domain';
  at: number;
  entry: string;
  /** In a list inside an entry, the value itself says which one it is. */
  isValue?: boolean;
  uri: string;
  field: string;
  label: string;
  mayRemove?: boolean;
};

const EditForm = ({ page, messages, kind, at, entry, isValue, uri, field, label }: EditableRowProps) => {
  const { application } = page;
  const href = sectionPath(application.id, 'addresses');
  const of = formOf(page, `edit-${kind}-${at}`, messages);
  return (
    <li>
      <ConsoleForm
        of={of}
        href={href}
        csrf={page.csrf}
        action={`change-${kind}`}
        entry={entry}
        version={application.version}
      >
        {isValue ? <input type="hidden" name="value" value={uri} /> : null}
        <ConsoleText of={of} name={field} label={label} current={uri} type="url" inputmode="url" focus />
        <div class="buttons inline">
          <button type="submit" class="secondary" data-working="">
            {messages.console.save}
          </button>
          <a class="secondary" href={ownPath(href)}>
            {messages.cancel}
          </a>
        </div>
      </ConsoleForm>
    </li>
  );
};

export const EditableRow = (props: EditableRowProps) => {
  const { page, messages, kind, at, entry, isValue, uri, mayRemove = true } = props;
  const id = `edit-${kind}-${at}`;
  if (!page.may.change) {
    return (
      <li>
        <code>{breakableUri(uri)}</code>
      </li>
    );
  }
  if ((page.sent?.form ?? page.editing) === id) return <EditForm {...props} />;
  // By its id instead of as a label, which would repeat long URIs twice.
  const describedBy = `${kind}-${at}-uri`;
  return (
    <li>
      <code id={describedBy}>{breakableUri(uri)}</code>
      <div class="acts">
        <a
          class="small"
          href={ownPath(`${sectionPath(page.application.id, 'addresses')}?edit=${id}`)}
          aria-describedby={describedBy}
        >
          {messages.console.edit}
        </a>
        {mayRemove ? (
          <RemoveButton
            page={page}
            messages={messages}
            id={`${kind}-${at}`}
            action={`remove-${kind}`}
            entry={entry}
            {...(isValue && { value: uri })}
            describedBy={describedBy}
          />
        ) : null}
      </div>
    </li>
  );
};
