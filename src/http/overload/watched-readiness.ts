// Who sends requests here by asking `/health/ready` again and again (a proxy, a cluster) has to hear that this process
// stops before it stops accepting: a connection refused in between is a request that failed (cases M8, M9).

/** So much more often than a container's health check, and no less often than proxies ask. */
const LATELY_MS = 3000;
const TIMES = 2;
/** In which everybody who asks once a second has asked again, and acted on the answer. */
const TELLING_MS = 2000;

export type WatchedReadiness = {
  /** Somebody was told that this process is ready. */
  noteReady(): void;
  /** How long to go on accepting after the first sign of stopping, in ms; 0 where nobody watches. */
  tellingMs(): number;
};

/** @param now a clock that only moves forward, in ms */
export function watchReadiness(now: () => number = () => performance.now()): WatchedReadiness {
  let noted: number[] = [];
  return {
    noteReady() {
      noted = [...noted, now()].slice(-TIMES);
    },
    tellingMs() {
      const lately = noted.filter((at) => now() - at <= LATELY_MS);
      return lately.length < TIMES ? 0 : TELLING_MS;
    },
  };
}
