// Joins a number as people write it at home with the country they chose, because the claim `phone_number` is in E.164.

/** Name of the form field beside `phone_number`: a region and its calling code, such as `KR+82`. */
export const PHONE_COUNTRY_FIELD = 'phone_country';

/** Calling codes of countries where a leading 0 belongs to the number. */
const ZERO_STAYS = new Set(['+39', '+225', '+229', '+242', '+378']);

/** What people dial before a number inside the country, and not from abroad; elsewhere it is 0 or nothing. */
const TRUNK_PREFIXES: Readonly<Record<string, RegExp>> = {
  '+1': /^1(?=\d{10}$)/,
  '+7': /^8(?=\d{10}$)/,
  '+36': /^06/,
};

/**
 * @param country what was chosen; undefined or empty: nothing
 * @param typed a number with its country code stays as it is, whatever was chosen
 */
export function withCallingCode(country: string | undefined, typed: string | undefined): string | undefined {
  const [callingCode] = /\+\d{1,3}$/.exec(country ?? '') ?? [];
  const number = typed?.replace(/[\s().-]/g, '') ?? '';
  if (callingCode === undefined || !/^\d+$/.test(number)) return typed;
  if (ZERO_STAYS.has(callingCode)) return callingCode + number;
  return callingCode + number.replace(TRUNK_PREFIXES[callingCode] ?? /^0/, '');
}
