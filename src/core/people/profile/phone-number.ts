// A phone number typed as at home. The claim `phone_number` is in E.164, so it gets the calling code that the page
// names.

/** Name of the hidden form field beside `phone_number`: the calling code of numbers that are typed without one. */
export const CALLING_CODE_FIELD = 'calling_code';

/**
 * Numbers as people write them inside the country, by calling code. They begin with a 0 that callers from abroad leave
 * out. A number of another country that is typed without its code rarely looks like one of these.
 */
const NATIONAL_NUMBERS: ReadonlyMap<string | undefined, RegExp> = new Map([
  // Mobile phones, Seoul, other areas, Internet telephony and personal numbers.
  ['+82', /^0(?:1\d|2|[3-6]\d|70|50\d)\d{7,8}$/],
]);

/** @param typed a number that is not written as at home stays as it is */
export function withCallingCode(callingCode: string | undefined, typed: string | undefined): string | undefined {
  const number = typed?.replace(/[\s().-]/g, '') ?? '';
  return NATIONAL_NUMBERS.get(callingCode)?.test(number) ? `${callingCode}${number.slice(1)}` : typed;
}
