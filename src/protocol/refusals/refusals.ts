// All refusals by their codes. Factories take a code from here, and only one that may be told as what they make.
import { AUTHORIZATION_REFUSALS } from './authorization-refusals.ts';
import { HTTP_REFUSALS } from './http-refusals.ts';
import type { ToldAs } from './refusal.ts';
import { REGISTRATION_REFUSALS } from './registration-refusals.ts';
import { TOKEN_REFUSALS } from './token-refusals.ts';

export const REFUSALS = {
  ...AUTHORIZATION_REFUSALS,
  ...TOKEN_REFUSALS,
  ...REGISTRATION_REFUSALS,
  ...HTTP_REFUSALS,
};

/** The stable name of a refusal: what `error_uri` and `type` lead to. */
export type RefusalCode = keyof typeof REFUSALS;

/** The codes that may be told so. */
export type RefusalToldAs<As extends ToldAs> = {
  [Code in RefusalCode]: As extends (typeof REFUSALS)[Code]['told'][number] ? Code : never;
}[RefusalCode];
