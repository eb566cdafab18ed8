// Tells the owner of an application that an event endpoint was disabled.
import type { NewMail } from '../../server/mail/mail-store.ts';
import { writeMail } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import type { EventEndpoint } from './event-endpoint.ts';

/** @returns undefined when this server sends no mail, or the application is gone */
export async function writeDisabledMail(
  deps: Pick<Ports, 'applications' | 'secrets' | 'clock' | 'rules'>,
  { applicationId }: EventEndpoint,
): Promise<NewMail | undefined> {
  const application = await deps.applications.find(applicationId);
  if (application?.ownerId === undefined) return undefined;
  const to = { accountId: application.ownerId };
  return writeMail(deps, { kind: 'event-endpoint-disabled', to, facts: { at: deps.clock.now(), applicationId } });
}
