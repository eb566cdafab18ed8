// Limits on mails that somebody requests (contract 20). Those of a client and its network are told, as 429; those of a
// recipient are silent, because they would tell what others have requested for the address. Only what somebody requests
// in a session of the account itself is told, because nobody else can.
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import { countedTry, type Limited } from '../../ground/limits/counted-try.ts';
import type { Ports } from '../ports.ts';

type Deps = Pick<Ports, 'signInLimits' | 'secrets' | 'clock' | 'rules'>;

const WINDOW_MS = 60 * 60 * 1000;

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

/**
 * What the mails of an hour are counted by for their recipient, so that strangers use up nothing that the owner needs.
 * `stranger`: anybody can cause it who types the address · `exists`: so, and it says that there is an account ·
 * `reset`: a link for a new password · `session`: it needs a session of the account · `test`: an operator tries the
 * mail server, and may have to sign in with a code after that.
 */
export type MailBudget = 'stranger' | 'exists' | 'reset' | 'session' | 'test';

/** What a mail counts for, with the most in an hour. As many for a stranger's mail whether it says `exists` or not. */
const COUNTED_BY: Readonly<Record<MailBudget, Readonly<Record<string, number>>>> = {
  stranger: { stranger: 5, other: 5 },
  exists: { stranger: 5, exists: 2 },
  reset: { reset: 5 },
  session: { session: 5 },
  test: { test: 5 },
};

/** Counts one more requested mail to the address. `limited`: it has had enough, and gets none. */
export const countMailTo = (
  deps: Deps,
  emailKey: string,
  budget: MailBudget,
): Promise<{ kind: 'counted' } | Limited> => {
  const buckets = Object.entries(COUNTED_BY[budget]).map(([counted, limit]) => ({
    key: deps.secrets.mac('limit', 'mail', 'recipient', counted, emailKey),
    limit,
  }));
  return countedTry(deps, { buckets, windowMs: WINDOW_MS }, async () => ({ kind: 'counted' as const }));
};

/** The same where nobody is told. */
export const mayRequestMailTo = async (deps: Deps, emailKey: string, budget: MailBudget): Promise<boolean> =>
  (await countMailTo(deps, emailKey, budget)).kind === 'counted';
