// Descriptions of all operations in the document at /openapi. A route that is missing here fails the build
// (`paths.ts`).
import { accountOperations, groupOperations } from './account-operations.ts';
import { apiOperations, clientHostOperations } from './api-operations.ts';
import {
  applicationOperations,
  clientSecretOperations,
  LOGO_LIMITS,
  logoOperations,
} from './application-operations.ts';
import { eventOperations } from './event-operations.ts';
import * as example from './examples.ts';
import type { Operations } from './operation.ts';
import { consentItemOperations, platformOperations, redirectUriOperations } from './part-operations.ts';
import { connectionOperations, memberOperations } from './people-operations.ts';

/** An entry of the audit. */
const entryShown = {
  id: 4711,
  at: '2031-01-31T12:05:00.000Z',
  role: 'operator',
  account: '0123456789abcdef0123456789abcdef',
  api_token: 'fedcba9876543210fedcba9876543210',
  command: null,
  machine_user: null,
  address: '192.0.2.17',
  request_id: '3f1a9c0d5e7b4d0fa1c2b3d4e5f60718',
  action: 'PATCH /accounts/:id',
  application: null,
  subject: '00112233445566778899aabbccddeeff',
  entry: 'support',
  fields: ['role'],
  reason: null,
  result: 'done',
  refusal: null,
};

/** @param logo `uri`: the member of the policy that names it; `without`: what pages show where there is none */
const ofServiceLogo = (
  path: string,
  { name, title, uri, without }: { name: string; title: string; uri: string; without: string },
): Operations => ({
  [`GET ${path}`]: {
    id: `get${name}`,
    tag: 'policy',
    summary: `Get ${title}`,
    description: `It is public at the \`${uri}\` of the policy.`,
    answers: { kind: 'image' },
    isSingle: true,
  },
  [`PUT ${path}`]: {
    id: `replace${name}`,
    tag: 'policy',
    summary: `Set ${title}`,
    description: LOGO_LIMITS,
    answers: { kind: 'image' },
    isSingle: true,
    conflict: 'The settings lock the policy.',
  },
  [`DELETE ${path}`]: {
    id: `delete${name}`,
    tag: 'policy',
    summary: `Delete ${title}`,
    description: without,
    answers: { kind: 'removed' },
    isSingle: true,
    conflict: 'The settings lock the policy.',
  },
});

const serviceLogoOperations: Operations = {
  ...ofServiceLogo('/policy/logo', {
    ...{ name: 'ServiceLogo', title: 'the logo of the service', uri: 'logo_uri' },
    without: 'Pages show a key instead.',
  }),
  ...ofServiceLogo('/policy/logo-dark', {
    ...{ name: 'DarkServiceLogo', title: 'the logo of the service for dark pages', uri: 'logo_dark_uri' },
    without: 'Dark pages show the other logo.',
  }),
};

const otherOperations: Operations = {
  'GET /audit': {
    id: 'listAudit',
    tag: 'audit',
    summary: 'List the entries of the audit',
    description: 'Operators and machine tokens only. Each look is an entry itself.',
    answers: { kind: 'list', of: 'AuditEntry', order: 'the newest first', example: [entryShown] },
  },
  'GET /applications/:id/statistics': {
    id: 'getStatistics',
    tag: 'statistics',
    summary: 'Get sign-in statistics by day',
    description: 'Daily totals without personal data. The last few seconds are not included yet.',
    answers: { kind: 'resource', schema: 'Statistics', example: example.statisticsShown, tagged: false },
  },
  'GET /policy': {
    id: 'getPolicy',
    tag: 'policy',
    summary: 'Get the policy',
    answers: { kind: 'resource', schema: 'Policy', example: example.policyShown, tagged: true },
    isSingle: true,
  },
  'PATCH /policy': {
    id: 'patchPolicy',
    tag: 'policy',
    summary: 'Change the policy',
    description: 'null restores the default of a member. Every process follows the change within a second.',
    sends: { schema: 'PolicyPatch', example: example.policySent },
    answers: { kind: 'resource', schema: 'Policy', example: example.policyChanged, tagged: true },
    isSingle: true,
    conflict: 'A member is locked by the settings, or conflicts with the rest of the policy.',
  },
  ...serviceLogoOperations,
  'GET /consent-items': {
    id: 'listCatalogue',
    tag: 'consent items',
    summary: 'List the catalogue of consent items',
    description: 'Works with any active API token.',
    answers: { kind: 'list', of: 'CatalogueEntry', example: [example.catalogueEntryShown] },
  },
  'GET /user-info': {
    id: 'getUserInfo',
    tag: 'user information',
    summary: 'Get user information',
    answers: { kind: 'claims', schema: 'UserInfo', example: example.userInfoShown },
  },
  'POST /user-info': {
    id: 'postUserInfo',
    tag: 'user information',
    summary: 'Get user information',
    description: 'Send the token in the header or in the form body, not in both.',
    answers: { kind: 'claims', schema: 'UserInfo', example: example.userInfoShown },
  },
  'GET /openapi': {
    id: 'getDescription',
    tag: 'description',
    summary: 'Get this document',
    answers: { kind: 'document' },
  },
};

export const OPERATIONS: Operations = {
  ...accountOperations,
  ...groupOperations,
  ...apiOperations,
  ...clientHostOperations,
  ...applicationOperations,
  ...logoOperations,
  ...platformOperations,
  ...redirectUriOperations,
  ...consentItemOperations,
  ...clientSecretOperations,
  ...connectionOperations,
  ...memberOperations,
  ...eventOperations,
  ...otherOperations,
};
