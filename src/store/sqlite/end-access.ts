// ../nouns/end-access.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/end-access.ts';

export const END_LINKS = nouns.END_LINKS.postgres;
export const END_API_TOKENS = nouns.END_API_TOKENS.postgres;
