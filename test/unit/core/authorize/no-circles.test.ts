// No sequence of honest steps goes in circles: whatever the request asks for, whoever is signed in on the device, and
// whoever the person says they are at each step, the request ends in a code or an error after a few pages.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Connection } from '../../../../src/core/applications/connections/connection.ts';
import type { AuthorizationRequest, Prompt } from '../../../../src/core/grants/authorize/authorization-request.ts';
import { nextStep } from '../../../../src/core/grants/authorize/authorize.ts';
import type { Next } from '../../../../src/core/grants/authorize/decide-next.ts';
import type { PickedAccount } from '../../../../src/core/grants/authorize/pick-account.ts';
import type { SecondFactorPolicy } from '../../../../src/core/ground/factor-policy.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { deviceAccounts, type SignedIn } from '../../../../src/core/sign-in/sessions/session.ts';
import { NO_CLAIMS } from '../../../../src/protocol/claims-request.ts';
import { givenAccount, givenConnection, givenRequest, givenSignedIn, NOW } from '../given.ts';

const PEOPLE = ['ann', 'ben', 'cho'] as const;
type Name = (typeof PEOPLE)[number] | 'new';

const account = (name: Name) => givenAccount({ id: name, email: `${name}@example.com` });

/** What a person does at a page: who they are there, and whether they first ask for another account. */
type Act = { who: Name; turnsToSignIn: boolean; takesMs: number };

type World = {
  request: AuthorizationRequest;
  /** In the device's order; undefined: a session that ended. */
  device: (SignedIn | undefined)[];
  connected: ReadonlyMap<Name, Connection>;
  openRegistration: boolean;
  secondFactor: SecondFactorPolicy;
  /** Who has a second factor. Signing in asks for it; sessions from before were opened without. */
  withFactor: ReadonlySet<Name>;
  now: number;
};

const prompts = fc
  .oneof(
    { weight: 9, arbitrary: fc.subarray<Prompt>(['login', 'consent', 'select_account', 'create']) },
    fc.constant(['none' as const]),
  )
  .map((values) => new Set<Prompt>(values));
const someRequest = fc
  .record({
    prompt: prompts,
    maxAgeSeconds: fc.constantFrom(undefined, 0, 10),
    subjects: fc.option(fc.subarray(['ann', 'ben', 'nobody']), { nil: undefined }),
    native: fc.boolean(),
    claims: fc.constantFrom(NO_CLAIMS, { ...NO_CLAIMS, acr: { essential: true, values: ['2'] } }),
  })
  .map(givenRequest);
const someSession = fc
  .record({ ago: fc.constantFrom(0, 1, 5_000, 60_000), chosenAgo: fc.constantFrom(0, 1, 5_000, 60_000) })
  .map(({ ago, chosenAgo }) => ({ authenticatedAt: NOW - ago, chosenAt: NOW - Math.min(ago, chosenAgo) }));
const someDevice = fc
  .shuffledSubarray([...PEOPLE])
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.option(someSession)))))
  .map((held) => held.map(([name, session]) => (session ? signedInAs(name, session) : undefined)));
const someConnected = fc
  .subarray([...PEOPLE])
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), fc.boolean()))))
  .map((all) => new Map<Name, Connection>(all.map(([name, ended]) => [name, connectionOf(name, ended)])));
const someWorld: fc.Arbitrary<World> = fc.record({
  request: someRequest,
  device: someDevice,
  connected: someConnected,
  openRegistration: fc.boolean(),
  secondFactor: fc.constantFrom('optional', 'everyone'),
  withFactor: fc.constant(new Set<Name>(['ann'])),
  now: fc.constant(NOW),
});
const someAct: fc.Arbitrary<Act> = fc.record({
  who: fc.constantFrom(...PEOPLE),
  turnsToSignIn: fc.boolean(),
  takesMs: fc.integer({ min: 1, max: 60_000 }),
});

function signedInAs(
  name: Name,
  times: { authenticatedAt: number; chosenAt: number; amr?: readonly string[] },
): SignedIn {
  const { session } = givenSignedIn(times.authenticatedAt, account(name));
  return { account: account(name), session: { ...session, ...times, id: name, lastUsedAt: times.chosenAt } };
}

const connectionOf = (name: Name, ended: boolean): Connection =>
  givenConnection({ accountId: name, sub: name, endedAt: ended ? NOW - 1 : undefined });

const stepOf = (world: World): Promise<{ next: Next; picked: PickedAccount }> => {
  const ports = {
    connections: { find: async (_: string, id: string) => world.connected.get(id as Name) },
    factors: { find: async (id: string) => (world.withFactor.has(id as Name) ? {} : undefined) },
    sessions: { touch: async () => {} },
    clock: { now: () => world.now },
    rules: { openRegistration: world.openRegistration, secondFactor: world.secondFactor, documents: [] },
  } as unknown as Ports;
  return nextStep(ports, { request: world.request, device: deviceAccounts(world.device), arrivedAt: NOW });
};

/** The person signs in, or picks their account, and is the device's current one then. */
function become(world: World, who: Name, signsIn: boolean): void {
  const here = world.device.find((signedIn) => signedIn?.account.id === who);
  const authenticatedAt = signsIn || !here ? world.now : here.session.authenticatedAt;
  const others = world.device.filter((signedIn) => signedIn && signedIn !== here);
  const before = here?.session.amr ?? ['pwd'];
  const amr = signsIn || !here ? (world.withFactor.has(who) ? BOTH_FACTORS : ['pwd']) : before;
  world.device = [signedInAs(who, { authenticatedAt, chosenAt: world.now, amr }), ...others];
}

const BOTH_FACTORS = ['pwd', 'otp', 'mfa'];

/** Whoever the request is about sets up a second factor, which completes their sign-in. */
function setUpFactor(world: World, { signedIn }: PickedAccount): void {
  if (!signedIn) throw new Error('Nobody is signed in who could set up a factor.');
  const { account, session } = signedIn;
  world.withFactor = new Set([...world.withFactor, account.id as Name]);
  const enrolled = { account, session: { ...session, amr: BOTH_FACTORS } };
  world.device = world.device.map((held) => (held?.session.id === session.id ? enrolled : held));
}

function perform(world: World, page: 'login' | 'sign-up' | 'select-account', { who, turnsToSignIn, takesMs }: Act) {
  world.now += takesMs;
  const isHere = world.device.some((signedIn) => signedIn?.account.id === who);
  if (page === 'sign-up' && !turnsToSignIn) become(world, 'new', true);
  else become(world, who, page !== 'select-account' || turnsToSignIn || !isHere);
}

const RUNS = 1000;

/** Pages on the way, at most: choose, sign in, set up a factor. Consent ends the request by itself. */
const maxPages = ({ secondFactor }: World): number => (secondFactor === 'everyone' ? 3 : 2);

type PageToPass = Parameters<typeof perform>[1];
const isPageToPass = (kind: Next['kind']): kind is PageToPass => ['login', 'sign-up', 'select-account'].includes(kind);

async function walk(world: World, acts: readonly Act[]): Promise<{ next: Next; picked: PickedAccount; pages: number }> {
  for (let pages = 0; ; pages += 1) {
    const { next, picked } = await stepOf(world);
    const act = acts[pages];
    if (act && next.kind === 'second-factor') setUpFactor(world, picked);
    else if (act && isPageToPass(next.kind)) perform(world, next.kind, act);
    else return { next, picked, pages };
  }
}

const ended = (next: Next) => ['return-code', 'return-error', 'consent'].includes(next.kind);

test('contract 4, 24: every request ends after two pages, or three with a factor to set up, whoever comes', () =>
  fc.assert(
    fc.asyncProperty(someWorld, fc.array(someAct, { minLength: 6, maxLength: 6 }), async (world, acts) => {
      const { next, pages } = await walk(world, acts);
      expect(ended(next)).toBe(true);
      expect(pages).toBeLessThanOrEqual(maxPages(world));
    }),
    { numRuns: RUNS },
  ));

test('contract 4: "use another account" on the consent page ends as well', () =>
  fc.assert(
    fc.asyncProperty(someWorld, fc.array(someAct, { minLength: 7, maxLength: 7 }), async (world, [first, ...acts]) => {
      if (first && (await walk(world, acts)).next.kind === 'consent') {
        perform(world, world.device.length > 1 ? 'select-account' : 'login', first);
      }
      const { next, pages } = await walk(world, acts);
      expect(ended(next)).toBe(true);
      expect(pages).toBeLessThanOrEqual(maxPages(world));
    }),
    { numRuns: RUNS },
  ));

test('contract 4: whoever is asked for consent or gets the code is who the request wants, seen since it arrived', () =>
  fc.assert(
    fc.asyncProperty(someWorld, fc.array(someAct, { minLength: 6, maxLength: 6 }), async (world, acts) => {
      const { next, picked } = await walk(world, acts);
      if (next.kind !== 'consent' && next.kind !== 'return-code') return;
      const { prompt, subjects, maxAgeSeconds, claims } = world.request;
      const { authenticatedAt, chosenAt } = picked.signedIn?.session ?? { authenticatedAt: 0, chosenAt: 0 };
      if (claims.acr || world.secondFactor === 'everyone') expect(picked.signedIn?.session.amr).toContain('mfa');
      if (subjects) expect(subjects).toContain(picked.connection?.sub);
      if (prompt.has('login') || prompt.has('create')) expect(authenticatedAt).toBeGreaterThanOrEqual(NOW);
      if (prompt.has('select_account')) expect(chosenAt).toBeGreaterThanOrEqual(NOW);
      if (maxAgeSeconds !== undefined) expect(authenticatedAt).toBeGreaterThanOrEqual(NOW - maxAgeSeconds * 1000);
      if (prompt.has('consent') || world.request.native) expect(next.kind).toBe('consent');
    }),
    { numRuns: RUNS },
  ));

test('contract 4: prompt=none shows no page, whatever the device holds', () =>
  fc.assert(
    fc.asyncProperty(someWorld, async (world) => {
      world.request = { ...world.request, prompt: new Set(['none']) };
      const { next } = await stepOf(world);
      expect(['return-code', 'return-error']).toContain(next.kind);
    }),
    { numRuns: RUNS },
  ));
