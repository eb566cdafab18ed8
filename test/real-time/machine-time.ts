// For stories in which something reads the machine's time itself: a database that stamps events, a client's library.
import type { Hosts } from '../helpers/hosts.ts';
import type { Place } from '../stories/factor-pages.ts';

/** Moves a server's clock on to the machine's time, unless it is there already. */
export const catchUp = ({ clock }: Hosts): void => clock.advance(Math.max(0, Date.now() - clock.now()));

/** Sends what is due by the machine's time. Resolves when it has been answered. */
export async function send(hosts: Hosts): Promise<void> {
  // The first look may write events of an act on many people, at a time after its own.
  for (const _look of ['first', 'second']) {
    catchUp(hosts);
    await hosts.tick('outbox');
  }
}

/** A server whose clock nobody moves: the next code is `codeOf` one step ahead, which the server accepts. */
export const inRealTime = ({ authUrl }: { authUrl: string }): Place => ({
  authUrl,
  clock: { now: Date.now, advance: () => undefined },
});
