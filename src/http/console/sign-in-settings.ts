// …/sign-in: how clients sign people in.
import { FLAGS } from '../../core/applications/application-fields.ts';
import { renderSignInSettings } from '../../views/console/sign-in-settings.tsx';
import type { Section } from './console-section.ts';
import { editInConsole, fieldsIn, typed, wireNamesOf, withMembers } from './edit-in-console.ts';

const SHOWN = [
  'audience',
  'requirePkce',
  'clientSecretRequired',
  'idTokenClaims',
  'idTokenAlg',
  'userInfoAlg',
] as const;

/** In the order of the page. */
export const SHOWN_FLAGS = FLAGS.map(([name, { wire, group }]) => ({ name, wire, group }));

export const signInSection: Section = {
  name: 'sign-in',
  audit: 'harmless: shows the application',
  actions: {
    save: {
      need: 'change',
      confirm: 'by-change',
      act: (work) => {
        const backchannelLogoutUri = typed(work.form, 'backchannel_logout_uri');
        return editInConsole(work, {
          change: (current) =>
            withMembers(current, { backchannelLogoutUri, ...fieldsIn(work.form, SHOWN) }, [
              'backchannel_logout_uri',
              ...wireNamesOf(SHOWN),
            ]),
          notice: 'saved',
        });
      },
    },
  },
  render: async (context, page) => renderSignInSettings(context, page, { flags: SHOWN_FLAGS }),
};
