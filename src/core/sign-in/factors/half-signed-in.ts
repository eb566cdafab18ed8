// Half signed in is no session (contract 24): the first proof travels as an encrypted value in the form that asks for
// the code. It is bound to the browser and to the request it was made for, lasts five minutes, and opens nothing else.
// One that a code was accepted for since is refused by `FactorStore.useStep`.
import type { Ports } from '../ports.ts';

export type HalfSignedIn = {
  accountId: string;
  /** The account's value when the person gave the first proof: a changed password ends it. */
  signInEpoch: number;
  persistent: boolean;
  provenAt: number;
};

/** Where the value is accepted. */
export type HalfSignedInPlace = {
  /** Id of the browser (the device cookie). */
  deviceId: string | undefined;
  /** Query of the authorization request; outside one, what leads to the page to return to. */
  request: string;
};

const TTL_MS = 5 * 60 * 1000;

const labelOf = (deviceId: string, request: string) => `${deviceId} ${request}`;

export function sealHalfSignedIn(
  { secrets }: Pick<Ports, 'secrets'>,
  half: HalfSignedIn,
  { deviceId, request }: HalfSignedInPlace & { deviceId: string },
): string {
  const plain = Buffer.from(JSON.stringify(half));
  return secrets.seal('half-signed-in', labelOf(deviceId, request), plain).toString('base64url');
}

/** Undefined: altered, too old, or made for another browser or another request. */
export function openHalfSignedIn(
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
  value: string,
  { deviceId, request }: HalfSignedInPlace,
): HalfSignedIn | undefined {
  if (deviceId === undefined) return undefined;
  const opened = secrets.open('half-signed-in', labelOf(deviceId, request), Buffer.from(value, 'base64url'));
  if (!opened) return undefined;
  const half = JSON.parse(opened.plain.toString()) as HalfSignedIn;
  const age = clock.now() - half.provenAt;
  return age >= 0 && age < TTL_MS ? half : undefined;
}
