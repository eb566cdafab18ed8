// A person changes their mind about an optional item of a connection, on their account page (contract 4): withdrawing acts
// at the application's next call, and so does agreeing again. Required items stay agreed while connected.
import type { Ports } from '../ports.ts';
import type { ConsentItemName } from './catalogue.ts';

export type ItemAnswer =
  | 'saved'
  /** Not connected, or the application does not ask for this item as an optional one. */
  | 'no-such-item';

export async function answerItem(
  deps: Pick<Ports, 'connections' | 'applications' | 'clock'>,
  input: { accountId: string; applicationId: string; item: ConsentItemName; agreed: boolean },
): Promise<ItemAnswer> {
  const { accountId, applicationId, item } = input;
  const application = await deps.applications.find(applicationId);
  const entry = application?.consentItems.find((registered) => registered.item === item);
  if (entry?.consent !== 'optional') return 'no-such-item';
  const connection = await deps.connections.find(applicationId, accountId);
  if (!connection || connection.endedAt !== undefined) return 'no-such-item';
  const now = deps.clock.now();
  if (input.agreed) {
    const answers = { [item]: { agreed: true, answeredAt: now } };
    await deps.connections.agree({ applicationId, accountId, sub: connection.sub, answers, now });
    return 'saved';
  }
  return (await deps.connections.withdraw({ applicationId, accountId, item, now })) ? 'saved' : 'no-such-item';
}
