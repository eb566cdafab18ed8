// A sentence with names in it. Names (of applications, people, hosts) are written by strangers: kept apart from our own
// words until they are rendered, they can be isolated and can never turn into words of ours.

export type Name = { readonly name: string };

/** Our words as strings, others' words as names, in reading order. */
export type Phrase = readonly (string | Name)[];

/** The phrase as plain text, for `<title>` and attributes. */
export const phraseText = (phrase: Phrase): string =>
  phrase.map((part) => (typeof part === 'string' ? part : part.name)).join('');
