// Takes the place of guide-contents.ts in the built program (build/build.js).
import { readFileSync } from 'node:fs';
import type { Language } from '../../views/page/page.ts';
import type { Guide, GuideContents } from './guide-contents.ts';

export const guideContents = (guide: Guide, language: Language): GuideContents =>
  JSON.parse(readFileSync(new URL(`./${guide}-${language}.json`, import.meta.url), 'utf8'));
