// Changes of one entry of the lists inside an application: its platforms, redirect URIs and consent items (contract 3).
// Each says what would become of the whole, and where in it stands what was sent; the rules of the whole are then
// applied to that (`edit-application.ts`).
import type { Fault } from '../fault.ts';
import type { Application, ConsentItem, PlatformEntry, RedirectUri } from './application.ts';
import {
  type ApplicationDraft,
  type ConsentItemDraft,
  draftOf,
  type PlatformDraft,
  platformDraftOf,
} from './application-draft.ts';
import { applicationFault, joinFaults } from './application-faults.ts';
import type { WantedChange } from './edit-application.ts';

/** What was sent of one entry, and what of it could not be read. */
export type SentEntry<Draft> = { draft: Draft; faults: readonly Fault[] };

/** One of the lists. Entries given to it are of the application given with them. */
export type EntryList<Entry, Draft> = {
  of(application: Application): readonly Entry[];
  /** The new entry is the last of its list. */
  add(current: Application, sent: SentEntry<Draft>): WantedChange;
  replace(current: Application, entry: Entry, sent: SentEntry<Draft>): WantedChange;
  /** All other entries leave. */
  keep(current: Application, kept: readonly Entry[]): WantedChange;
};

/** A platform entry keeps its id, API key and platform, whatever is sent. */
export const platformList: EntryList<PlatformEntry, PlatformDraft> = {
  of: ({ platforms }) => platforms,
  add(current, { draft, faults }) {
    const { platforms } = current;
    const known = platforms.findIndex(({ platform }) => platform === draft.platform);
    const at = known < 0 ? platforms.length : known;
    return {
      ...withPlatform(current, at, draft),
      faults,
      conflict:
        known < 0 ? undefined : `The application already has the platform ${draft.platform}. Change that entry.`,
    };
  },
  replace(current, entry, { draft, faults }) {
    const { platform } = entry;
    const isOther = draft.platform !== undefined && draft.platform !== platform;
    return {
      ...withPlatform(current, current.platforms.indexOf(entry), { ...draft, platform }),
      faults: isOther ? [...faults, applicationFault(['platform'], 'platform-fixed')] : faults,
    };
  },
  keep: (current, kept) => onlyStored(current, { platforms: kept.map(platformDraftOf) }),
};

/** A redirect URI keeps its id and its place when its value changes. */
export const redirectUriList: EntryList<RedirectUri, string | undefined> = {
  of: ({ redirectUris }) => redirectUris,
  add(current, { draft, faults }) {
    const uris = valuesOf(current.redirectUris);
    const isKnown = draft !== undefined && uris.includes(draft);
    return {
      draft: { ...draftOf(current), redirectUris: isKnown ? uris : [...uris, draft] },
      faults: withMissingUri(draft, faults),
      sentAt: within('redirect_uris', uris.length, 'redirect_uri'),
      conflict: isKnown ? URI_TWICE : undefined,
    };
  },
  replace(current, entry, { draft, faults }) {
    const { redirectUris } = current;
    const isKnown = redirectUris.some((other) => other !== entry && other.redirectUri === draft);
    const changed = redirectUris.map((other) =>
      other === entry && draft !== undefined && !isKnown ? { ...entry, redirectUri: draft } : other,
    );
    return {
      draft: { ...draftOf(current), redirectUris: valuesOf(changed) },
      faults: withMissingUri(draft, faults),
      sentAt: within('redirect_uris', redirectUris.indexOf(entry), 'redirect_uri'),
      conflict: isKnown ? URI_TWICE : undefined,
      onto: { ...current, redirectUris: changed },
    };
  },
  keep: (current, kept) => onlyStored(current, { redirectUris: valuesOf(kept) }),
};

/** A consent item stays the item it is. */
export const consentItemList: EntryList<ConsentItem, ConsentItemDraft> = {
  of: ({ consentItems }) => consentItems,
  add(current, { draft, faults }) {
    const { consentItems } = current;
    const known = consentItems.findIndex(({ item }) => item === draft.item);
    const at = known < 0 ? consentItems.length : known;
    return {
      ...withConsentItem(current, at, draft),
      faults,
      conflict:
        known < 0 ? undefined : `The application already has the consent item ${draft.item}. Change that entry.`,
    };
  },
  replace(current, entry, { draft, faults }) {
    const { item } = entry;
    const isOther = draft.item !== undefined && draft.item !== item;
    return {
      ...withConsentItem(current, current.consentItems.indexOf(entry), { ...draft, item }),
      faults: isOther ? [...faults, applicationFault(['item'], 'item-fixed')] : faults,
    };
  },
  keep: (current, kept) => onlyStored(current, { consentItems: kept }),
};

const URI_TWICE = 'This redirect URI is already registered.';

const valuesOf = (entries: readonly RedirectUri[]): string[] => entries.map(({ redirectUri }) => redirectUri);

const withMissingUri = (uri: string | undefined, faults: readonly Fault[]): readonly Fault[] =>
  uri === undefined ? joinFaults(faults, [applicationFault(['redirect_uri'], 'redirect-uri-missing')]) : faults;

/** The whole with this entry at that place; one past the end is a new one. */
const withPlatform = (current: Application, at: number, entry: PlatformDraft): WantedChange => ({
  draft: { ...draftOf(current), platforms: placed(current.platforms.map(platformDraftOf), at, entry) },
  sentAt: within('platforms', at),
});

const withConsentItem = (current: Application, at: number, entry: ConsentItemDraft): WantedChange => ({
  draft: { ...draftOf(current), consentItems: placed<ConsentItemDraft>(current.consentItems, at, entry) },
  sentAt: within('consent_items', at),
});

const placed = <Draft>(list: readonly Draft[], at: number, entry: Draft): Draft[] => list.toSpliced(at, 1, entry);

/** Nothing was sent: whatever the rules find is a conflict with what is stored. */
const onlyStored = (current: Application, lists: Partial<ApplicationDraft>): WantedChange => ({
  draft: { ...draftOf(current), ...lists },
  sentAt: () => undefined,
});

/** @param as the member it was sent as, where the list holds bare values. */
const within =
  (list: string, at: number, as?: string): NonNullable<WantedChange['sentAt']> =>
  ([first, second, ...rest]) => {
    if (first !== list || second !== at) return undefined;
    return as === undefined ? rest : [as, ...rest];
  };
