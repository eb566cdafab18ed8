// …/settings: name, logo, links, and how clients sign people in.
import type { ApplicationDraft } from '../../core/applications/application-draft.ts';
import { ALL_FIELDS, type Field, FLAGS } from '../../core/applications/application-fields.ts';
import { COUNTRIES } from '../../core/applications/countries.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { renderSettings } from '../../views/console/settings.tsx';
import type { Section } from './console-section.ts';
import { editInConsole, typed, typedTranslations, withMembers } from './edit-in-console.ts';
import { logoActions } from './logo.ts';

/** Named as in the JSON of the registration API. */
const SENT = ['name', 'translations', 'backchannel_logout_uri', ...ALL_FIELDS.map(([, { wire }]) => wire)];

const membersOf = (form: Parameters): Partial<ApplicationDraft> => ({
  name: typed(form, 'name'),
  translations: typedTranslations(form, ['name']),
  backchannelLogoutUri: typed(form, 'backchannel_logout_uri'),
  ...Object.fromEntries(ALL_FIELDS.map(([name, field]) => [name, valueIn(form, field)])),
});

function valueIn(form: Parameters, { kind, wire }: Field): string | boolean | undefined {
  if (kind === 'flag') return form.has(wire);
  return kind === 'choice' ? form.get(wire) : typed(form, wire);
}

/** In the order of the page. */
export const SHOWN_FLAGS = FLAGS.map(([name, { wire, group }]) => ({ name, wire, group }));

export const settingsSection: Section = {
  name: 'settings',
  takesFile: true,
  actions: {
    ...logoActions,
    save: {
      need: 'change',
      confirm: 'by-change',
      act: (work) =>
        editInConsole(work, {
          change: (current) => withMembers(current, membersOf(work.form), SENT),
          notice: 'saved',
        }),
    },
  },
  render: async (context, page) => renderSettings(context, page, { flags: SHOWN_FLAGS, countries: COUNTRIES }),
};
