// Room for uploads of pictures (contract 27): one of each account, and only as many on a process as its memory is meant
// for. Others wait, and their bodies wait unread in the network. Each process has its own room: an account that uploads
// to two processes at once has the picture that was stored last.

/** Each has up to 8 MiB in memory, and twice as much for a moment. */
const AT_ONCE = 4;
/** Fewer than the seconds after which a connection without traffic is closed. */
const WAIT_MS = 20_000;
const MAX_WAITING = 200;

/** `busy`: another upload of this account is under way · `full`: too many wait, or waited too long. */
export type PictureRoom = { enter(accountId: string): Promise<(() => void) | 'busy' | 'full'> };

export function createPictureRoom({ atOnce = AT_ONCE, waitMs = WAIT_MS, maxWaiting = MAX_WAITING } = {}): PictureRoom {
  const accounts = new Set<string>();
  const waiting: (() => void)[] = [];
  let inside = 0;

  /** Who waits takes the place over, so that nobody comes in between. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  };
  /** False: there was no room in time. */
  const waitForRoom = (): Promise<boolean> =>
    new Promise((resolve) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        resolve(false);
      }, waitMs);
      waiting.push(enter);
    });

  return {
    async enter(accountId) {
      if (accounts.has(accountId)) return 'busy';
      if (inside >= atOnce && waiting.length >= maxWaiting) return 'full';
      accounts.add(accountId);
      if (inside < atOnce) inside += 1;
      else if (!(await waitForRoom())) {
        accounts.delete(accountId);
        return 'full';
      }
      return () => {
        accounts.delete(accountId);
        leave();
      };
    },
  };
}
