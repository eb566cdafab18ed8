// What the checks of `latchkey doctor` say, for the console of a running server. They take seconds and read the whole
// database, so one run at a time serves everybody who asks, and its report is kept for a while.
import type { Clock } from '../../ground/clock.ts';
import type { Finding } from './finding.ts';

export type DoctorReport =
  | { kind: 'examined'; findings: readonly Finding[]; at: number }
  /** The checks did not end, or could not be started. */
  | { kind: 'failed' };

/** Returns a report that is at most `REPORT_KEPT_MS` old. */
export type Doctor = {
  (): Promise<DoctorReport>;
  /** The last report, however old; undefined: this process has none yet. Runs no check. */
  latest(): DoctorReport | undefined;
};

export const REPORT_KEPT_MS = 10_000;

/** @param onFailure told why a run failed */
export function createDoctor(
  examine: () => Promise<readonly Finding[]>,
  clock: Clock,
  onFailure: (error: unknown) => void,
): Doctor {
  let running: Promise<DoctorReport> | undefined;
  let latest: { report: DoctorReport; at: number } | undefined;

  const run = async (): Promise<DoctorReport> => {
    try {
      const findings = await examine();
      return { kind: 'examined', findings, at: clock.now() };
    } catch (error) {
      onFailure(error);
      return { kind: 'failed' };
    }
  };
  const report = async (): Promise<DoctorReport> => {
    if (latest && clock.now() < latest.at + REPORT_KEPT_MS) return latest.report;
    running ??= run().then((made) => {
      latest = { report: made, at: clock.now() };
      running = undefined;
      return made;
    });
    return running;
  };
  return Object.assign(report, { latest: () => latest?.report });
}
