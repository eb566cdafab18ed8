// Whose documents are taken: the setting `client_metadata_documents` (contract 46).
import { isDocumentUrl } from './document-url.ts';
import { MCP_CLIENTS } from './mcp-clients.ts';

/** Beginnings of URLs, each up to a `/`. None: the feature is off. */
export type AdmittedDocuments = readonly string[];

export const ADMITTED_ALLOWED =
  'off; any; or a list of mcp, hosts such as claude.ai, and beginnings of URLs up to a /, such as https://vscode.dev/oauth/';

/** The beginning of every URL. */
export const ANY_DOCUMENT = 'https://';

/** @returns undefined: the entries are not allowed */
export function readAdmittedDocuments(entries: readonly string[]): AdmittedDocuments | undefined {
  const [first] = entries;
  if (entries.length === 0 || (entries.length === 1 && first === 'off')) return [];
  if (entries.length === 1 && first === 'any') return [ANY_DOCUMENT];
  const prefixes = entries.map(prefixesOf);
  return prefixes.every((some) => some !== undefined) ? [...new Set(prefixes.flat())] : undefined;
}

function prefixesOf(entry: string): readonly string[] | undefined {
  if (entry === 'mcp') return MCP_CLIENTS;
  const prefix = entry.startsWith('https://') ? entry : `https://${entry}/`;
  // What a URL of a document could begin with. A bare name, without a dot, is a word that is not known here.
  const [, host = '', path = ''] = /^https:\/\/([^/]*)\/(.*)$/s.exec(prefix) ?? [];
  const isBeginning = host.includes('.') && (path === '' || path.endsWith('/')) && isDocumentUrl(`${prefix}document`);
  return isBeginning && (path === '' || entry === prefix) ? [prefix] : undefined;
}

/** @param url one for which `isDocumentUrl` holds */
export const admitsDocument = (admitted: AdmittedDocuments, url: string): boolean =>
  admitted.some((prefix) => url.startsWith(prefix));
