// The forms that put somebody or something into a list of the group and take it out again, on the page of the group and
// on that of the account.
import { ConsoleForm, ConsoleText, formOf } from '../console/parts/console-fields.tsx';
import type { ConsolePage } from '../console/parts/console-page.ts';
import { Maker } from '../console/parts/console-parts.tsx';
import type { Messages } from '../messages/messages-for.ts';
import { NarrowButton } from '../parts/form.tsx';

type Place = { page: ConsolePage; href: string; messages: Messages };

/** Absent until the operator has confirmed who they are. */
export const AddForm = (
  props: Place & { form: string; action: string; title: string; field: { name: string; label: string } },
) => {
  const { page, href, messages, field } = props;
  const of = formOf(page, props.form, messages);
  return page.confirmHref === undefined ? (
    <Maker title={props.title} open={of.sent !== undefined}>
      <ConsoleForm of={of} href={href} csrf={page.csrf} action={props.action}>
        <ConsoleText of={of} {...field} current="" />
        <NarrowButton text={messages.groups.addButton} />
      </ConsoleForm>
    </Maker>
  ) : null;
};

/** @param props `entry`: whom or what it is about; `label`: of its button; `describedBy`: id of what names the entry */
export const RowForm = (props: Place & { action: string; entry: string; label: string; describedBy: string }) => {
  const { page, messages, action, entry } = props;
  return page.confirmHref === undefined ? (
    <ConsoleForm
      of={formOf(page, `${action}-${entry}`, messages)}
      href={props.href}
      csrf={page.csrf}
      action={action}
      entry={entry}
    >
      <button type="submit" class="small" aria-describedby={props.describedBy}>
        {props.label}
      </button>
    </ConsoleForm>
  ) : null;
};

export const RemoveForm = (props: Place & { action: string; entry: string; describedBy: string }) => (
  <RowForm {...props} label={props.messages.groups.removeMember} />
);
