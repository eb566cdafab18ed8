// The logo on an application's settings page: the current one, a form to replace it, and a button to remove it.

import type { Messages } from '../messages/messages-for.ts';
import { ApplicationMark } from '../parts/application-mark.tsx';
import { ConsoleFile, ConsoleForm, formOf } from './parts/console-fields.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { sectionPath } from './parts/sections.ts';

type Part = { page: ApplicationPage; messages: Messages };

/** Both forms contain the hash of the logo that they were shown with. */
const shared = ({ page, messages }: Part, id: string) => ({
  of: formOf(page, id, messages),
  href: sectionPath(page.application.id, 'settings'),
  csrf: page.csrf,
  entry: page.application.logoHash ?? '',
});

const SetLogo = ({ page, messages }: Part) => {
  const words = messages.console.logo;
  const form = shared({ page, messages }, 'logo');
  return (
    <ConsoleForm {...form} action="set-logo" withFile>
      <ConsoleFile of={form.of} name="logo" label={words.file} hint={words.hint} accept="image/png,image/webp" />
      <div class="buttons inline">
        <button type="submit" class="secondary" data-working="">
          {page.logo === undefined ? words.set : words.replace}
        </button>
      </div>
    </ConsoleForm>
  );
};

const RemoveLogo = ({ page, messages }: Part) => (
  <ConsoleForm {...shared({ page, messages }, 'logo-remove')} action="remove-logo">
    <button type="submit" class="small" aria-label={messages.console.logo.removeLabel}>
      {messages.console.remove}
    </button>
  </ConsoleForm>
);

export const LogoCard = ({ page, messages }: Part) => {
  const words = messages.console.logo;
  const { application, logo, may } = page;
  return (
    <section class="card form">
      <h2>{words.title}</h2>
      <div class="image-now">
        <ApplicationMark name={application.name} logo={logo} />
        <p class="hint">{logo === undefined ? words.none : words.shown}</p>
        {may.change && logo !== undefined ? <RemoveLogo page={page} messages={messages} /> : null}
      </div>
      {may.change ? <SetLogo page={page} messages={messages} /> : null}
    </section>
  );
};
