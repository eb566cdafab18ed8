// What a device without a browser asked for (RFC 8628 3.2): it presents one code, a person types the other.

/** The lifetime of both codes, in ms. */
export const DEVICE_CODE_TTL_MS = 10 * 60 * 1000;

/** A code is remembered for so long after its end, so that a device that still polls learns that it is over. */
export const DEVICE_CODE_KEPT_MS = 60 * 1000;

/** How long a device waits between two polls, and how much longer after each `slow_down` (RFC 8628 3.5), in ms. */
export const POLL_INTERVAL_MS = 5000;

export type DeviceCode = {
  /** Time-ordered (`newId`). */
  id: string;
  /** SHA-256 of the code that the device presents. */
  codeHash: Buffer;
  /** Keyed hash of the code that a person types: it is too short for any other. */
  userCodeHash: Buffer;
  /** Of the device's request. Any other key, even of the same application, gets `invalid_grant`. */
  apiKey: string;
  applicationId: string;
  /** The request's `scope` values in order; undefined when it had none. */
  requestedScope: readonly string[] | undefined;
  createdAt: number;
  expiresAt: number;
  /** How long the device has to wait between two polls now, in ms. */
  pollInterval: number;
  /** From then on a poll is in time. */
  nextPollAt: number;
  /** Whether a poll came too early since the last one that was in time. */
  slowed: boolean;
  /** Undefined: nobody has answered yet. */
  answer: 'confirmed' | 'denied' | undefined;
  /** What it was confirmed for; undefined unless it was. */
  grantId: string | undefined;
};

/** A code whose answer is still awaited. */
export type AwaitedCode = Pick<DeviceCode, 'id' | 'apiKey' | 'requestedScope' | 'expiresAt'>;
