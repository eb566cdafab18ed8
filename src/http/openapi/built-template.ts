// Takes the place of template.ts in the built program (build/build.js).
import { readFileSync } from 'node:fs';
import type { Language } from '../../views/page/page.ts';

const read = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');

export const openapiTemplate = (): string => read('template.json');

export const referenceTemplate = (language: Language): string => read(`reference-${language}.html`);
