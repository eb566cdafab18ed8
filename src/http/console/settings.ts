// …/settings: name, logo, links and how its clients sign in.
import type { ApplicationDraft } from '../../core/applications/application-draft.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { renderSettings } from '../../views/console/settings.tsx';
import type { Section } from './console-section.ts';
import { editInConsole, typed, withMembers } from './edit-in-console.ts';
import { logoActions } from './logo.ts';

/** Named as in the JSON of the registration API. */
const FIELDS = [
  'name',
  'implementation_method',
  'homepage_uri',
  'privacy_policy_uri',
  'terms_uri',
  'require_pkce',
  'client_secret_required',
  'id_token_claims',
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'backchannel_logout_uri',
];

const membersOf = (form: Parameters): Partial<ApplicationDraft> => ({
  name: typed(form, 'name'),
  implementationMethod: form.get('implementation_method'),
  homepageUri: typed(form, 'homepage_uri'),
  privacyPolicyUri: typed(form, 'privacy_policy_uri'),
  termsUri: typed(form, 'terms_uri'),
  requirePkce: form.has('require_pkce'),
  clientSecretRequired: form.has('client_secret_required'),
  idTokenClaims: form.has('id_token_claims'),
  idTokenAlg: form.get('id_token_signed_response_alg'),
  userInfoAlg: form.get('userinfo_signed_response_alg'),
  backchannelLogoutUri: typed(form, 'backchannel_logout_uri'),
});

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
          change: (current) => withMembers(current, membersOf(work.form), FIELDS),
          notice: 'saved',
        }),
    },
  },
  render: async (context, page) => renderSettings(context, page),
};
