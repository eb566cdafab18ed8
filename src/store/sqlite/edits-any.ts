// ../nouns/edits-any.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/edits-any.ts';

export const EDITS_ANY = nouns.EDITS_ANY.postgres;
