// Time that runs ahead of the machine's from a moment on, the same in every process that knows the pace.

export type Pace = {
  /** In the machine's time, ms; until then both are the same. */
  from: number;
  /** What passes at that moment at once, ms. */
  jump: number;
  /** How many times as fast it runs from there. */
  speed: number;
};

export function timeAt(machine: number, pace: Pace | undefined): number {
  if (!pace || machine < pace.from) return machine;
  return Math.floor(pace.from + pace.jump + (machine - pace.from) * pace.speed);
}
