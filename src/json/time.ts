// Times as JSON: RFC 3339 in UTC (contract 3).

/** @param milliseconds since the epoch */
export const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** `null`: there is no such time. */
export const timeOrNull = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : timeText(milliseconds);
