// Compares a redirect URI that was sent with each registered one, for the mismatch page and the console.
import { parseUrl } from '../../core/ground/parse-url.ts';
import { compareTexts, type TextRun } from '../../protocol/compare-texts.ts';
import { redirectDestination } from '../../protocol/redirect-uri.ts';
import { differencesOf } from '../../protocol/redirect-uri-difference.ts';
import type { ComparedUri } from '../../views/pages/redirect-uri-mismatch.tsx';

/** Most similar first; equally similar ones in order of registration. */
export const compareWithAll = (sent: string, registered: readonly string[]): ComparedUri[] =>
  registered
    .map((uri) => ({ uri, compared: compareTexts(sent, uri) }))
    .sort((a, b) => a.compared.distance - b.compared.distance)
    .map(({ uri, compared: { first, second } }) => ({
      sent: first,
      registered: second,
      firstDifference: Math.min(commonPrefixLength(first), commonPrefixLength(second)) + 1,
      differences: differencesOf(sent, uri),
    }));

function commonPrefixLength(runs: readonly TextRun[]): number {
  const [run] = runs;
  return run?.same ? run.text.length : 0;
}

/** The host of the URI that was sent; undefined if a registered one has it too. */
export function otherHost(sent: string, registered: readonly string[]): string | undefined {
  const host = hostOf(sent);
  return registered.some((uri) => hostOf(uri) === host) ? undefined : host;
}

/** Host or scheme, without the port: every port of a host belongs to the same owner. */
function hostOf(uri: string): string {
  if (/^https?:/.test(uri)) return parseUrl(uri)?.hostname ?? uri;
  return redirectDestination(uri);
}
