// Limits on mails that somebody requests (contract 20). Those of a client and its network are told, as 429; that of a
// recipient is silent, because it would tell what others have requested for the address.
import type { ClientAddress } from '../limits/client-address.ts';
import { countedTry, type Limited } from '../limits/counted-try.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'signInLimits' | 'secrets' | 'clock' | 'rules'>;

const WINDOW_MS = 60 * 60 * 1000;
const MAX_PER_RECIPIENT = 5;

/** @param make gets a function that takes the request off the count, for one that requests no mail after all */
export const countedMailRequest = <Result>(
  deps: Deps,
  { address, site }: Pick<ClientAddress, 'address' | 'site'>,
  make: (uncount: () => Promise<void>) => Promise<Result>,
): Promise<Result | Limited> => {
  const { secrets, rules } = deps;
  const buckets = [
    { key: secrets.mac('limit', 'mail', 'address', address), limit: rules.mailsPerAddress },
    { key: secrets.mac('limit', 'mail', 'network', site), limit: rules.mailsPerNetwork },
  ];
  return countedTry(deps, { buckets, windowMs: WINDOW_MS }, make);
};

/** Counts one more requested mail to the address. False: it has had enough, and gets none; nobody is told. */
export async function mayRequestMailTo(deps: Deps, emailKey: string): Promise<boolean> {
  const bucket = { key: deps.secrets.mac('limit', 'mail', 'recipient', emailKey), limit: MAX_PER_RECIPIENT };
  return (await countedTry(deps, { buckets: [bucket], windowMs: WINDOW_MS }, async () => true)) === true;
}
