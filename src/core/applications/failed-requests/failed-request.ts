// Refused requests of one cause, key and value. Anybody who knows the API key may have sent them.
import type { RefusalCode } from '../../../protocol/refusals/refusals.ts';

export type FailedRequests = {
  applicationId: string;
  cause: RefusalCode;
  /** The API key that was named; empty: none of the application's. */
  apiKey: string;
  /** As `keptValue` has it; empty: none is kept. */
  value: string;
  /** How many, at least: what a process counted and could not store is lost with it. */
  count: number;
  /** Of the first and last one (ms). */
  firstAt: number;
  lastAt: number;
};

export type FailedGroup = Pick<FailedRequests, 'applicationId' | 'cause' | 'apiKey' | 'value'>;

/** Shown of an application: the groups with the newest requests. */
export const MAX_SHOWN = 100;

/** Values kept of one cause in an application. Requests with others are counted without their value. */
export const MAX_VALUES = 20;

/** A value gives way to another one once it was not sent for this long. */
export const VALUE_STAYS_MS = 86_400_000;

export const FAILED_KEPT_MS = 14 * 86_400_000;
