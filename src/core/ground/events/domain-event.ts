// Every event that is counted, logged or reacted to (decision 40). Members are ids and words, never a secret or a
// personal value.
import type { RefusalCode } from '../../../protocol/refusals/refusals.ts';
import type { ConsentItemName } from '../consent-items.ts';
import type { PasskeyRefusal } from '../passkey-refusal.ts';

export type DomainEvent =
  | AuthorizationEvent
  | TokenEvent
  | DeviceEvent
  | AccountEvent
  /** An attempt to deliver the logout token of an ended session. `applicationId` undefined: the application is gone. */
  | {
      kind: 'logout-delivery-attempted';
      applicationId: string | undefined;
      result: 'delivered' | 'dropped' | 'put-back' | 'gave-up';
      /** Including this one. */
      tries: number;
      reason: string | undefined;
    }
  /** Events to applications may have been recorded in the transaction that was committed. */
  | { kind: 'application-events-due' }
  /** An attempt to deliver an event. `applicationId` undefined: its endpoint is gone. */
  | {
      kind: 'event-delivery-attempted';
      applicationId: string | undefined;
      result: 'delivered' | 'dropped' | 'put-back' | 'gave-up';
      /** Including this one. */
      tries: number;
      reason: string | undefined;
    }
  /** A mail may have been queued in the transaction that was committed. */
  | { kind: 'mail-queued' }
  /** Somebody forgot their password: a request waits for its answer. */
  | { kind: 'reset-requested' }
  /** The keys at the `jwks_uri` of an application were asked for (contract 40). */
  | { kind: 'key-set-asked'; result: 'read' | 'failed' }
  /** An attempt to send a mail. `mailId` undefined: it expired. */
  | {
      kind: 'mail-attempted';
      mailId: string | undefined;
      result: 'delivered' | 'dropped' | 'put-back' | 'gave-up';
      /** Including this one. */
      tries: number;
      reason: string | undefined;
    }
  /** From this refusal on, the mail server refuses the mail of this server, whoever it goes to. */
  | { kind: 'mail-trouble-began'; reason: string }
  /** One batch of the purge; `rows` may be 0. */
  | { kind: 'rows-purged'; rows: number };

export type EventOf<Kind extends DomainEvent['kind']> = Extract<DomainEvent, { kind: Kind }>;

type AuthorizationEvent =
  /** A new, valid authorization request arrived. */
  | { kind: 'authorization-started'; applicationId: string; redirectUri: string | undefined }
  /** An application pushed a request that is valid. */
  | { kind: 'request-pushed'; applicationId: string }
  /**
   * An authorization, token, logout or other request of the application was refused. `redirectUri` undefined: the error
   * was returned in the response or on a page instead.
   */
  | {
      kind: 'request-refused';
      applicationId: string;
      redirectUri: string | undefined;
      refusal: RefusalCode;
      /** A post-logout redirect URI that is not registered, as it was sent: anybody may have sent it. */
      postLogoutRedirectUri?: string | undefined;
      /** The API key of the application that the request named. */
      apiKey?: string | undefined;
      /** What was wrong about it, as `keptValue` has it. */
      value?: string | undefined;
    }
  /** The user agreed on the consent page and got a code. `agreed` and `declined` are its optional items. */
  | {
      kind: 'consent-given';
      applicationId: string;
      accountId: string;
      redirectUri: string | undefined;
      agreed: readonly ConsentItemName[];
      declined: readonly ConsentItemName[];
    }
  | { kind: 'code-issued'; applicationId: string; accountId: string; redirectUri: string };

type DeviceEvent =
  /** A device without a browser asks to sign somebody in (contract 43). */
  | { kind: 'device-code-issued'; applicationId: string }
  /** Somebody answered on the page `/device`. */
  | { kind: 'device-code-answered'; applicationId: string; accountId: string; result: 'confirmed' | 'denied' }
  /** As `code-redeemed` and `code-replayed`. */
  | { kind: 'device-code-used'; applicationId: string; accountId: string; result: 'redeemed' | 'replayed' }
  /** A code that no device shows was typed, or any code after too many of them. */
  | { kind: 'user-code-refused'; accountId: string; result: 'wrong' | 'limited' };

type TokenEvent =
  /** `code-replayed`: a second use, which ended the family (contract 5). */
  | { kind: 'code-redeemed' | 'code-replayed'; applicationId: string; accountId: string }
  /** `rotated`, `renewed` (the refresh token stays) and `repeated` return tokens, the others an error. */
  | {
      kind: 'refresh-token-used';
      applicationId: string;
      accountId: string;
      result: 'rotated' | 'renewed' | 'repeated' | 'superseded' | 'replayed' | 'expired';
    }
  /** An answer omitted the agreed email address because it is not verified (contract 2). */
  | { kind: 'email-withheld'; applicationId: string; accountId: string; answer: 'user-info' | 'id-token' };

type AccountEvent =
  /** `accountId` undefined: no account has the address, or a limit was reached. */
  | {
      kind: 'sign-in-attempted';
      by:
        | 'password'
        | 'setup-link'
        | 'sign-up'
        | 'password-link'
        | 'confirmation'
        | 'code'
        | 'passkey'
        | 'passkey-after-password'
        | 'passkey-confirmation'
        | 'restoration';
      accountId: string | undefined;
      /**
       * `second-factor`: the first proof is right, and a code is asked for. `leaving`: everything is right, and the
       * account is leaving.
       */
      result: 'verified' | 'wrong' | 'limited' | 'second-factor' | 'leaving';
      /** `wrong`, by a passkey. */
      refusal?: PasskeyRefusal | undefined;
    }
  /** Somebody deleted their account, at once or in some days, or restored it. */
  | { kind: 'deletion-changed'; accountId: string; result: 'asked' | 'restored' }
  /** The deletion list tells of the account. `at`: when it was deleted (ms). */
  | { kind: 'account-deleted'; accountId: string; at: number }
  /** Sessions of the account were ended, if it had any. A sign-in, which may end sessions too, is its own event. */
  | { kind: 'sessions-ended'; accountId: string }
  /** `taken`: the first username; `changed`: a new one. The others are refusals. */
  | {
      kind: 'username-requested';
      accountId: string;
      result: 'taken' | 'changed' | 'unavailable' | 'too-many-changes' | 'limited';
    };
