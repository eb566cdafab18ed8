// Takes the place of template.ts in the built program (build.js).
import { readFileSync } from 'node:fs';

export const openapiTemplate = (): string => readFileSync(new URL('./template.json', import.meta.url), 'utf8');
