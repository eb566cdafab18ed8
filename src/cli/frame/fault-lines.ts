// Turns core's faults into lines that name the flag (contract 1).
import type { Fault } from '../../core/ground/fault.ts';

/** @param flagOf returns the flag that a fault's path belongs to; undefined: it belongs to none */
export const faultLines = (faults: readonly Fault[], flagOf: (path: Fault['path']) => string | undefined): string[] =>
  faults.map((fault) => {
    const flag = flagOf(fault.path);
    return flag === undefined ? fault.detail : `${flag}: ${fault.detail}`;
  });
