// docs/errors.md as the definitions make it: written by `npm run docs:errors`, held in step by errors.test.ts.
import { type CatalogueEntry, type Chapter, ERROR_CATALOGUE, tellToldAs } from '../../src/core/error-catalogue.ts';

export const ERRORS_FILE = new URL('../../docs/errors.md', import.meta.url);

const OPENING = `# Errors

<!-- Made from the definitions by \`npm run docs:errors\`. Do not edit. -->

Every refusal of the server has a code of its own, which never changes its meaning. The server shows this list at \`/errors\`
of the auth host. What leads there:

- the \`error_uri\` of a JSON error under \`/oauth/…\` (RFC 6749 5.2);
- the \`type\` of a problem (RFC 9457). A member \`errors\` names each fault in what was sent, with its place and a code of
  this list;
- the link "What this error means and what helps" on an error page, under "For developers".

An error that is sent to a redirect URI carries \`error\` and \`error_description\`; the description is the first half of what
stands here.`;

/** Underscores of wire names would be read as emphasis. */
const plain = (text: string): string => text.replaceAll(/[*_[\]<>]/g, (mark) => `\\${mark}`);

const entryText = ({ code, told, title, cause, cure }: CatalogueEntry): string =>
  `### ${code}

**${plain(title)}.** ${plain(cause)}

**What helps:** ${plain(cure)}

Told as ${told.map((one) => `\`${tellToldAs(one)}\``).join(', ')}.`;

const chapterText = ({ title, entries }: Chapter): string => `## ${title}\n\n${entries.map(entryText).join('\n\n')}`;

export const errorsDocument = (): string => `${[OPENING, ...ERROR_CATALOGUE.map(chapterText)].join('\n\n')}\n`;
