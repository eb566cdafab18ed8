// ../nouns/end-access.ts and ../nouns/end-sessions.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/end-access.ts';
import * as sessions from '../nouns/end-sessions.ts';
import { of } from './drive.ts';

export const END_SESSIONS = of(sessions.END_SESSIONS);
export const END_API_TOKENS = of(nouns.END_API_TOKENS);
export const END_LINKS = of(nouns.END_LINKS);
