// The world as the model knows it: plain data, small enough to be read in one go. Nothing here is taken from the
// server's source; lifetimes and words are those of the contract (sections 2, 4, 5, 10).
import type { Item } from './scope.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** The contract's defaults, in ms, and the number of wrong passwords that the walks run with. */
export const LIFETIME = {
  code: 60 * SECOND,
  accessToken: HOUR,
  refreshToken: 60 * DAY,
  family: 365 * DAY,
  repeat: 30 * SECOND,
  /** "Last use is kept to 5 minutes": so much earlier a session may be over. */
  useKeptTo: 5 * 60 * SECOND,
  passwordWindow: 15 * 60 * SECOND,
  /** A link or code, from when its mail was written: nothing is sent. */
  proof: HOUR,
  mailWindow: HOUR,
  /** The link that a former address gets, and the time for which nobody else gets this address. */
  takeBack: 7 * DAY,
} as const;
export const SESSION_LIFETIME = {
  plain: { idle: DAY, inAll: 30 * DAY },
  persistent: { idle: 30 * DAY, inAll: 90 * DAY },
} as const;
export const PASSWORD_TRIES = 3;
/** Requested mails to one address in an hour, live proofs of a purpose, wrong codes until a code is over. */
export const MOST_MAILS = 5;
export const MOST_PROOFS = 3;
export const WRONG_CODES = 5;

export type Account = {
  id: number;
  /** Which of the walk's addresses it has; that of a deleted account may sign up again. */
  person: number;
  password: number;
  disabled: boolean;
  removed: boolean;
  /** Its address. */
  verified: boolean;
  /** Raised by whatever ends the account's sign-ins (contract 2). */
  signInEpoch: number;
  /** Raised by whatever ends its grants. */
  grantEpoch: number;
  /** Raised by whatever forgets the account's known devices (contract 26). */
  deviceEpoch: number;
  /** The address that was asked for last, and when the first was that was not yet proven. */
  change?: { to: number; askedAt: number; at: number; signInEpoch: number } | undefined;
};

export type Session = {
  id: number;
  account: number;
  /** The account's when it was earned; a session with an older one is over. */
  signInEpoch: number;
  persistent: boolean;
  startedAt: number;
  lastUsedAt: number;
  authenticatedAt: number;
  chosenAt: number;
  /** By somebody: signed out, password changed, account disabled. Not by time. */
  ended: boolean;
};

/** What one mail carries: a link, and a code where it is about the address. */
export type Proof = {
  id: number;
  account: number;
  purpose: 'address' | 'password' | 'change';
  /** Of a change: which address it is for, and whether that got the mail. */
  to?: number;
  mailed?: boolean;
  /** The account's when the mail was written. */
  signInEpoch: number;
  at: number;
  /** Codes that were none, typed since. */
  wrong: number;
  /** Used, or replaced by newer ones. */
  over: boolean;
};

/** An address that an account gave up, with the link that takes the change back. */
export type FormerAddress = {
  id: number;
  account: number;
  person: number;
  askedAt: number;
  changedAt: number;
  over: boolean;
};

/** `sessions` in the order of its cookie, the one last signed in or chosen first. */
export type Browser = { id: number; sessions: number[]; knows: string[] };

export type Key = { id: number; application: number; platform: 'Web' | 'Android'; gone: boolean };
export type ConsentItem = { item: Item; consent: 'required' | 'optional'; since: number };

export type Application = {
  id: number;
  owner: number;
  on: boolean;
  requirePkce: boolean;
  secretRequired: boolean;
  secrets: { id: number; gone: boolean }[];
  redirectUris: number[];
  items: ConsentItem[];
  removed: boolean;
};

export type Connection = {
  live: boolean;
  /** When it was made, or made anew. */
  since: number;
  /** Raised by whatever ends all that was granted so far. */
  generation: number;
  answers: Partial<Record<Item, { agreed: boolean; at: number }>>;
};

export type Grant = {
  id: number;
  account: number;
  application: number;
  key: number;
  session: number;
  /** Of the session, and of the account, when the code was issued. */
  signInEpoch: number;
  grantEpoch: number;
  generation: number;
  redirectUri: number;
  /** The request had a code_challenge. */
  challenged: boolean;
  scope: readonly string[] | undefined;
  items: readonly Item[];
  authenticatedAt: number;
  codeExpiresAt: number;
  used: boolean;
  ended: boolean;
  familyExpiresAt: number;
};

export type AccessToken = {
  id: number;
  grant: number;
  issuedAt: number;
  expiresAt: number;
  items: readonly Item[];
  /** Of an answer that was narrowed. */
  narrowedTo: readonly string[] | undefined;
  revoked: boolean;
};

export type RefreshToken = {
  id: number;
  grant: number;
  issuedAt: number;
  expiresAt: number;
  usedAt: number | undefined;
  /** The refresh token, and with it the access token, that its use made. */
  successor: number | undefined;
  access: number;
  /** What the answer said that brought it. */
  scope: readonly string[] | undefined;
};

export type Model = {
  readonly startedAt: number;
  now: number;
  accounts: Account[];
  sessions: Session[];
  browsers: Browser[];
  keys: Key[];
  applications: Application[];
  /** By `connectionKey`. */
  connections: Map<string, Connection>;
  grants: Grant[];
  accessTokens: AccessToken[];
  refreshTokens: RefreshToken[];
  /** Answers that had an ID token: of which grant. */
  idTokens: number[];
  /** Wrong passwords that still count, by account or by device and account. */
  wrongPasswords: { bucket: string; at: number }[];
  /** Requested mails, by whom they went to. */
  mails: { to: number; at: number }[];
  proofs: Proof[];
  formers: FormerAddress[];
};

export const BROWSERS = 3;
export const PEOPLE = 4;
/** Of the people, and others that they may change to. */
export const ADDRESSES = 12;

export const emptyModel = (now: number): Model => ({
  startedAt: now,
  now,
  accounts: [],
  sessions: [],
  browsers: Array.from({ length: BROWSERS }, (_, id) => ({ id, sessions: [], knows: [] })),
  keys: [],
  applications: [],
  connections: new Map(),
  grants: [],
  accessTokens: [],
  refreshTokens: [],
  idTokens: [],
  wrongPasswords: [],
  mails: [],
  proofs: [],
  formers: [],
});

/** A member that must be there: ids are positions in the lists. */
export function at<Element>(list: readonly Element[], id: number): Element {
  const found = list[id];
  if (found === undefined) throw new Error(`The model has no element ${id}`);
  return found;
}

/**
 * One of a list by any number: three of five numbers mean one of the newest that are `wanted`, one of five one of the
 * newest that are `tempting`, where there are such; the others any. Undefined when the list is empty.
 */
export function pick<Element>(
  list: readonly Element[],
  choice: number,
  wanted: (element: Element) => boolean = () => true,
  tempting: (element: Element) => boolean = wanted,
): Element | undefined {
  const [way, rest] = [choice % 5, Math.floor(choice / 5)];
  const newest = list.slice(-16);
  const fitting = way < 3 ? newest.filter(wanted) : way < 4 ? newest.filter(tempting) : [];
  const among = fitting.length > 0 ? fitting.slice(-4) : list;
  return among[rest % Math.max(1, among.length)];
}

export const accountOf = (model: Model, person: number): Account | undefined =>
  model.accounts.find((account) => account.person === person && !account.removed);

/** Whether the address is kept for another account that gave it up. */
export const isReserved = ({ formers, accounts, now }: Model, person: number, except?: Account): boolean =>
  formers.some((one) => {
    const isOthers = one.account !== except?.id && !at(accounts, one.account).removed;
    return one.person === person && isOthers && !one.over && now < one.changedAt + LIFETIME.takeBack;
  });

/** The address that stood before, while the account is in doubt. */
export const doubtOf = ({ formers, now }: Readonly<Model>, { id }: Account): FormerAddress | undefined =>
  formers.find((one) => one.account === id && !one.over && now < one.changedAt + LIFETIME.takeBack);

export const connectionKey = (application: number, account: number): string => `${application} ${account}`;

export const connectionOf = (model: Model, of: { application: number; account: number }): Connection | undefined =>
  model.connections.get(connectionKey(of.application, of.account));

/** The answer that counts: given to this registration of the item, in a connection that lives. */
export function answerTo(connection: Connection | undefined, entry: Pick<ConsentItem, 'item' | 'since'>) {
  const answer = connection?.live ? connection.answers[entry.item] : undefined;
  return answer && answer.at >= entry.since ? answer : undefined;
}
