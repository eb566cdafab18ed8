// Every refusal and input error with its cause and cure, by chapter. docs/errors.md and the page `/errors` show it.
import { ADMISSION_REFUSALS } from '../../protocol/refusals/admission-refusals.ts';
import { API_REFUSALS } from '../../protocol/refusals/api-refusals.ts';
import { ASSERTION_REFUSALS } from '../../protocol/refusals/assertion-refusals.ts';
import { AUTHORIZATION_REFUSALS } from '../../protocol/refusals/authorization-refusals.ts';
import { DEVICE_REFUSALS } from '../../protocol/refusals/device-refusals.ts';
import { DOCUMENT_REFUSALS } from '../../protocol/refusals/document-refusals.ts';
import { HTTP_REFUSALS } from '../../protocol/refusals/http-refusals.ts';
import { OPERATOR_REFUSALS } from '../../protocol/refusals/operator-refusals.ts';
import { PROOF_REFUSALS } from '../../protocol/refusals/proof-refusals.ts';
import { PUSH_REFUSALS } from '../../protocol/refusals/push-refusals.ts';
import type { Refusal, ReportedAs } from '../../protocol/refusals/refusal.ts';
import type { RefusalCode } from '../../protocol/refusals/refusals.ts';
import { REGISTRATION_REFUSALS } from '../../protocol/refusals/registration-refusals.ts';
import { SIGN_OUT_REFUSALS } from '../../protocol/refusals/sign-out-refusals.ts';
import { TOKEN_REFUSALS } from '../../protocol/refusals/token-refusals.ts';
import { type ApplicationFaultCode, applicationFault } from './applications/application-faults.ts';
import { FAULT_CAUSES } from './applications/fault-causes.ts';

export type CatalogueCode = RefusalCode | ApplicationFaultCode;
export type CatalogueEntry = Refusal & { code: string };

export type ChapterId =
  | 'chapter-authorization'
  | 'chapter-tokens'
  | 'chapter-registration'
  | 'chapter-faults'
  | 'chapter-http';

/** `id` is the chapter's anchor on the page. */
export type Chapter = { id: ChapterId; title: string; entries: readonly CatalogueEntry[] };

const entriesOf = (refusals: Readonly<Record<string, Refusal>>): CatalogueEntry[] =>
  Object.entries(refusals).map(([code, refusal]) => ({ code, ...refusal }));

const REPORTED_AS_FAULT: readonly ReportedAs[] = ['fault'];

const faults: CatalogueEntry[] = Object.entries(FAULT_CAUSES).map(([code, { title, cause }]) => ({
  code,
  reportedAs: REPORTED_AS_FAULT,
  title,
  cause,
  cure: applicationFault([], code as ApplicationFaultCode).detail,
}));

const isFault = ({ reportedAs }: CatalogueEntry) => reportedAs.length === 1 && reportedAs[0] === 'fault';
/** Of the operator's own APIs: some are told by the endpoints of tokens, the others to operators. */
const apis = entriesOf(API_REFUSALS);
const isOfTokens = ({ reportedAs: [first] }: CatalogueEntry) => typeof first === 'string' && first !== 'fault';
const registration = [
  ...entriesOf({ ...REGISTRATION_REFUSALS, ...OPERATOR_REFUSALS }),
  ...apis.filter((entry) => !isOfTokens(entry)),
];

export const ERROR_CATALOGUE: readonly Chapter[] = [
  {
    id: 'chapter-authorization',
    title: 'Authorization and sign-out',
    entries: entriesOf({
      ...{ ...AUTHORIZATION_REFUSALS, ...PUSH_REFUSALS, ...DOCUMENT_REFUSALS },
      ...{ ...ADMISSION_REFUSALS, ...SIGN_OUT_REFUSALS },
    }),
  },
  {
    id: 'chapter-tokens',
    title: 'Tokens and user information',
    entries: [
      ...entriesOf({ ...TOKEN_REFUSALS, ...ASSERTION_REFUSALS, ...PROOF_REFUSALS, ...DEVICE_REFUSALS }),
      ...apis.filter(isOfTokens),
    ],
  },
  { id: 'chapter-registration', title: 'Registration API', entries: registration.filter((entry) => !isFault(entry)) },
  {
    id: 'chapter-faults',
    title: 'Input errors of the registration API',
    entries: [...registration.filter(isFault), ...faults],
  },
  { id: 'chapter-http', title: 'Any request', entries: entriesOf(HTTP_REFUSALS) },
];

/** How the documentation names `reportedAs`: `invalid_grant`, `409`, `an error page`, `an entry in errors`. */
export function describeReport(report: ReportedAs): string {
  if (report === 'page') return 'an error page';
  if (report === 'fault') return 'an entry in errors';
  return String(report);
}
