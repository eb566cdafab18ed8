// ../nouns/edits-any.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/edits-any.ts';
import { of } from './drive.ts';

export const EDITS_ANY = of(nouns.EDITS_ANY);
