// Times as callers and files write them: RFC 3339, in any time zone (contract 3). json/time.ts writes times in
// responses.

const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const END_OF_YEARS = Date.UTC(10_000, 0);

/** @returns milliseconds since the epoch; undefined if the text is not an RFC 3339 time, or the day does not exist */
export function fromTimeText(text: string): number | undefined {
  const match = RFC_3339.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const milliseconds = Date.parse(text.toUpperCase().replace(' ', 'T'));
  // In UTC it may be of the year 10000, which RFC 3339 cannot write.
  return milliseconds < END_OF_YEARS ? milliseconds : undefined;
}

/** Day 0 of the next month is the last day of this one. */
const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
