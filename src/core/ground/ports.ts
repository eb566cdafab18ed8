// What the ground needs from outside. A use case names the few ports it needs: `Pick<Ports, 'publish' | 'clock'>`.
// Each floor has its own list, and takes those of the floors below.
import type { Clock } from './clock.ts';
import type { Publish } from './events/publisher.ts';
import type { SignInLimitStore } from './limits/sign-in-limit-store.ts';
import type { ExpiredRows } from './purge.ts';
import type { ServerSecrets } from './secrets.ts';

/** The stores of this floor, of which a database implements all. */
export type Stores = {
  signInLimits: SignInLimitStore;
  expired: ExpiredRows;
};

export type Ports = Stores & {
  clock: Clock;
  /** Publishes what happened, after the store has committed it. */
  publish: Publish;
  secrets: ServerSecrets;
  /** Public origin of the auth host: `iss` of every token. */
  issuer: string;
  /** Public origin of the API host: the resource that is user-info (RFC 8707). */
  apiUrl: string;
  /** Public origins of both hosts, which are no API of the operator. */
  ownUrls: readonly string[];
  /** As pages show it, by the policy. */
  readonly serviceName: string;
};
