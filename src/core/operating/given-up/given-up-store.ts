// Port: the messages of every kind that were given up, as their outboxes keep them.
import type { ApplicationEvent } from '../../applications/application-events/application-event.ts';
import type { MailKind } from '../../server/mail/mail-kinds.ts';

export const GIVEN_UP_KINDS = ['mail', 'event', 'logout'] as const;

/** Operators see a message for so long, in ms. */
export const GIVEN_UP_SHOWN_MS = 7 * 86_400_000;

/** `logout`: a back-channel logout. */
export type GivenUpKind = (typeof GIVEN_UP_KINDS)[number];

/** Times in ms. */
type Facts = {
  id: string;
  /** When its cause happened. */
  createdAt: number;
  endedAt: number;
  tries: number;
  /** Why, without personal values. */
  failure: string;
  /** The application that it was for. Undefined: it is a mail, or the application was removed. */
  applicationId: string | undefined;
  applicationName: string | undefined;
};

type KindAndType =
  | { kind: 'mail'; type: MailKind }
  /** `type` undefined: the event is gone with its application. */
  | { kind: 'event'; type: ApplicationEvent['type'] | undefined }
  | { kind: 'logout'; type: undefined };

/** What is left of a message that was given up. `url`: where its application receives such messages now. */
export type GivenUpRow = Facts & KindAndType & { url: string | undefined };

/** As operators see it. `host`: of `url`, with the port. */
export type GivenUpMessage = Facts & KindAndType & { host: string | undefined };

/** Where a page of them ends. */
export type PlaceOfGivenUp = Pick<GivenUpRow, 'endedAt' | 'id'>;

export interface GivenUpStore {
  /** The newest first: those that were given up at `since` or later and come after `after`. `kind` undefined: all. */
  list(page: {
    kind: GivenUpKind | undefined;
    since: number;
    after: PlaceOfGivenUp;
    limit: number;
  }): Promise<readonly GivenUpRow[]>;
}
