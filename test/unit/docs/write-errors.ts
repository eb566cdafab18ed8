// Writes docs/errors.md from the definitions. Run: npm run docs:errors
import { writeFileSync } from 'node:fs';
import { ERRORS_FILE, errorsDocument } from './errors-document.ts';

writeFileSync(ERRORS_FILE, errorsDocument());
