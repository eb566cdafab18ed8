// …/settings: name, logo, company and links, and the method that the sample code is for.
import type { ApplicationDraft } from '../../core/applications/applications/application-draft.ts';
import { COUNTRIES } from '../../core/people/profile/countries.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { renderSettings } from '../../views/console/settings.tsx';
import type { Section } from './frame/console-section.ts';
import {
  editInConsole,
  fieldsIn,
  typed,
  typedTranslations,
  wireNamesOf,
  withMembers,
} from './frame/edit-in-console.ts';
import { logoActions } from './frame/logo.ts';

const SHOWN = [
  'companyName',
  'companyCountry',
  'homepageUri',
  'privacyPolicyUri',
  'termsUri',
  'implementationMethod',
] as const;

const membersOf = (form: Parameters): Partial<ApplicationDraft> => ({
  name: typed(form, 'name'),
  translations: typedTranslations(form, ['name']),
  ...fieldsIn(form, SHOWN),
});

export const settingsSection: Section<'settings'> = {
  name: 'settings',
  audit: 'harmless: shows the application',
  takesFile: true,
  actions: {
    ...logoActions,
    save: {
      need: 'change',
      confirm: 'by-change',
      act: (work) =>
        editInConsole(work, {
          change: (current) =>
            withMembers(current, membersOf(work.form), ['name', 'translations', ...wireNamesOf(SHOWN)]),
          notice: 'saved',
        }),
    },
  },
  render: async (context, page) => renderSettings(context, page, { countries: COUNTRIES }),
};
