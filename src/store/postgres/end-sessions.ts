// ../nouns/end-sessions.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/end-sessions.ts';

export const endSessions = (which: string): string => nouns.endSessions(which).postgres;
