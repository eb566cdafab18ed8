// A sentence with names in it. Names of applications, people and hosts come from strangers. They stay separate from the
// text until they are rendered, so that they can be isolated and never pass for the page's own words.

export type Name = { readonly name: string };

/** Texts of the page as strings, strangers' texts as names, in reading order. */
export type Phrase = readonly (string | Name)[];
