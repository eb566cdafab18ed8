// Description of the operation on the audit (contract 61).
import type { Operations } from './operation.ts';

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

export const auditOperations: Operations = {
  'GET /audit': {
    id: 'listAudit',
    tag: 'audit',
    summary: 'List the entries of the audit',
    description: 'Operators and machine tokens only. Each look is an entry itself.',
    answers: { kind: 'list', of: 'AuditEntry', order: 'the newest first', example: [entryShown] },
  },
};
