// What the parts of the page of event endpoints share.
import type { Messages } from '../../messages/messages-for.ts';
import type { Language } from '../../page/page.ts';
import { ConsoleForm, formOf } from '../parts/console-fields.tsx';
import type { ApplicationPage, EventsProps } from '../parts/console-page.ts';
import { sectionPath } from '../parts/sections.ts';

export type Part = { page: ApplicationPage; messages: Messages; props: EventsProps; language: Language };
export const eventsPath = (page: ApplicationPage): string => sectionPath(page.application.id, 'events');

/** A form of one button, which changes nothing that has to be asked about. */
export const ButtonForm = (
  props: Part & { id: string; action: string; entry: string; event?: string; newest?: string; text: string },
) => (
  <ConsoleForm
    of={formOf(props.page, props.id, props.messages)}
    href={eventsPath(props.page)}
    csrf={props.page.csrf}
    action={props.action}
    entry={props.entry}
  >
    {props.event === undefined ? null : <input type="hidden" name="event" value={props.event} />}
    {props.newest === undefined ? null : <input type="hidden" name="newest" value={props.newest} />}
    <button type="submit" class="small" data-working="">
      {props.text}
    </button>
  </ConsoleForm>
);
