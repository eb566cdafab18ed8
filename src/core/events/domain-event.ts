// Everything that happens and that somebody counts, logs or reacts to (decision 40). Members are ids and words: never a
// secret, and nothing personal.
import type { RefusalCode } from '../../protocol/refusals/refusals.ts';
import type { ConsentItemName } from '../consent/catalogue.ts';

export type DomainEvent =
  | AuthorizationEvent
  | TokenEvent
  | AccountEvent
  /** A try to deliver the logout token of an ended session. `applicationId` undefined: it is gone. */
  | {
      kind: 'logout-delivery-attempted';
      applicationId: string | undefined;
      result: 'delivered' | 'dropped' | 'put-back' | 'gave-up';
      /** This one included. */
      tries: number;
      reason: string | undefined;
    }
  /** One step of the purge; `rows` may be 0. */
  | { kind: 'rows-purged'; rows: number };

export type EventOf<Kind extends DomainEvent['kind']> = Extract<DomainEvent, { kind: Kind }>;

type AuthorizationEvent =
  /** A new authorization request without fault arrived. */
  | { kind: 'authorization-started'; applicationId: string; redirectUri: string | undefined }
  /**
   * An authorization, token or other request of the application was refused. `redirectUri`: where the error was sent;
   * undefined: it was told in an answer or on a page.
   */
  | { kind: 'request-refused'; applicationId: string; redirectUri: string | undefined; refusal: RefusalCode }
  /** The person answered the consent page, and got a code by it: how they answered its optional items. */
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
  /** `code-replayed`: a second use, which ended the family (contract 5). */
  | { kind: 'code-redeemed' | 'code-replayed'; applicationId: string; accountId: string }
  /** `rotated` and `repeated` gave tokens, the others an error. */
  | {
      kind: 'refresh-token-used';
      applicationId: string;
      accountId: string;
      result: 'rotated' | 'repeated' | 'superseded' | 'replayed' | 'expired';
    }
  /** An answer left out the agreed address, because nobody has verified it (contract 2). */
  | { kind: 'email-withheld'; applicationId: string; accountId: string; answer: 'user-info' | 'id-token' };

type AccountEvent =
  /** `accountId` undefined: nobody's address, or not known because of the limit. */
  | {
      kind: 'sign-in-attempted';
      by: 'password' | 'setup-link' | 'sign-up' | 'password-link' | 'confirmation';
      accountId: string | undefined;
      result: 'verified' | 'wrong' | 'limited';
    }
  /** An act that ends sessions, whether or not there were any. A sign-in may end sessions too, and is its own event. */
  | { kind: 'sessions-ended'; accountId: string }
  /** `taken`: a first name; `changed`: another; all else was refused. */
  | {
      kind: 'username-requested';
      accountId: string;
      result: 'taken' | 'changed' | 'unavailable' | 'too-many-changes' | 'limited';
    };
