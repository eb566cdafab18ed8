// A proxy or a cluster that polls `/health/ready` must learn that this process is stopping before it stops accepting
// connections: a connection refused in between is a failed request (cases M8, M9).

/**
 * Checks that count as polling, and the time for them. Proxies poll this often; a container's health check does not.
 */
const POLLING_WINDOW_MS = 3000;
const MIN_CHECKS = 2;
/** Long enough for a client that polls once a second to poll again and act on the response. */
const NOTICE_MS = 2000;

export type WatchedReadiness = {
  /** Records that a check was answered with ready. */
  noteReady(): void;
  /** How long to keep accepting connections once stopping begins, in ms; 0 if nobody polls. */
  noticeMs(): number;
};

/** @param now a monotonic clock, in ms */
export function watchReadiness(now: () => number = () => performance.now()): WatchedReadiness {
  let checks: number[] = [];
  return {
    noteReady() {
      checks = [...checks, now()].slice(-MIN_CHECKS);
    },
    noticeMs() {
      const recent = checks.filter((at) => now() - at <= POLLING_WINDOW_MS);
      return recent.length < MIN_CHECKS ? 0 : NOTICE_MS;
    },
  };
}
