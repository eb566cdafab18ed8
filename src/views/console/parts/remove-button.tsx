// The small form at the end of a row that removes it; nothing if the person may not change the application.
import type { Messages } from '../../messages/messages-for.ts';
import { ConsoleForm, formOf } from './console-fields.tsx';
import type { ApplicationPage } from './console-page.ts';
import { sectionPath } from './sections.ts';

/** @param props `describedBy`: id of what it removes; `value`: of the entry, the value to remove */
export const RemoveButton = (props: {
  page: ApplicationPage;
  messages: Messages;
  id: string;
  action: string;
  entry: string;
  value?: string;
  describedBy: string;
}) => {
  const { page, messages } = props;
  if (!page.may.change) return null;
  const { application } = page;
  return (
    <ConsoleForm
      of={formOf(page, props.id, messages)}
      href={sectionPath(application.id, 'addresses')}
      csrf={page.csrf}
      action={props.action}
      entry={props.entry}
      version={application.version}
    >
      {props.value === undefined ? null : <input type="hidden" name="value" value={props.value} />}
      <button type="submit" class="small" aria-describedby={props.describedBy}>
        {messages.console.remove}
      </button>
    </ConsoleForm>
  );
};
