// What the API host answers with for an application's statistics, as a shape (see resource-shapes.ts).
import { z } from 'zod';
import { CONSENT_ITEMS } from '../../core/consent/catalogue.ts';
import { DAYS_KEPT } from '../../core/statistics/daily-count.ts';

const day = (description: string) => z.string().meta({ format: 'date', description });
const count = (description: string) => z.int().min(0).meta({ description });
const byItem = (description: string) => z.partialRecord(z.enum(CONSENT_ITEMS), z.int().min(1)).meta({ description });

const dayOfStatistics = z.strictObject({
  day: day('In UTC.'),
  started: count('New valid authorization requests.'),
  completed: count('Codes sent to the application.'),
  cancelled: count('Sign-ins that the user cancelled.'),
  refused: z.record(z.string(), z.int().min(1)).meta({ description: 'Errors returned, by code (see /errors).' }),
  agreed: byItem('Optional items that were agreed to on the consent page.'),
  declined: byItem('Optional items that were declined on the consent page.'),
});

export const statistics = z.strictObject({
  from: day('The first day, in UTC.'),
  to: day('The last day, in UTC.'),
  days: z.array(dayOfStatistics).min(1).max(DAYS_KEPT).meta({ description: 'Every day from the first to the last.' }),
});
