// What the contract says of one account with second factors (sections 23 to 25), written from the contract alone: what
// is asked next, and what an application is told of it. Its owner and their two browsers know everything; they make
// mistakes.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const STEP = 30 * SECOND;
const TRIES = { most: 10, window: 15 * MINUTE };
const CONFIRMED_FOR = 10 * MINUTE;
export const BROWSERS = 2;

export type Codes = {
  /** The last time step whose code was accepted. */
  lastStep: number;
  recovery: ('unused' | 'used')[];
};
export type Session = { epoch: number; amr: readonly string[]; authenticatedAt: number };
export type FactorModel = {
  now: number;
  /** Raised by whatever ends the account's sign-ins. */
  epoch: number;
  codes: Codes | undefined;
  /** In the order they were added. */
  passkeys: ('kept' | 'removed')[];
  /** When a code was tried since the last whole sign-in. */
  tries: number[];
  sessions: (Session | undefined)[];
};

export const emptyModel = (now: number): FactorModel => ({
  now,
  epoch: 0,
  codes: undefined,
  passkeys: [],
  tries: [],
  sessions: Array.from({ length: BROWSERS }, () => undefined),
});

export type Second =
  /** The code of the step so many steps from now. */
  { by: 'code'; steps: number } | { by: 'recovery-code'; number: number } | { by: 'passkey' };
/** What the person does where they are asked who they are. */
export type Plan = { first: 'password' | 'passkey' | 'removed passkey'; second: Second };

/** `asked`: each proof that was given, in order. `end`: where that led. */
export type Entered = { asked: string[]; end: 'signed in' | 'refused' | 'limited' };

const live = (model: FactorModel, browser: number): Session | undefined => {
  const session = model.sessions[browser];
  return session?.epoch === model.epoch ? session : undefined;
};
export const isSignedIn = (model: FactorModel, browser: number): boolean => live(model, browser) !== undefined;
/** Within ten minutes of the last authentication of this session. */
export const isConfirmed = (model: FactorModel, browser: number): boolean =>
  model.now - (live(model, browser)?.authenticatedAt ?? 0) < CONFIRMED_FOR;

const keptPasskey = ({ passkeys }: FactorModel): number => passkeys.lastIndexOf('kept');
export const passkeyUsed = (model: FactorModel, first: Plan['first']): number =>
  first === 'removed passkey' ? model.passkeys.lastIndexOf('removed') : keptPasskey(model);

/** Where there is no such passkey, the person types the password. */
export const firstOf = (model: FactorModel, { first }: Plan): Plan['first'] =>
  first !== 'password' && passkeyUsed(model, first) < 0 ? 'password' : first;

/** What the page does not offer is not done: codes without an app, a passkey without one. */
export function secondOf(model: FactorModel, { second }: Plan): Second {
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

function start(model: FactorModel, browser: number, amr: readonly string[]): 'signed in' {
  model.sessions[browser] = { epoch: model.epoch, amr, authenticatedAt: model.now };
  if (amr.includes('mfa')) model.tries = [];
  return 'signed in';
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

function giveSecond(model: FactorModel, browser: number, second: Second): Entered['end'] {
  if (second.by === 'passkey') return start(model, browser, ['pwd', 'pop', 'user', 'mfa']);
  const tried = tryCode(model, second);
  return tried === 'right' ? start(model, browser, ['pwd', 'otp', 'mfa']) : tried;
}

/** @param asks2 an application asks for two factors */
export function enter(model: FactorModel, browser: number, plan: Plan, asks2: boolean): Entered {
  const first = firstOf(model, plan);
  if (first === 'passkey') return { asked: [first], end: start(model, browser, ['pop', 'user', 'mfa']) };
  if (first === 'removed passkey') return { asked: [first], end: 'refused' };
  return afterPassword(model, browser, plan, asks2);
}

export function afterPassword(model: FactorModel, browser: number, plan: Plan, asks2: boolean): Entered {
  if (!model.codes && !(asks2 && keptPasskey(model) >= 0)) {
    return { asked: ['password'], end: start(model, browser, ['pwd']) };
  }
  const second = secondOf(model, plan);
  return { asked: ['password', second.by], end: giveSecond(model, browser, second) };
}

/** The page that asks for the password and, with an app, for its code. */
export function confirm(model: FactorModel, browser: number, plan: Plan): Entered {
  if (firstOf(model, plan) === 'passkey') return enter(model, browser, plan, false);
  if (!model.codes) return { asked: ['password'], end: start(model, browser, ['pwd']) };
  const second = secondOf(model, plan);
  if (second.by === 'passkey') return { asked: ['password'], end: 'refused' };
  return { asked: ['password', second.by], end: giveSecond(model, browser, second) };
}

/** All sign-ins end; that of `kept` goes on. */
export function endSignIns(model: FactorModel, kept?: number): void {
  const session = kept === undefined ? undefined : live(model, kept);
  model.epoch += 1;
  if (session) session.epoch = model.epoch;
}

export function enrol(model: FactorModel, browser: number): void {
  endSignIns(model, browser);
  model.codes = { lastStep: Math.floor(model.now / STEP), recovery: Array.from({ length: 10 }, () => 'unused') };
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
  end: { amr: readonly string[]; acr: string } | { error: string } | 'refused' | 'limited';
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
