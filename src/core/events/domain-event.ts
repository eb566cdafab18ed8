// Everything that is counted, logged or reacted to (decision 40). Members are ids and words, never secrets or personal
// data.
import type { RefusalCode } from '../../protocol/refusals/refusals.ts';
import type { ConsentItemName } from '../consent/catalogue.ts';

export type DomainEvent =
  | AuthorizationEvent
  | TokenEvent
  | AccountEvent
  /**
   * A try to deliver the logout token of an ended session. `applicationId` undefined: the application no longer exists.
   */
  | {
      kind: 'logout-delivery-attempted';
      applicationId: string | undefined;
      result: 'delivered' | 'dropped' | 'put-back' | 'gave-up';
      /** Including this one. */
      tries: number;
      reason: string | undefined;
    }
  /** One step of the purge; `rows` may be 0. */
  | { kind: 'rows-purged'; rows: number };

export type EventOf<Kind extends DomainEvent['kind']> = Extract<DomainEvent, { kind: Kind }>;

type AuthorizationEvent =
  /** A new, valid authorization request arrived. */
  | { kind: 'authorization-started'; applicationId: string; redirectUri: string | undefined }
  /**
   * An authorization, token or other request of the application was refused. `redirectUri`: where the error was sent;
   * undefined: the answer or a page shows it.
   */
  | { kind: 'request-refused'; applicationId: string; redirectUri: string | undefined; refusal: RefusalCode }
  /**
   * The person answered the consent page and got a code: `agreed` and `declined` are the answers to its optional items.
   */
  | {
      kind: 'consent-given';
      applicationId: string;
      accountId: string;
      redirectUri: string;
      agreed: readonly ConsentItemName[];
      declined: readonly ConsentItemName[];
    }
  | { kind: 'code-issued'; applicationId: string; accountId: string; redirectUri: string };

type TokenEvent =
  /** `code-replayed`: a repeated use, which ended the family (contract 5). */
  | { kind: 'code-redeemed' | 'code-replayed'; applicationId: string; accountId: string }
  /** `rotated` and `repeated` returned tokens, the others an error. */
  | {
      kind: 'refresh-token-used';
      applicationId: string;
      accountId: string;
      result: 'rotated' | 'repeated' | 'superseded' | 'replayed' | 'expired';
    }
  /** An answer left out the agreed email address, because it is not verified (contract 2). */
  | { kind: 'email-withheld'; applicationId: string; accountId: string; answer: 'user-info' | 'id-token' };

type AccountEvent =
  /** `accountId` undefined: no account has the address, or it is unknown because of the limit. */
  | {
      kind: 'sign-in-attempted';
      by: 'password' | 'setup-link' | 'sign-up' | 'password-link' | 'confirmation';
      accountId: string | undefined;
      result: 'verified' | 'wrong' | 'limited';
    }
  /**
   * Something ended the account's sessions, whether or not it had any. A sign-in may end sessions too, but is its own
   * event.
   */
  | { kind: 'sessions-ended'; accountId: string }
  /** `taken`: a first username; `changed`: another one; all other results are refusals. */
  | {
      kind: 'username-requested';
      accountId: string;
      result: 'taken' | 'changed' | 'unavailable' | 'too-many-changes' | 'limited';
    };
