// …/sign-in: how clients sign people in.
import type { ApplicationDraft } from '../../core/applications/application-draft.ts';
import { type FieldName, FLAGS } from '../../core/applications/application-fields.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { renderSignInSettings } from '../../views/console/sign-in-settings.tsx';
import type { Section } from './console-section.ts';
import { editInConsole, fieldsIn, typed, wireNamesOf, withMembers } from './edit-in-console.ts';

const SHOWN: readonly FieldName[] = [
  'audience',
  ...FLAGS.map(([name]) => name),
  'idTokenAlg',
  'userInfoAlg',
  'tokenEndpointAuthMethod',
];

/** The whole text is one field, so that a fault of a key is shown there. */
const FIELDS_OF_FAULTS = { keys: 'jwks' };

/** In the order of the page. */
export const SHOWN_FLAGS = FLAGS.map(([name, { wire, group }]) => ({ name, wire, group }));

/** A text that is no JSON is no key set: core refuses the empty object in its place. */
function typedKeys(form: Parameters): Pick<ApplicationDraft, 'jwks' | 'jwksUri'> {
  const text = typed(form, 'jwks');
  return { jwks: text === undefined ? undefined : objectIn(text), jwksUri: typed(form, 'jwks_uri') };
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const signInSection: Section = {
  name: 'sign-in',
  audit: 'harmless: shows the application',
  actions: {
    save: {
      need: 'change',
      confirm: 'by-change',
      act: (work) => {
        const backchannelLogoutUri = typed(work.form, 'backchannel_logout_uri');
        const keys = typedKeys(work.form);
        return editInConsole(work, {
          change: (current) =>
            withMembers(current, { backchannelLogoutUri, ...keys, ...fieldsIn(work.form, SHOWN) }, [
              'backchannel_logout_uri',
              'jwks',
              'jwks_uri',
              ...wireNamesOf(SHOWN),
            ]),
          notice: 'saved',
          fields: FIELDS_OF_FAULTS,
        });
      },
    },
  },
  render: async (context, page) => renderSignInSettings(context, page, { flags: SHOWN_FLAGS }),
};
