// Applies all rules of an application (contract 3 "Application"). One pass finds every input error, so that an owner
// has to send a request twice at most.

import type { Fault } from '../../ground/fault.ts';
import { checkTranslations } from '../../ground/texts/translations.ts';
import type { GroupLists } from '../../people/groups/group-lists.ts';
import type { AskableScope } from '../apis/application-scope.ts';
import { type CheckedScope, checkAskedScopes } from '../apis/askable-scopes.ts';
import { checkSecurityProfile } from '../client-jwts/security-profile.ts';
import { checkGroups } from '../groups/check-groups.ts';
import type { Application } from './application.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { applicationFault } from './application-faults.ts';
import { FIELDS, type FieldValues, OTHER_FIELDS, TOP_FIELDS } from './application-fields.ts';
import { checkClientKeys } from './check-client-keys.ts';
import { type CheckedConsentItem, checkConsentItems } from './check-consent-items.ts';
import { checkFields } from './check-fields.ts';
import { checkLookAlike } from './check-look-alike.ts';
import { type CheckedPlatform, checkPlatforms } from './check-platforms.ts';
import {
  checkBackchannelLogoutUri,
  checkPostLogoutRedirectUris,
  checkRedirectUris,
  redirectUriContext,
} from './check-redirect-uris.ts';
import { checkName } from './check-texts.ts';

/** A valid application without ids, keys and times. */
export type CheckedApplication = FieldValues &
  GroupLists &
  Pick<
    Application,
    'name' | 'translations' | 'loginActivation' | 'postLogoutRedirectUris' | 'backchannelLogoutUri' | 'jwks' | 'jwksUri'
  > & {
    platforms: CheckedPlatform[];
    redirectUris: string[];
    consentItems: CheckedConsentItem[];
    apiScopes: CheckedScope[];
  };

/** The application as stored: its name and URIs stay valid, even where a rule is newer than they are. */
export type StoredApplication = Pick<
  Application,
  | 'name'
  | 'translations'
  | 'redirectUris'
  | 'postLogoutRedirectUris'
  | 'backchannelLogoutUri'
  | 'consentItems'
  | 'groups'
  | 'jwks'
  | 'jwksUri'
> &
  Partial<Pick<Application, 'requirePushedRequests' | 'securityProfile' | 'apiScopes'>>;

type CheckedAgainst = {
  serviceName: string;
  /** Whether requests can be pushed to this server. Undefined: nobody has looked. */
  pushedRequests?: boolean;
  /** Whether an API whose scopes it has for itself signs with RS256: asked of one that follows FAPI 2.0. */
  hasRs256Api?: boolean;
  stored?: StoredApplication;
  /** Of the groups that the draft names, those that the application may name. Undefined: nobody has looked. */
  nameable?: ReadonlySet<string>;
  /** Of the scopes of APIs that the draft names, those that it may ask people for. Undefined: nobody has looked. */
  askable?: readonly AskableScope[];
};

/** @returns `checked` is meaningful only when `faults` is empty */
export function checkApplication(
  draft: ApplicationDraft,
  { serviceName, pushedRequests, hasRs256Api = false, stored, nameable, askable }: CheckedAgainst,
): { checked: CheckedApplication; faults: Fault[] } {
  const faults: Fault[] = [];
  const name = checkName(draft.name, ['name'], faults);
  if (faults.length === 0 && name !== stored?.name) checkLookAlike(name, serviceName, ['name'], faults);
  const translations = checkTranslatedNames(draft, { serviceName, stored }, faults);
  const top = checkFields(TOP_FIELDS, draft, faults);
  const loginActivation = checkLoginActivation(draft.loginActivation, faults);
  const platforms = checkPlatforms(draft.platforms ?? [], ['platforms'], faults);
  const context = redirectUriContext(platforms);
  const redirectUris = checkRedirectUris(
    draft.redirectUris ?? [],
    context,
    faults,
    stored?.redirectUris.map(({ redirectUri }) => redirectUri),
  );
  const consentItems = checkConsentItems(draft.consentItems ?? [], ['consent_items'], faults);
  const fields = checkFields(OTHER_FIELDS, draft, faults);
  // What was turned on while it could be stays: nobody is let in by another way meanwhile.
  if (fields.requirePushedRequests && pushedRequests === false && !stored?.requirePushedRequests) {
    faults.push(applicationFault([FIELDS.requirePushedRequests.wire], 'pushed-requests-off'));
  }
  const checked: CheckedApplication = {
    ...top,
    name,
    translations,
    loginActivation,
    platforms,
    redirectUris,
    consentItems,
    apiScopes: checkAskedScopes(draft.apiScopes ?? [], { askable, stored: stored?.apiScopes ?? [] }, faults),
    ...fields,
    ...checkGroups(draft, { audience: fields.audience, consentItems, stored, nameable }, faults),
    postLogoutRedirectUris: checkPostLogoutRedirectUris(
      draft.postLogoutRedirectUris ?? [],
      context,
      faults,
      stored?.postLogoutRedirectUris,
    ),
    backchannelLogoutUri: checkBackchannelLogoutUri(
      draft.backchannelLogoutUri,
      context,
      faults,
      stored?.backchannelLogoutUri,
    ),
    ...checkClientKeys(draft, { method: fields.tokenEndpointAuthMethod, platforms, stored }, faults),
  };
  const isStored = stored?.securityProfile !== undefined;
  checkSecurityProfile(checked, { pushedRequests, hasRs256Api, isStored }, faults);
  return { checked, faults };
}

/** A name in another language could pass for another as well as the name itself. */
const checkTranslatedNames = (
  { translations }: ApplicationDraft,
  { serviceName, stored }: { serviceName: string; stored: StoredApplication | undefined },
  faults: Fault[],
): Application['translations'] =>
  checkTranslations(translations, {
    name: (text, [language]) => {
      const path = ['translations', language, 'name'];
      const found: Fault[] = [];
      const name = checkName(text, path, found);
      const isStored = name === stored?.translations?.[language]?.name;
      if (found.length === 0 && !isStored) checkLookAlike(name, serviceName, path, found);
      faults.push(...found);
      return name;
    },
  });

function checkLoginActivation(text: string | undefined, faults: Fault[]): boolean {
  if (text !== undefined && text !== 'ON' && text !== 'OFF') {
    faults.push(applicationFault(['login_activation'], 'login-activation-unknown'));
  }
  return text === 'ON';
}
