// A sentence with names in it. Names (of applications, people, hosts) are written by strangers: kept apart from our own
// words until they are rendered, they can be isolated and can never turn into words of ours.

export type Name = { readonly name: string };

/** Our words as strings, others' words as names, in reading order. */
export type Phrase = readonly (string | Name)[];
