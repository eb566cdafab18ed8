// The messages that were given up, as operators see them: never the address of a person, a link or a code, and of the
// URL of an application only the host, because the rest may contain a secret of its owner (contract 20, 29).
import { parseUrl } from '../../ground/parse-url.ts';
import type { Ports } from '../ports.ts';
import {
  GIVEN_UP_SHOWN_MS,
  type GivenUpKind,
  type GivenUpMessage,
  type GivenUpRow,
  type PlaceOfGivenUp,
} from './given-up-store.ts';

/** Before every message there is. */
const NEWEST: PlaceOfGivenUp = { endedAt: Number.MAX_SAFE_INTEGER, id: '~' };
const PAGE = 500;

type Deps = Pick<Ports, 'givenUp' | 'clock'>;
type Asked = { kind: GivenUpKind | undefined };

/** The newest first, those that come after `after`; undefined: from the first on. */
export async function listGivenUp(
  { givenUp, clock }: Deps,
  { kind, after = NEWEST, limit }: Asked & { after: PlaceOfGivenUp | undefined; limit: number },
): Promise<{ messages: GivenUpMessage[]; more: boolean }> {
  const since = clock.now() - GIVEN_UP_SHOWN_MS;
  const found = await givenUp.list({ kind, since, after, limit: limit + 1 });
  return { messages: found.slice(0, limit).map(asShown), more: found.length > limit };
}

/** All of them, read page by page. */
export async function* everyGivenUp(deps: Deps, { kind }: Asked): AsyncGenerator<GivenUpMessage> {
  for (let after: PlaceOfGivenUp | undefined; ; ) {
    const { messages, more } = await listGivenUp(deps, { kind, after, limit: PAGE });
    yield* messages;
    after = messages.at(-1);
    if (!more) return;
  }
}

function asShown({ url, ...row }: GivenUpRow): GivenUpMessage {
  const host = url === undefined ? undefined : parseUrl(url)?.host;
  // The row of a mail counts the tries that were followed by another; a mail that expired had no other.
  const isUncounted = row.kind === 'mail' && row.failure !== 'expired';
  return { ...row, host, tries: isUncounted ? row.tries + 1 : row.tries };
}
