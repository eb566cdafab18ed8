// …/addresses: platforms with their keys and site domains, redirect URIs, and post-logout redirect URIs; each is added,
// changed or removed one at a time.
import type { Application, PlatformEntry } from '../../core/applications/applications/application.ts';
import {
  draftOf,
  type PlatformDraft,
  platformDraftOf,
} from '../../core/applications/applications/application-draft.ts';
import { platformList, redirectUriList } from '../../core/applications/applications/change-parts.ts';
import type { WantedChange } from '../../core/applications/applications/edit-application.ts';
import { listRefusedUris } from '../../core/applications/refused-uris/list-refused-uris.ts';
import { privateUseRedirectUri } from '../../protocol/redirect-uri.ts';
import { renderAddresses } from '../../views/console/addresses.tsx';
import type { ConsoleNotice, RefusedUriShown } from '../../views/console/parts/console-page.ts';
import { compareWithAll, otherHost } from '../flow/compared-uris.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { Action, Section, Work } from './frame/console-section.ts';
import { editInConsole, typed } from './frame/edit-in-console.ts';
import { platformOfForm } from './new-application.ts';

type Change = (current: Application, form: Work['form']) => WantedChange | undefined;

const FIELDS = { site_domains: 'site_domain' };

const edit = (notice: ConsoleNotice, change: Change): Action => ({
  need: 'change',
  confirm: 'required',
  act: (work) => editInConsole(work, { notice, fields: FIELDS, change: (current) => change(current, work.form) }),
});

const sent = <Draft>(draft: Draft) => ({ draft, faults: [] });

const entryOf = (current: Application, form: Work['form']): PlatformEntry | undefined =>
  current.platforms.find(({ id }) => id === form.get('entry'));

/** Changes these members of the platform entry in the form. */
const changePlatform =
  (members: (entry: PlatformEntry, form: Work['form']) => Partial<PlatformDraft>): Change =>
  (current, form) => {
    const entry = entryOf(current, form);
    return entry && platformList.replace(current, entry, sent({ ...platformDraftOf(entry), ...members(entry, form) }));
  };

const removePlatform: Change = (current, form) => {
  const entry = entryOf(current, form);
  return (
    entry &&
    platformList.keep(
      current,
      current.platforms.filter((one) => one !== entry),
    )
  );
};

const addRedirectUri: Change = (current, form) => redirectUriList.add(current, sent(typed(form, 'redirect_uri')));

const changeRedirectUri: Change = (current, form) => {
  const entry = current.redirectUris.find(({ id }) => id === form.get('entry'));
  return entry && redirectUriList.replace(current, entry, sent(typed(form, 'redirect_uri')));
};

const removeRedirectUri: Change = (current, form) => {
  const kept = current.redirectUris.filter(({ id }) => id !== form.get('entry'));
  return kept.length === current.redirectUris.length ? undefined : redirectUriList.keep(current, kept);
};

/**
 * The list has no resource of its own in the API: the whole list is edited. A fault of the entry at `at`, and of one
 * that equals it, belongs to the form's field.
 */
const withLogoutUri = (current: Application, at: number, uri = ''): WantedChange => {
  const postLogoutRedirectUris = current.postLogoutRedirectUris.toSpliced(at, 1, uri);
  return {
    draft: { ...draftOf(current), postLogoutRedirectUris },
    toSentPath: ([list, index]) =>
      list === 'post_logout_redirect_uris' && (index === undefined || postLogoutRedirectUris[Number(index)] === uri)
        ? ['post_logout_redirect_uri']
        : undefined,
  };
};

const typedLogoutUri = (form: Work['form']) => typed(form, 'post_logout_redirect_uri');

const addLogoutUri: Change = (current, form) =>
  withLogoutUri(current, current.postLogoutRedirectUris.length, typedLogoutUri(form));

const changeLogoutUri: Change = (current, form) => {
  const at = current.postLogoutRedirectUris.indexOf(form.get('entry') ?? '');
  return at < 0 ? undefined : withLogoutUri(current, at, typedLogoutUri(form));
};

const removeLogoutUri: Change = (current, form) => {
  const removed = form.get('entry');
  const kept = current.postLogoutRedirectUris.filter((uri) => uri !== removed);
  if (kept.length === current.postLogoutRedirectUris.length) return undefined;
  return { draft: { ...draftOf(current), postLogoutRedirectUris: kept }, toSentPath: () => undefined };
};

/** Each with the registered one that it is most similar to. */
async function refusedUris({ ports }: AuthDeps, application: Application): Promise<RefusedUriShown[]> {
  const { postLogoutRedirectUris, redirectUris } = application;
  const known = [...postLogoutRedirectUris, ...redirectUris.map(({ redirectUri }) => redirectUri)];
  return (await listRefusedUris(ports, application)).map(({ uri, refusedAt }) => {
    const [compared] = compareWithAll(uri, postLogoutRedirectUris);
    return { uri, refusedAt, compared, otherHost: otherHost(uri, known) };
  });
}

/** For the first native platform whose own scheme no redirect URI has. */
function suggestUri({ platforms, redirectUris }: Application): string | undefined {
  const suggested = platforms.flatMap(
    ({ packageName, bundleId }) => privateUseRedirectUri(packageName ?? bundleId ?? '') ?? [],
  );
  return suggested.find((uri) => redirectUris.every(({ redirectUri }) => schemeOf(redirectUri) !== schemeOf(uri)));
}

const schemeOf = (uri: string): string => uri.slice(0, uri.indexOf(':'));

export const addressesSection: Section<'addresses'> = {
  name: 'addresses',
  audit: 'harmless: shows the application',
  actions: {
    'add-platform': edit('added', (current, form) => platformList.add(current, sent(platformOfForm(form)))),
    'change-platform': edit(
      'saved',
      changePlatform((_entry, form) => ({
        packageName: typed(form, 'package_name'),
        bundleId: typed(form, 'bundle_id'),
      })),
    ),
    'remove-platform': edit('removed', removePlatform),
    'add-site-domain': edit(
      'added',
      changePlatform((entry, form) => ({ siteDomains: [...entry.siteDomains, typed(form, 'site_domain') ?? ''] })),
    ),
    'change-site-domain': edit(
      'saved',
      changePlatform((entry, form) => ({
        siteDomains: entry.siteDomains.map((one) =>
          one === form.get('value') ? (typed(form, 'site_domain') ?? '') : one,
        ),
      })),
    ),
    'remove-site-domain': edit(
      'removed',
      changePlatform((entry, form) => ({ siteDomains: entry.siteDomains.filter((one) => one !== form.get('value')) })),
    ),
    'add-redirect-uri': edit('added', addRedirectUri),
    'change-redirect-uri': edit('saved', changeRedirectUri),
    'remove-redirect-uri': edit('removed', removeRedirectUri),
    'add-logout-uri': edit('added', addLogoutUri),
    'change-logout-uri': edit('saved', changeLogoutUri),
    'remove-logout-uri': edit('removed', removeLogoutUri),
  },
  render: async (context, page, { deps }) =>
    renderAddresses(context, page, {
      suggestedUri: suggestUri(page.application),
      refused: await refusedUris(deps, page.application),
    }),
};
