// docs/errors.md as the definitions make it: written by `npm run docs:errors`, held in step by errors.test.ts.
import {
  type CatalogueEntry,
  type Chapter,
  describeReport,
  ERROR_CATALOGUE,
} from '../../../src/core/applications/error-catalogue.ts';

export const ERRORS_FILE = new URL('../../../docs/errors.md', import.meta.url);

const OPENING = `# Errors

<!-- Made from the definitions by \`npm run docs:errors\`. Do not edit. -->

Every error has a code, and a code never changes its meaning. The auth host serves this list at \`/errors\`. Links lead
here from:

- \`error_uri\` in a JSON error under \`/oauth/…\` (RFC 6749 5.2);
- \`type\` in a problem document (RFC 9457). Its member \`errors\` lists each input error with its place and a code of this
  list;
- the link "What this error means and how to fix it" on an error page, under "For developers".

An error that is sent to a redirect URI has \`error\` and \`error_description\`. The description is a short form of the text
below.`;

/** Underscores of wire names would be read as emphasis. */
const plain = (text: string): string => text.replaceAll(/[*_[\]<>]/g, (mark) => `\\${mark}`);

const entryText = ({ code, reportedAs, title, cause, cure }: CatalogueEntry): string =>
  `### ${code}

**${plain(title)}.** ${plain(cause)}

**How to fix it:** ${plain(cure)}

Returned as ${reportedAs.map((one) => `\`${describeReport(one)}\``).join(', ')}.`;

const chapterText = ({ title, entries }: Chapter): string => `## ${title}\n\n${entries.map(entryText).join('\n\n')}`;

export const errorsDocument = (): string => `${[OPENING, ...ERROR_CATALOGUE.map(chapterText)].join('\n\n')}\n`;
