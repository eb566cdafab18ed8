// A claim: somebody proves an address that nobody has proven before, by the link for a forgotten password. Somebody
// else who typed the address may have made the account, so everything that could have been planted in it ends, and its
// owner says what happens to the rest (contract 21).
import type { Account } from '../../ground/accounts/account.ts';
import type { EmailAddress } from '../../ground/accounts/email.ts';
import { makeVerifiedAccount } from '../accounts/new-account.ts';
import type { Ports } from '../ports.ts';

/** What a person is asked who claims an account, and what they should know for their answer. */
export type Claim = {
  createdAt: number;
  /** Names of the connected applications, at most `MAX_SHOWN`. */
  applications: readonly string[];
  /** Names of applications whose team it is in, at most `MAX_SHOWN`. */
  teams: readonly string[];
  hasSecondFactor: boolean;
  /** Keeping the account removes them: whoever has one signs in with it, and needs no link. */
  hasPasskeys: boolean;
  choices: readonly ClaimChoice[];
};

/**
 * `keep`: the address is verified, and second factors are removed. · `prove-factor`: the second factor is the person's
 * own. They prove it with the same form, before anything changes; it stays, and the address is verified later. ·
 * `start-empty`: another account takes the place of the claimed one, which is deleted and so leaves its teams; offered
 * where that one was made by sign-up, and owns no application.
 */
export type ClaimChoice = 'start-empty' | 'keep' | 'prove-factor';

const MAX_SHOWN = 10;

/** The names of the applications that an account is in, and is connected to: nothing else is asked of them. */
type Named = {
  applications: {
    list(page: {
      accountId: string;
      owned: false;
      afterId: undefined;
      limit: number;
    }): Promise<readonly { name: string }[]>;
  };
  connections: { listByAccount(accountId: string): Promise<readonly { application: { name: string } }[]> };
};
type Deps = Pick<Ports, 'members' | 'factors' | 'passkeys'> & Named;

/**
 * Undefined where nothing is asked: an account of another origin is kept. One of a sign-up is always asked about, also
 * in somebody's team or with the role owner: whoever made it may have arranged that.
 */
export async function findClaim(deps: Deps, account: Account): Promise<Claim | undefined> {
  if (account.emailVerified) return undefined;
  const [teams, connections, codes, passkeys, owns] = await Promise.all([
    deps.applications.list({ accountId: account.id, owned: false, afterId: undefined, limit: MAX_SHOWN }),
    deps.connections.listByAccount(account.id),
    deps.factors.find(account.id),
    deps.passkeys.listByAccount(account.id),
    deps.members.ownsAny(account.id),
  ]);
  const isOfSignUp = account.origin === 'sign-up';
  const hasSecondFactor = codes !== undefined;
  if (!isOfSignUp && !hasSecondFactor) return undefined;
  const choices: ClaimChoice[] = ['keep'];
  if (isOfSignUp && !owns) choices.unshift('start-empty');
  if (hasSecondFactor) choices.push('prove-factor');
  const applications = connections.slice(0, MAX_SHOWN).map(({ application }) => application.name);
  const hasPasskeys = passkeys.length > 0;
  const shown = { applications, teams: teams.map(({ name }) => name) };
  return { createdAt: account.createdAt, ...shown, hasSecondFactor, hasPasskeys, choices };
}

/** The account that takes the place of the claimed one: its address, and nothing else of it. */
export const emptyAccount = (deps: Pick<Ports, 'clock'>, address: Omit<EmailAddress, 'formerKey'>): Account =>
  makeVerifiedAccount(deps, {
    address: { ...address, formerKey: undefined },
    passwordHash: undefined,
    nickname: undefined,
    role: 'user',
    origin: 'sign-up',
    now: deps.clock.now(),
  });
