// The flag of `applications create` for the scopes of APIs that an application asks people for (contract 45).
import type { ScopeDraft } from '../../core/applications/applications/application-draft.ts';
import type { FlagSpec, Flags } from '../frame/command.ts';
import { matching } from '../frame/flags.ts';
import { translatedTexts } from './translation-flags.ts';

/** A scope's name can have colons itself, so it ends where a consent follows. */
const WORDS = /^(.+?):(required|optional)(?::(.*))?$/s;

export const API_SCOPE_FLAG: FlagSpec = {
  name: 'api-scope',
  value: 'SCOPE',
  description: 'scope of an API: SCOPE:required or SCOPE:optional, optionally followed by :PURPOSE',
  repeated: true,
  allowed: matching(WORDS, 'SCOPE:required or SCOPE:optional[:PURPOSE]'),
};

export const apiScopesIn = (flags: Flags): readonly (ScopeDraft & { item: string })[] =>
  flags.all('api-scope').map((text) => {
    const [, item = text, consent, purpose] = WORDS.exec(text) ?? [];
    return { item, consent, purpose, translations: translatedTexts(flags, item) };
  });
