// What the contract says of one account with second factors (sections 21 and 23 to 27), written from the contract alone:
// what is asked next, and what an application is told of it. Its owner and their two browsers know everything; they make
// mistakes, trust browsers, leave and come back, and take a change of the address back.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const STEP = 30 * SECOND;
const TRIES = { most: 10, window: 15 * MINUTE };
const CONFIRMED_FOR = 10 * MINUTE;
const DAY = 24 * 60 * MINUTE;
const TRUSTED_FOR = 30 * DAY;
/** A day less than it is, so that no walk meets the end. */
const COMES_BACK_WITHIN = 6 * DAY;
export const BROWSERS = 2;

export type Codes = {
  createdAt: number;
  /** The last time step whose code was accepted. */
  lastStep: number;
  recovery: ('unused' | 'used')[];
  recoveryCreatedAt: number;
};
export type Session = {
  epoch: number;
  amr: readonly string[];
  authenticatedAt: number;
  /** The trust of its browser stood in for the second factor: it confirms nothing. */
  byTrust: boolean;
  /** A factor of the account was shown at that authentication, or set up since. */
  shown: boolean;
};
export type FactorModel = {
  now: number;
  /** Raised by whatever ends the account's sign-ins. */
  epoch: number;
  codes: Codes | undefined;
  /** In the order they were added. */
  passkeys: { isKept: boolean; createdAt: number }[];
  /** When a code was tried since the last whole sign-in. */
  tries: number[];
  sessions: (Session | undefined)[];
  /** By browser: how long its password alone is enough, if no sign-in was ended since. */
  trusts: ({ epoch: number; until: number } | undefined)[];
  /** Since when the account is leaving. */
  leavingSince: number | undefined;
  /** When the change of the address was asked for that the former one can take back. */
  changeAskedAt: number | undefined;
};

export const emptyModel = (now: number): FactorModel => ({
  now,
  epoch: 0,
  codes: undefined,
  passkeys: [],
  tries: [],
  sessions: Array.from({ length: BROWSERS }, () => undefined),
  trusts: Array.from({ length: BROWSERS }, () => undefined),
  leavingSince: undefined,
  changeAskedAt: undefined,
});

export type Second =
  /** The code of the step so many steps from now. */
  { by: 'code'; steps: number } | { by: 'recovery-code'; number: number } | { by: 'passkey' };
/**
 * What the person does where they are asked who they are. `trusts`: they tick the box that trusts the browser, where
 * there is one. `restores`: they take the account back, where it is leaving.
 */
export type Plan = {
  first: 'password' | 'passkey' | 'removed passkey';
  second: Second;
  trusts: boolean;
  restores: boolean;
};

type End = 'signed in' | 'refused' | 'limited' | 'leaving';
/** `asked`: each proof that was given, in order, and whether the account was taken back. `end`: where that led. */
export type Entered = { asked: string[]; end: End };

const live = (model: FactorModel, browser: number): Session | undefined => {
  const session = model.sessions[browser];
  return session?.epoch === model.epoch ? session : undefined;
};
export const isSignedIn = (model: FactorModel, browser: number): boolean => live(model, browser) !== undefined;
/** Within ten minutes of the last authentication of this session. */
export function isConfirmed(model: FactorModel, browser: number): boolean {
  const session = live(model, browser);
  return session !== undefined && !session.byTrust && model.now - session.authenticatedAt < CONFIRMED_FOR;
}

/** Factors are set up, and passkeys removed, behind the factor that the account has. */
export const mayChangeFactors = (model: FactorModel, browser: number): boolean =>
  isConfirmed(model, browser) && (live(model, browser)?.shown === true || (!model.codes && keptPasskey(model) < 0));

/** Setting one up shows it. */
export function showFactor(model: FactorModel, browser: number): void {
  const session = live(model, browser);
  if (session) session.shown = true;
}

export const keptPasskey = ({ passkeys }: FactorModel): number => passkeys.findLastIndex(({ isKept }) => isKept);
export const passkeyUsed = (model: FactorModel, first: Plan['first']): number =>
  first === 'removed passkey' ? model.passkeys.findLastIndex(({ isKept }) => !isKept) : keptPasskey(model);

/** Where there is no such passkey, the person types the password. */
export const firstOf = (model: FactorModel, { first }: Plan): Plan['first'] =>
  first !== 'password' && passkeyUsed(model, first) < 0 ? 'password' : first;

/** What the page does not offer is not done: codes without an app, a passkey without one. */
export function secondOf(model: FactorModel, { second }: Pick<Plan, 'second'>): Second {
  if (!model.codes) return { by: 'passkey' };
  return second.by === 'passkey' && keptPasskey(model) < 0 ? { by: 'code', steps: 0 } : second;
}

/** A moment at which one answer is as right as the other: soon something is over. */
export function isBetween({ now, tries, sessions }: FactorModel): boolean {
  const near = (at: number) => Math.abs(now - at) < 10 * SECOND;
  return (
    now % STEP > STEP - 10 * SECOND ||
    tries.some((at) => near(at + TRIES.window)) ||
    sessions.some((session) => session !== undefined && near(session.authenticatedAt + CONFIRMED_FOR))
  );
}

/** Everything is proven. A leaving account is signed in to only by taking it back. */
function start(model: FactorModel, browser: number, given: Pick<Session, 'amr'> & Partial<Session>): 'signed in' {
  const shown = given.amr.includes('mfa');
  model.sessions[browser] = { epoch: model.epoch, authenticatedAt: model.now, byTrust: false, shown, ...given };
  if (given.amr.includes('mfa')) model.tries = [];
  return 'signed in';
}

function finish(
  model: FactorModel,
  browser: number,
  { restores }: Plan,
  asked: string[],
  amr: readonly string[],
): Entered {
  if (model.leavingSince === undefined) return { asked, end: start(model, browser, { amr }) };
  if (!restores) return { asked, end: 'leaving' };
  model.leavingSince = undefined;
  return { asked: [...asked, 'restoration'], end: start(model, browser, { amr }) };
}

/** A code of an app or a recovery code; a try counts whether it is right or wrong. */
function tryCode(model: FactorModel, second: Exclude<Second, { by: 'passkey' }>): 'right' | 'refused' | 'limited' {
  const { codes, now } = model;
  model.tries = model.tries.filter((at) => now - at < TRIES.window);
  if (model.tries.length >= TRIES.most) return 'limited';
  model.tries.push(now);
  if (!codes) return 'refused';
  if (second.by === 'recovery-code') {
    if (codes.recovery[second.number] !== 'unused') return 'refused';
    codes.recovery[second.number] = 'used';
    return 'right';
  }
  const step = Math.floor(now / STEP) + second.steps;
  if (Math.abs(second.steps) > 1 || step <= codes.lastStep) return 'refused';
  codes.lastStep = step;
  return 'right';
}

const AMR_OF = {
  password: ['pwd'],
  passkey: ['pop', 'user', 'mfa'],
  code: ['pwd', 'otp', 'mfa'],
  both: ['pwd', 'pop', 'user', 'mfa'],
} as const;

/** @param asks2 an application asks for two factors */
export function enter(model: FactorModel, browser: number, plan: Plan, asks2: boolean): Entered {
  const first = firstOf(model, plan);
  if (first === 'passkey') return finish(model, browser, plan, [first], AMR_OF.passkey);
  if (first === 'removed passkey') return { asked: [first], end: 'refused' };
  const trust = model.trusts[browser];
  const isTrusted = trust?.epoch === model.epoch && model.now < trust.until && !asks2;
  if (!model.codes || !isTrusted) return afterPassword(model, browser, plan, asks2);
  return { asked: ['password'], end: start(model, browser, { amr: AMR_OF.password, byTrust: true }) };
}

export function afterPassword(model: FactorModel, browser: number, plan: Plan, asks2: boolean): Entered {
  if (!model.codes && !(asks2 && keptPasskey(model) >= 0)) {
    return finish(model, browser, plan, ['password'], AMR_OF.password);
  }
  const second = secondOf(model, plan);
  const asked = ['password', second.by];
  if (second.by === 'passkey') return finish(model, browser, plan, asked, AMR_OF.both);
  const tried = tryCode(model, second);
  if (tried !== 'right') return { asked, end: tried };
  const isOffered = !asks2 && model.leavingSince === undefined;
  if (isOffered && plan.trusts) model.trusts[browser] = { epoch: model.epoch, until: model.now + TRUSTED_FOR };
  return finish(model, browser, plan, asked, AMR_OF.code);
}

/** The page that asks for the password and, with an app, for its code. */
export function confirm(model: FactorModel, browser: number, plan: Plan): Entered {
  if (firstOf(model, plan) === 'passkey') return enter(model, browser, plan, false);
  if (!model.codes) return { asked: ['password'], end: start(model, browser, { amr: AMR_OF.password }) };
  const second = secondOf(model, plan);
  if (second.by === 'passkey') return { asked: ['password'], end: 'refused' };
  const tried = tryCode(model, second);
  const end = tried === 'right' ? start(model, browser, { amr: AMR_OF.code }) : tried;
  return { asked: ['password', second.by], end };
}

/** Any other change of a factor ends the sign-ins, and these with them. */
export const endTrusts = (model: FactorModel): unknown => model.trusts.fill(undefined);

/** All sign-ins end; that of `kept` goes on. */
export function endSignIns(model: FactorModel, kept?: number): void {
  const session = kept === undefined ? undefined : live(model, kept);
  model.epoch += 1;
  if (session) session.epoch = model.epoch;
}

export function enrol(model: FactorModel, browser: number): void {
  endSignIns(model, browser);
  showFactor(model, browser);
  const recovery = Array.from({ length: 10 }, () => 'unused' as const);
  const { now } = model;
  model.codes = { createdAt: now, lastStep: Math.floor(now / STEP), recovery, recoveryCreatedAt: now };
}

export function leave(model: FactorModel): void {
  endSignIns(model);
  model.leavingSince = model.now;
}

/** So many milliseconds later the account could be gone, or the link of the former address be over. */
export const canWait = ({ now, leavingSince, changeAskedAt }: FactorModel, milliseconds: number): boolean =>
  now + milliseconds < Math.min(leavingSince ?? now, changeAskedAt ?? now) + COMES_BACK_WITHIN;

/**
 * By the link of the former address: what was set up since the change was asked for goes, every sign-in ends, and an
 * account that is leaving comes back. Nobody is signed in. No factor of a walk is a month old, so that none is asked
 * for, and those from before the asking are ticked.
 * @param keeps the person unticks them
 */
export function takeBack(model: FactorModel, keeps: boolean): void {
  const askedAt = keeps ? (model.changeAskedAt ?? 0) : 0;
  endSignIns(model);
  model.tries = [];
  model.changeAskedAt = undefined;
  model.leavingSince = undefined;
  for (const passkey of model.passkeys) if (passkey.createdAt >= askedAt) passkey.isKept = false;
  if (model.codes && model.codes.createdAt >= askedAt) model.codes = undefined;
  if (model.codes && model.codes.recoveryCreatedAt >= askedAt) model.codes.recovery.fill('used');
}

export type Request = {
  prompt: 'login' | 'none' | undefined;
  /** In order of preference. */
  acr: readonly string[];
  /** Asked for by `claims`, as essential; otherwise by `acr_values`. */
  essential: boolean;
};
export type Authorized = {
  asked: string[];
  end: { amr: readonly string[]; acr: string } | { error: string } | Exclude<End, 'signed in'>;
};

const acrOf = (amr: readonly string[]): string => (amr.includes('mfa') ? '2' : '1');

export function authorize(model: FactorModel, browser: number, request: Request, plan: Plan): Authorized {
  const { prompt, acr, essential } = request;
  const asks2 = acr.find((value) => value === '1' || value === '2') === '2';
  const asked: string[] = [];
  let session = live(model, browser);
  if (!session && prompt === 'none') return { asked, end: { error: 'login_required' } };
  const give = () => {
    const entered = enter(model, browser, plan, asks2);
    asked.push(...entered.asked);
    return entered.end;
  };
  if (!session || prompt === 'login') {
    const end = give();
    if (end !== 'signed in') return { asked, end };
    session = live(model, browser) as Session;
  }
  const hasFactor = model.codes !== undefined || keptPasskey(model) >= 0;
  const reached = acrOf(session.amr);
  const decides = acr.find((value) => value === '1' || (value === '2' && (hasFactor || reached === '2')));
  if (decides === undefined && essential && acr.length > 0) {
    return { asked, end: { error: 'unmet_authentication_requirements' } };
  }
  if (decides === '2' && reached === '1') {
    if (prompt === 'none') return { asked, end: { error: 'login_required' } };
    const end = give();
    if (end !== 'signed in') return { asked, end };
    session = live(model, browser) as Session;
  }
  return { asked, end: { amr: session.amr, acr: acrOf(session.amr) } };
}
