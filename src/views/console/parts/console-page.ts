// The props of the console's pages. Views take these and return HTML: no I/O, no decisions.

import type { ApiToken } from '../../../core/applications/api-tokens/api-token.ts';
import type { AskableScope } from '../../../core/applications/apis/application-scope.ts';
import type { EventType } from '../../../core/applications/application-events/application-event.ts';
import type {
  DeliveryStatus,
  EventDelivery,
  EventEndpoint,
} from '../../../core/applications/application-events/event-endpoint.ts';
import type { Application } from '../../../core/applications/applications/application.ts';
import type { ApplicationOrder, ApplicationState } from '../../../core/applications/applications/application-store.ts';
import type { StoredConflict } from '../../../core/applications/applications/edit-application.ts';
import type { ClientSecret } from '../../../core/applications/client-secrets/client-secret.ts';
import type { MadeBy } from '../../../core/applications/machine-tokens/token-makers.ts';
import type { Invitation } from '../../../core/applications/members/invitation.ts';
import type { Member, MemberRole } from '../../../core/applications/members/member.ts';
import type { NicknameAsName } from '../../../core/grants/consent/profile-claims.ts';
import type { Scope } from '../../../core/ground/acts/scope.ts';
import type { ConsentItemName } from '../../../core/ground/consent-items.ts';
import type { Fault } from '../../../core/ground/fault.ts';
import type { EntryForMembers } from '../../../core/operating/audit/read-audit.ts';
import type { AuditKind } from '../../../core/server/audit/audit-actions.ts';
import type { AuditPeriod } from '../../../core/server/audit/read-period.ts';
import type { TryFailure } from '../../../core/sign-in/sessions/form-delivery.ts';
import type { Messages } from '../../messages/messages-for.ts';
import type { ComparedUri } from '../../pages/redirect-uri-mismatch.tsx';

/** What has just been done, shown as a notice. */
export type ConsoleNotice = keyof Messages['console']['notices'];

/** A form that is shown again. */
export type SentForm = {
  /** Which of the page's forms it was. */
  form: string;
  /** What was typed. */
  values: { get(name: string): string | undefined; has(name: string): boolean };
  /** The last name in a path is the field; `[]` is the whole form. */
  faults: readonly Fault[];
  /** Somebody else changed the application meanwhile. */
  changed: boolean;
  /** Another one was made since the form was shown, so nothing was made. */
  made: boolean;
  /** What was sent and what is stored break these rules together. */
  conflicts: readonly StoredConflict[];
  /** The person has confirmed who they are, and can send the form again. */
  confirmed: boolean;
};

/** `secret`: shown this once; undefined: it was shown before. */
export type CreatedSecret = { secret: string | undefined };

export type ConsolePage = {
  csrf: string;
  notice: ConsoleNotice | undefined;
  sent: SentForm | undefined;
  /** A client secret, an API token or the link of an invitation that was just made. */
  made: CreatedSecret | undefined;
  /** Where the person confirms who they are; until then the page has no forms. */
  confirmHref?: string | undefined;
};

export type ApplicationPage = ConsolePage & {
  application: Application;
  /** Path of its logo; undefined: it has none. */
  logo?: string | undefined;
  role: MemberRole;
  /** The person reaches the application as an operator, not as a member. */
  asOperator: boolean;
  /** Which forms the page has. */
  may: { change: boolean; own: boolean };
  /** Id of the form that a link opened. */
  editing?: string | undefined;
};

export type ApplicationListProps = ConsolePage & {
  /** Where the list is: operators have another start page. */
  path: string;
  applications: readonly {
    id: string;
    name: string;
    loginActivation: boolean;
    audience: Application['audience'];
    role: MemberRole | 'operator' | undefined;
    platforms: readonly string[];
    consentItems: number;
    /** Email address; undefined: it is not shown here. */
    owner?: string | undefined;
  }[];
  /** `text`: what names have to contain; empty: all applications. `only`: undefined for all. */
  search: { text: string; order: ApplicationOrder; only?: ApplicationState | 'mine' | undefined };
  /** On all pages. `more`: there are more, which are not counted. */
  total: { count: number; more: boolean };
  /** Where the page before this one ends, and where the next one begins; undefined: there is none. */
  before: string | undefined;
  after: string | undefined;
  /** Invitations that the person may accept here, to their own verified address. */
  invitations: readonly Pick<Invitation, 'id' | 'applicationName' | 'role' | 'inviterEmail' | 'expiresAt'>[];
  mayRegister: boolean;
  /** Whether a plain user may become an owner here. */
  mayBecomeOwner: boolean;
  /** No operator can act on this server, and the person cannot become an owner by themselves. */
  noOperator: boolean;
};

export type OverviewProps = {
  authUrl: string;
  apiUrl: string;
  /** Sign-ins of the last seven days; `refusal`: the most frequent cause, in the page's words. */
  week: { started: number; completed: number; refused: number; refusal: string | undefined };
};

/** A post-logout redirect URI that was refused. */
export type RefusedUriShown = {
  uri: string;
  refusedAt: number;
  /** With the most similar registered one; undefined: none is registered. */
  compared: ComparedUri | undefined;
  /** Its host, if no registered URI has it. */
  otherHost: string | undefined;
};

export type AddressesProps = {
  /** A redirect URI for the native platforms, which have none yet with a scheme of their own. */
  suggestedUri: string | undefined;
  refused: readonly RefusedUriShown[];
};

/** Own values of the signed-in person, for the preview of the consent page; undefined: they have none. */
export type OwnValues = Readonly<Record<ConsentItemName, string | undefined>>;

export type ConsentItemsProps = {
  /** The application with its texts in the page's language, as the preview shows them. */
  shown: Application;
  values: OwnValues;
  /** Path of the person's own picture, if this host serves it. */
  picture?: string | undefined;
  /** `needsProof`: no application gets an address before it is verified; `isVerified`: the person's own is. */
  email: { needsProof: boolean; isVerified: boolean };
  /** Whether the application that is shown receives the nickname as the name too. */
  asName: NicknameAsName;
  person: { email: string; nickname: string | undefined };
  redirectHost: string;
  /** Scopes of APIs of the operator that it may ask people for, in the page's language. */
  askable: readonly Pick<AskableScope, 'item' | 'apiName' | 'label'>[];
};

export type ClientSecretsProps = {
  secrets: readonly Pick<ClientSecret, 'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>[];
  now: number;
};

export type EventsProps = {
  /** Every type that an endpoint can receive. */
  types: readonly EventType[];
  /** `secrets`: their ids, in order of creation; `deliveries`: the newest first. */
  endpoints: readonly (Pick<EventEndpoint, 'id' | 'url' | 'types' | 'disabledAt' | 'missedFrom' | 'failingSince'> & {
    secrets: readonly string[];
    deliveries: readonly (EventDelivery & { status: DeliveryStatus; lastFailure: TryFailure | undefined })[];
  })[];
  /** These are not the newest deliveries. */
  later: boolean;
  nextAfter: string | undefined;
};

export type AuditProps = {
  entries: readonly EntryForMembers[];
  /** Whose acts the list can be narrowed to. */
  members: readonly Pick<Member, 'accountId' | 'email'>[];
  /** What kinds of acts it can be narrowed to. */
  kinds: readonly AuditKind[];
  /** As the address has it; `account`: id of a member, `action`: a kind of act or the name of one. */
  filter: { account?: string; action?: string; looks?: boolean };
  period: AuditPeriod;
  /** These are not the newest entries. */
  later: boolean;
  /** The entry that the next page begins behind; undefined: there is none. */
  nextBefore: number | undefined;
  /** The list of all kinds of acts is asked for. */
  choosing?: boolean;
  /** An export was asked for without its reason. */
  noReason?: boolean;
};

export type ConnectionsProps = {
  users: readonly {
    sub: string;
    createdAt: number;
    lastUsedAt: number | undefined;
    items: readonly ConsentItemName[];
  }[];
  later: boolean;
  nextAfter: string | undefined;
};

export type TeamProps = {
  members: readonly Member[];
  /** Open invitations. */
  invitations: readonly Pick<Invitation, 'id' | 'email' | 'role' | 'expiresAt'>[];
  ownAccountId: string;
  /** The invited person gets the link by mail, and it is not shown. */
  invitesByMail: boolean;
};

export type ApiTokensProps = ConsolePage & {
  tokens: readonly (Pick<ApiToken, 'id' | 'name' | 'scopes' | 'createdAt' | 'lastUsedAt' | 'expiresAt'> & MadeBy)[];
  /** Those that the person may give. */
  scopes: readonly Scope[];
  now: number;
  apiUrl: string;
};
