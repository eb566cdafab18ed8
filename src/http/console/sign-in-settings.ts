// …/sign-in: how clients sign people in.
import type { Application } from '../../core/applications/applications/application.ts';
import type { ApplicationDraft } from '../../core/applications/applications/application-draft.ts';
import { FIELDS, type FieldName, FLAGS } from '../../core/applications/applications/application-fields.ts';
import type { WantedChange } from '../../core/applications/applications/edit-application.ts';
import { groupChoices } from '../../core/applications/groups/group-choices.ts';
import { inLanguage } from '../../core/ground/texts/translations.ts';
import {
  ALL_GROUP_LISTS,
  GROUP_LISTS,
  type GroupListName,
  type GroupLists,
} from '../../core/people/groups/group-lists.ts';
import { withDeviceGrant } from '../../protocol/grant-types.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { groupBox } from '../../views/console/sign-in-groups.tsx';
import { DEVICE_FIELD, renderSignInSettings } from '../../views/console/sign-in-settings.tsx';
import { formOf, queryOf } from '../wire/request-parts.ts';
import type { Section } from './frame/console-section.ts';
import { editInConsole, fieldsIn, typed, wireNamesOf, withMembers } from './frame/edit-in-console.ts';

const SHOWN: readonly FieldName[] = [
  'audience',
  ...FLAGS.map(([name]) => name),
  'idTokenAlg',
  'userInfoAlg',
  'tokenEndpointAuthMethod',
  'securityProfile',
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

/** Grant types that the page does not show stay. */
const grantTypesIn = (form: Parameters, { grantTypes }: Application) =>
  withDeviceGrant(grantTypes, form.has(DEVICE_FIELD));

const tickedIn = (form: Parameters, list: GroupListName): string[] => {
  const prefix = groupBox(list, '');
  return form.entries().flatMap(([name]) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
};

/** Whose members can sign in counts only with the audience that says so, so nobody has to untick them. */
const typedGroups = (form: Parameters): GroupLists => ({
  groups: tickedIn(form, 'groups'),
  allowedGroups: form.get(FIELDS.audience.wire) === 'groups' ? tickedIn(form, 'allowedGroups') : [],
});

/** The item `groups` without a list is shown at the list. */
const toField = (change: WantedChange): WantedChange => ({
  ...change,
  toSentPath: (path) =>
    path[0] === 'consent_items' && path[2] === 'item' ? [GROUP_LISTS.groups.wire] : change.toSentPath?.(path),
});

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const signInSection: Section<'sign-in'> = {
  name: 'sign-in',
  audit: 'harmless: shows the application',
  actions: {
    save: {
      need: 'change',
      confirm: 'by-change',
      act: (work) => {
        const backchannelLogoutUri = typed(work.form, 'backchannel_logout_uri');
        const keys = typedKeys(work.form);
        const lists = typedGroups(work.form);
        return editInConsole(work, {
          change: (current) =>
            toField(
              withMembers(
                current,
                {
                  backchannelLogoutUri,
                  grantTypes: grantTypesIn(work.form, current),
                  ...keys,
                  ...lists,
                  ...fieldsIn(work.form, SHOWN),
                },
                [
                  'backchannel_logout_uri',
                  'jwks',
                  'jwks_uri',
                  ...ALL_GROUP_LISTS.map(([, { wire }]) => wire),
                  ...wireNamesOf(SHOWN),
                ],
              ),
            ),
          notice: 'saved',
          fields: FIELDS_OF_FAULTS,
        });
      },
    },
  },
  render: async (context, page, { deps, request }) => {
    const { application, sent } = page;
    const form = formOf(request);
    const audience = FIELDS.audience.values.find((one) => one === form.get(FIELDS.audience.wire));
    const typed = {
      audience: audience ?? application.audience,
      allowedGroups: tickedIn(form, 'allowedGroups'),
      groups: tickedIn(form, 'groups'),
    };
    const sought = queryOf(request).get('q');
    const { choices, ...rest } = await groupChoices(deps.ports, application, sent ? typed : application, sought);
    const groups = { ...rest, choices: choices.map((group) => inLanguage(group, context.language)) };
    return renderSignInSettings(context, page, { flags: SHOWN_FLAGS, groups });
  },
};
