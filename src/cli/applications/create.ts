// `latchkey applications create`: registers an application with its lists (contract 3), by core's rules.

import type { ApplicationDraft } from '../../core/applications/applications/application-draft.ts';
import { checkApplication } from '../../core/applications/applications/check-application.ts';
import {
  MAX_APPLICATIONS_PER_OWNER,
  registerApplication,
} from '../../core/applications/applications/register-application.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { findAccount } from '../../core/people/accounts/administer-accounts.ts';
import { ALL_GROUP_LISTS } from '../../core/people/groups/group-lists.ts';
import { type CommandAnswer, type CommandContext, CommandFailed, type Flags } from '../frame/command.ts';
import { faultLines } from '../frame/fault-lines.ts';
import { requireAccount } from '../frame/require-found.ts';
import { withPorts } from '../frame/with-ports.ts';
import { apiScopesIn } from './api-scope-flag.ts';
import { applicationAnswer } from './application-text.ts';
import { fieldsIn, flagOfField } from './field-flags.ts';
import { itemsTranslatedBy, translatedName, translatedTexts, translationFlagOf } from './translation-flags.ts';

/**
 * Finds faults in the values. The flags' own check reports missing ones. The settings, and with them the service's
 * name, are read later, and so is the database: which scopes of APIs the application may ask for.
 */
export function check(flags: Flags): string[] {
  const { faults } = checkApplication(toDraft(flags), { serviceName: '' });
  const reported = faults.filter(
    ({ code }) => code !== 'api-scope-unknown' && (code !== 'name-missing' || flags.has('name')),
  );
  return [...faultLines(reported, flagOf(flags)), ...strayTexts(flags)];
}

export function run(context: CommandContext): Promise<CommandAnswer> {
  const { flags } = context;
  const email = flags.get('email');
  return withPorts(context, async (ports) => {
    const owner = requireAccount(await findAccount(ports, email), email);
    const registration = await registerApplication(ports, { ownerId: owner.id, draft: toDraft(flags) });
    if (registration.kind === 'refused') throw new CommandFailed(...faultLines(registration.faults, flagOf(flags)));
    if (registration.kind === 'too-many') {
      throw new CommandFailed(`${email} has ${MAX_APPLICATIONS_PER_OWNER} applications, as many as an owner may have`);
    }
    return applicationAnswer(registration.application, ports.issuer);
  });
}

/** Site domains belong to the Web entry. Without one they go to the first entry, for which core reports the fault. */
function toDraft(flags: Flags): ApplicationDraft {
  const platforms = flags.all('platform');
  const siteDomains = flags.all('site-domain');
  const webIndex = Math.max(0, platforms.indexOf('Web'));
  return {
    ...fieldsIn(flags),
    name: flags.optional('name'),
    translations: translatedName(flags),
    loginActivation: flags.optional('login-activation'),
    platforms: platforms.map((platform, index) =>
      index === webIndex && siteDomains.length > 0 ? { platform, siteDomains } : { platform },
    ),
    redirectUris: flags.all('redirect-uri'),
    consentItems: flags.all('consent-item').map((text) => {
      const [item, consent, ...purpose] = text.split(':');
      const retention = retentionsIn(flags).get(item ?? '');
      return {
        item,
        consent,
        purpose: purpose.length > 0 ? purpose.join(':') : undefined,
        retention,
        translations: translatedTexts(flags, item),
      };
    }),
    apiScopes: apiScopesIn(flags),
    postLogoutRedirectUris: flags.all('post-logout-redirect-uri'),
    backchannelLogoutUri: flags.optional('backchannel-logout-uri'),
    ...Object.fromEntries(
      ALL_GROUP_LISTS.map(
        ([
          name,
          {
            flag: [flag],
          },
        ]) => [name, flags.all(flag)],
      ),
    ),
    jwks: keySetIn(flags),
    jwksUri: flags.optional('jwks-uri'),
  };
}

/** A text that is no JSON is no key set: core refuses the empty object in its place. */
function keySetIn(flags: Flags): object | undefined {
  const text = flags.optional('jwks');
  if (text === undefined) return undefined;
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What `--retention ITEM:TEXT` says, by item. */
const retentionsIn = (flags: Flags): ReadonlyMap<string, string> =>
  new Map(
    flags.all('retention').map((text) => {
      const end = text.indexOf(':');
      return [text.slice(0, end), text.slice(end + 1)];
    }),
  );

/** Texts of consent items that no `--consent-item` names. Scopes of APIs have purposes as well. */
function strayTexts(flags: Flags): string[] {
  const asked = flags.all('consent-item').map((text) => text.split(':')[0]);
  const scopes = apiScopesIn(flags).map(({ item }) => item);
  const items = {
    retention: [...retentionsIn(flags).keys()],
    'purpose-translation': itemsTranslatedBy(flags, 'purpose-translation').filter((item) => !scopes.includes(item)),
    'retention-translation': itemsTranslatedBy(flags, 'retention-translation'),
  };
  return Object.entries(items).flatMap(([flag, named]) =>
    [...new Set(named)]
      .filter((item) => !asked.includes(item))
      .map((item) => `--${flag} ${JSON.stringify(item)}: there is no --consent-item with this item`),
  );
}

/** Returns the flag, with its value, that a fault's path points to. */
const flagOf =
  (flags: Flags) =>
  (path: Fault['path']): string => {
    if (path.includes('translations')) return translationFlagOf(flags, path);
    const name = flagName(path);
    if (name === 'retention') return '--retention';
    const index = name === 'site-domain' ? path[3] : path[1];
    const value = typeof index === 'number' ? flags.all(name)[index] : flags.optional(name);
    return value === undefined ? `--${name}` : `--${name} ${JSON.stringify(value)}`;
  };

function flagName(path: Fault['path']): string {
  if (path[0] === 'platforms') return path[2] === 'site_domains' ? 'site-domain' : 'platform';
  if (path[0] === 'redirect_uris') return 'redirect-uri';
  if (path[0] === 'consent_items' && path[2] === 'retention') return 'retention';
  if (path[0] === 'consent_items') return 'consent-item';
  if (path[0] === 'api_scopes') return 'api-scope';
  if (path[0] === 'post_logout_redirect_uris') return 'post-logout-redirect-uri';
  const named = ALL_GROUP_LISTS.find(([, { wire }]) => wire === path[0]);
  if (named) return named[1].flag[0];
  return flagOfField(String(path[0]));
}
