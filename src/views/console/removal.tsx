// Deletes an application: says what will happen, asks for a confirmation, then shows one button.
import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { Words } from '../parts/words.tsx';
import { ConsoleForm, formOf } from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { sectionPath } from './parts/sections.ts';

export const renderRemoval = (context: PageContext, page: ApplicationPage): string => {
  const messages = messagesFor(context.language);
  const words = messages.console.removal;
  const { application } = page;
  const of = formOf(page, 'removal', messages);
  return renderSection(
    context,
    page,
    'removal',
    <section class="card form">
      <h2>{words.title}</h2>
      <p class="says">
        <Words of={words.text(showName(application.name))} />
      </p>
      <p class="hint says">
        {words.instead} <a href={ownPath(sectionPath(application.id, 'overview'))}>{words.pause}</a>
        {page.may.own || page.confirmHref !== undefined ? (
          <>
            &nbsp;· <a href={ownPath(sectionPath(application.id, 'team'))}>{words.transfer}</a>
          </>
        ) : null}
      </p>
      {page.may.own ? (
        <ConsoleForm
          of={of}
          href={sectionPath(application.id, 'removal')}
          csrf={page.csrf}
          action="remove"
          version={application.version}
        >
          <button type="submit" class="small bad" data-working="">
            {words.submit}
          </button>
        </ConsoleForm>
      ) : page.confirmHref === undefined ? (
        <p class="hint">{words.ownersOnly}</p>
      ) : null}
    </section>,
  );
};
