// Port: where applications receive events, and the secrets that sign them (contract 60).
import type { SessionProof } from '../../ground/acts/session-proof.ts';
import type { EventEndpoint, EventSecret } from './event-endpoint.ts';

export interface EndpointStore {
  /**
   * One intent. MUST be atomic: never more than `max` for an application. The first endpoint starts the recording.
   * @param newest id of the newest endpoint that the form showed, '' for none: `changed` when another one is newest now
   * @throws ConfirmationNeeded
   */
  insertEndpoint(
    endpoint: EventEndpoint,
    secret: EventSecret,
    max: number,
    proof?: SessionProof,
    newest?: string,
  ): Promise<'created' | 'changed' | 'too-many' | 'no-application'>;
  /** In order of creation. */
  listEndpoints(applicationId: string): Promise<EventEndpoint[]>;
  /** Whatever the application; for a delivery. */
  findEndpoint(id: string): Promise<EventEndpoint | undefined>;
  /**
   * Writes `url`, `types` and `disabledAt`. Enabling forgets what the endpoint missed and for how long it failed.
   * @param from what was read: OF CHANGES THAT WERE MADE FROM ONE STATE, ONE SUCCEEDS
   * @returns false when the endpoint is gone or is no longer as `from`
   * @throws ConfirmationNeeded
   */
  updateEndpoint(
    endpoint: Pick<EventEndpoint, 'id' | 'applicationId' | 'url' | 'types' | 'disabledAt'>,
    from: Pick<EventEndpoint, 'url' | 'types' | 'disabledAt'>,
    proof?: SessionProof,
  ): Promise<boolean>;
  /** @throws ConfirmationNeeded */
  removeEndpoint(applicationId: string, id: string, proof?: SessionProof): Promise<boolean>;
  /** MUST be atomic: never more than `max`. @param newest as for endpoints @throws ConfirmationNeeded */
  insertSecret(
    secret: EventSecret,
    max: number,
    proof?: SessionProof,
    newest?: string,
  ): Promise<'created' | 'changed' | 'too-many' | 'no-endpoint'>;
  /** In order of creation. */
  listSecrets(endpointId: string): Promise<EventSecret[]>;
  /** Removes all but the newest. @returns how many @throws ConfirmationNeeded */
  removeOlderSecrets(endpointId: string, proof?: SessionProof): Promise<number>;
  /** Of all endpoints, in order of their ids. */
  listSealed(page: { afterId: string; limit: number }): Promise<Pick<EventSecret, 'id' | 'sealed'>[]>;
  /** @returns false when the secret has changed or is gone */
  reseal(id: string, from: Buffer, to: Buffer): Promise<boolean>;
}
