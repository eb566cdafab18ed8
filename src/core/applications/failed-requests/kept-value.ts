// Which value of a refused request is kept: of redirect URIs without query and fragment, scopes, response type,
// resource and prompt, which an application's developer writes. Never a code, a token, a state, an address or a name.
import type { Parameters } from '../../../protocol/parameters.ts';
import type { RefusalCode } from '../../../protocol/refusals/refusals.ts';

type KeptParameter = 'redirect_uri' | 'scope' | 'response_type' | 'resource' | 'prompt';

/** What was wrong about the request, where it is one of these parameters. */
export const KEPT_PARAMETER: Readonly<Partial<Record<RefusalCode, KeptParameter>>> = {
  'redirect-uri-malformed': 'redirect_uri',
  'redirect-uri-unregistered': 'redirect_uri',
  'redirect-uri-mismatch': 'redirect_uri',
  'response-type-unsupported': 'response_type',
  'prompt-unknown': 'prompt',
  'prompt-none-combined': 'prompt',
  'scope-nothing-left': 'scope',
  'scope-not-requested': 'scope',
};

const PRINTABLE = /^[\x20-\x7e]{1,300}$/;
/** An address of a person, or a username and password before the host. */
const PERSONAL = /@|%40/i;
/** So long a run of letters with digits among them is a token or a key. */
const SECRET = /(?=[\w~-]*\d)(?=[\w~-]*[a-z])[\w~-]{40}/i;

/**
 * @returns empty where none is kept. A URI that was sent with a query or fragment ends with `?` or `#` in its place.
 */
export function keptValue(refusal: RefusalCode, sent: Pick<Parameters, 'get'>): string {
  const parameter = KEPT_PARAMETER[refusal];
  const value = parameter === undefined ? undefined : sent.get(parameter);
  if (value === undefined) return '';
  const kept = parameter === 'redirect_uri' ? value.replace(/([?#]).*$/s, '$1') : value;
  return PRINTABLE.test(kept) && !PERSONAL.test(kept) && !SECRET.test(kept) ? kept : '';
}
