// Description of the operation on an application's statistics.
import type { Operations } from './operation.ts';

const EXAMPLE = {
  from: '2026-01-02',
  to: '2026-01-02',
  days: [
    {
      day: '2026-01-02',
      started: 120,
      completed: 97,
      cancelled: 9,
      refused: { 'code-expired': 2 },
      agreed: { email: 61 },
      declined: { email: 12 },
    },
  ],
};

export const statisticsOperations: Operations = {
  'GET /applications/:id/statistics': {
    id: 'getStatistics',
    tag: 'statistics',
    summary: 'Get sign-in statistics by day',
    description: 'Daily totals without personal data. The last few seconds are not included yet.',
    query: ['from', 'to'],
    answers: { kind: 'resource', schema: 'Statistics', example: EXAMPLE, tagged: false },
  },
};
