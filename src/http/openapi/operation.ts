// What a route's declaration does not say: name, summary, and the schemas of request and response. Everything else in
// the document (access, body types, errors, headers) follows from the declaration.
import type { Scope } from '../../core/ground/acts/scope.ts';
import type { SchemaName } from './component-schemas.ts';

export const TAGS = {
  applications: 'Applications that users sign in to.',
  platforms: 'Platform entries of an application. Each has an API key.',
  'redirect URIs': 'Where authorization codes may be sent.',
  logo: 'The logo of an application.',
  'consent items': 'What an application requests from its users.',
  'client secrets': 'Client authentication for the Web key of an application.',
  connections: 'The users connected to an application.',
  members: 'The team of an application.',
  events: 'What an application is told about its users.',
  accounts: 'Accounts of people, for support and operators.',
  groups: 'Groups of people, and who is in them.',
  APIs: 'The operator’s own APIs, their scopes, and who has them.',
  'client hosts': 'Whose clients people use that nobody registered.',
  audit: 'Who changed something on this server, or looked at whose data.',
  policy: 'What operators decide while the server runs.',
  statistics: 'Sign-in statistics of an application.',
  'user information': 'The claims an access token gives access to.',
  description: 'This document.',
} as const;

export type Operation = {
  /** `operationId`: unique; generated clients name their methods by it. */
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  sends?: Sends;
  answers: Answers;
  /** Set where the path identifies a single resource but does not end in a parameter. Such a path has preconditions. */
  isSingle?: true;
  /** Scopes that are required besides the route's. */
  alsoScopes?: readonly Scope[];
  /** Set where only a person's token will do: a machine token owns nothing and invites nobody. */
  forPersons?: true;
  /** What 409 means. Absent if the operation never returns it. */
  conflict?: string;
};

export type Sends = { schema: SchemaName; example: unknown };

export type Answers =
  /**
   * A page of a list. `order` is absent where it is the order of creation. `leadsTo` is the operation that returns one
   * entry, and the path parameter that identifies it.
   */
  | {
      kind: 'list';
      of: SchemaName;
      order?: string;
      example: unknown;
      leadsTo?: { id: string; parameter: string; member: string };
    }
  /** `tagged`: with an ETag, so that GET supports `If-None-Match`. */
  | {
      kind: 'resource';
      schema: SchemaName;
      example: unknown;
      tagged: boolean;
      leadsTo?: { id: string; parameter: string };
    }
  /** A resource, as JSON or as a signed JWT. */
  | { kind: 'claims'; schema: SchemaName; example: unknown }
  /** 202 with the link that the caller passes on. */
  | { kind: 'invited'; schema: SchemaName; example: unknown; leadsTo: { id: string; parameter: string } }
  /** A logo, with an ETag. */
  | { kind: 'image' }
  /** 201 with `Location` and no body. */
  | { kind: 'created' }
  /** 202 without a body. */
  | { kind: 'queued' }
  | { kind: 'removed' }
  | { kind: 'document' };

/** By method and path, as in the declaration: `GET /applications/:id`. */
export type Operations = Readonly<Record<string, Operation>>;
