// All refusals by their codes. A factory of errors accepts only codes that may be reported as its error.
import { ADMISSION_REFUSALS } from './admission-refusals.ts';
import { API_REFUSALS } from './api-refusals.ts';
import { ASSERTION_REFUSALS } from './assertion-refusals.ts';
import { AUTHORIZATION_REFUSALS } from './authorization-refusals.ts';
import { DEVICE_REFUSALS } from './device-refusals.ts';
import { DOCUMENT_REFUSALS } from './document-refusals.ts';
import { HTTP_REFUSALS } from './http-refusals.ts';
import { OPERATOR_REFUSALS } from './operator-refusals.ts';
import { PROOF_REFUSALS } from './proof-refusals.ts';
import { PUSH_REFUSALS } from './push-refusals.ts';
import type { ReportedAs } from './refusal.ts';
import { REGISTRATION_REFUSALS } from './registration-refusals.ts';
import { SIGN_OUT_REFUSALS } from './sign-out-refusals.ts';
import { TOKEN_REFUSALS } from './token-refusals.ts';

export const REFUSALS = {
  ...AUTHORIZATION_REFUSALS,
  ...PUSH_REFUSALS,
  ...DOCUMENT_REFUSALS,
  ...ADMISSION_REFUSALS,
  ...SIGN_OUT_REFUSALS,
  ...TOKEN_REFUSALS,
  ...ASSERTION_REFUSALS,
  ...PROOF_REFUSALS,
  ...DEVICE_REFUSALS,
  ...API_REFUSALS,
  ...REGISTRATION_REFUSALS,
  ...OPERATOR_REFUSALS,
  ...HTTP_REFUSALS,
};

/** The stable name of a refusal, which `error_uri` and `type` link to. */
export type RefusalCode = keyof typeof REFUSALS;

/** The codes of refusals that may be reported as `As`. */
export type RefusalReportedAs<As extends ReportedAs> = {
  [Code in RefusalCode]: As extends (typeof REFUSALS)[Code]['reportedAs'][number] ? Code : never;
}[RefusalCode];
