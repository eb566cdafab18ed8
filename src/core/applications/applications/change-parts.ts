// Changes of one entry in the lists inside an application: platforms, redirect URIs and consent items (contract 3).
// Each returns the draft of the whole application and where in it the sent entry is; `edit-application.ts` then applies
// the rules of the whole.
import type { Fault } from '../../ground/fault.ts';
import type { Application, ConsentItem, PlatformEntry, RedirectUri } from './application.ts';
import {
  type ApplicationDraft,
  type ConsentItemDraft,
  draftOf,
  type PlatformDraft,
  platformDraftOf,
} from './application-draft.ts';
import { applicationFault, joinFaults } from './application-faults.ts';
import type { StoredConflict, WantedChange } from './edit-application.ts';

/** One entry as sent, with the errors of what could not be read. */
export type SentEntry<Draft> = { draft: Draft; faults: readonly Fault[] };

/** One of the lists. Each entry passed in belongs to the application passed with it. */
export type EntryList<Entry, Draft> = {
  of(application: Application): readonly Entry[];
  /** Appends an entry. */
  add(current: Application, sent: SentEntry<Draft>): WantedChange;
  replace(current: Application, entry: Entry, sent: SentEntry<Draft>): WantedChange;
  /** Removes all other entries. */
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
      conflict: known < 0 ? undefined : alreadyStored('platform-twice', draft.platform),
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
  keep: (current, kept) => changeStored(current, { platforms: kept.map(platformDraftOf) }),
};

/** A redirect URI keeps its id and its place when its value changes. */
export const redirectUriList: EntryList<RedirectUri, string | undefined> = {
  of: ({ redirectUris }) => redirectUris,
  add(current, { draft, faults }) {
    const uris = urisOf(current.redirectUris);
    const isKnown = draft !== undefined && uris.includes(draft);
    return {
      draft: { ...draftOf(current), redirectUris: isKnown ? uris : [...uris, draft] },
      faults: withMissingUri(draft, faults),
      toSentPath: toEntryPath('redirect_uris', uris.length, 'redirect_uri'),
      conflict: isKnown ? alreadyStored('redirect-uri-twice', draft) : undefined,
    };
  },
  replace(current, entry, { draft, faults }) {
    const { redirectUris } = current;
    const isKnown = redirectUris.some((other) => other !== entry && other.redirectUri === draft);
    const changed = redirectUris.map((other) =>
      other === entry && draft !== undefined && !isKnown ? { ...entry, redirectUri: draft } : other,
    );
    return {
      draft: { ...draftOf(current), redirectUris: urisOf(changed) },
      faults: withMissingUri(draft, faults),
      toSentPath: toEntryPath('redirect_uris', redirectUris.indexOf(entry), 'redirect_uri'),
      conflict: isKnown ? alreadyStored('redirect-uri-twice', draft) : undefined,
      mergeInto: { ...current, redirectUris: changed },
    };
  },
  keep: (current, kept) => changeStored(current, { redirectUris: urisOf(kept) }),
};

/** A consent item cannot become another item. */
export const consentItemList: EntryList<ConsentItem, ConsentItemDraft> = {
  of: ({ consentItems }) => consentItems,
  add(current, { draft, faults }) {
    const { consentItems } = current;
    const known = consentItems.findIndex(({ item }) => item === draft.item);
    const at = known < 0 ? consentItems.length : known;
    return {
      ...withConsentItem(current, at, draft),
      faults,
      conflict: known < 0 ? undefined : alreadyStored('item-twice', draft.item),
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
  keep: (current, kept) => changeStored(current, { consentItems: kept }),
};

const alreadyStored = (
  code: 'platform-twice' | 'redirect-uri-twice' | 'item-twice',
  value: string | undefined,
): StoredConflict => ({ fault: applicationFault([], code), stored: value === undefined ? [] : [value] });

const urisOf = (entries: readonly RedirectUri[]): string[] => entries.map(({ redirectUri }) => redirectUri);

const withMissingUri = (uri: string | undefined, faults: readonly Fault[]): readonly Fault[] =>
  uri === undefined ? joinFaults(faults, [applicationFault(['redirect_uri'], 'redirect-uri-missing')]) : faults;

/** The draft with this entry at index `at`; one past the end appends it. */
const withPlatform = (current: Application, at: number, entry: PlatformDraft): WantedChange => ({
  draft: { ...draftOf(current), platforms: withEntry(current.platforms.map(platformDraftOf), at, entry) },
  toSentPath: toEntryPath('platforms', at),
});

const withConsentItem = (current: Application, at: number, entry: ConsentItemDraft): WantedChange => ({
  draft: { ...draftOf(current), consentItems: withEntry<ConsentItemDraft>(current.consentItems, at, entry) },
  toSentPath: toEntryPath('consent_items', at),
});

const withEntry = <Draft>(list: readonly Draft[], at: number, entry: Draft): Draft[] => list.toSpliced(at, 1, entry);

/** The input has no values, so every error that the rules find is a conflict with stored ones. */
const changeStored = (current: Application, lists: Partial<ApplicationDraft>): WantedChange => ({
  draft: { ...draftOf(current), ...lists },
  toSentPath: () => undefined,
});

/** @param as the member name it was sent under, where the list holds bare values */
const toEntryPath =
  (list: string, at: number, as?: string): NonNullable<WantedChange['toSentPath']> =>
  ([first, second, ...rest]) => {
    if (first !== list || second !== at) return undefined;
    return as === undefined ? rest : [as, ...rest];
  };
