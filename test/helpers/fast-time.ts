// Time that runs ahead of the machine's clock from a moment on. It is the same in every process that knows the pace.

export type Pace = {
  /** In the machine's time, in ms; before it both times are the same. */
  from: number;
  /** How far time jumps at that moment, in ms. */
  jump: number;
  /** How many times as fast time runs afterwards. */
  speed: number;
};

export function timeAt(machine: number, pace: Pace | undefined): number {
  if (!pace || machine < pace.from) return machine;
  return Math.floor(pace.from + pace.jump + (machine - pace.from) * pace.speed);
}
