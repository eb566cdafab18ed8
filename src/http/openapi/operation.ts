// What a route's declaration cannot say of itself: names, words, what is sent and answered. Everything else in the
// document (who may call, which bodies, errors, headers) is taken from the declaration.
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
  statistics: 'Sign-in statistics of an application.',
  'user information': 'The claims an access token gives access to.',
  description: 'This document.',
} as const;

export type Operation = {
  /** `operationId`: unique, and what generated clients call their methods. */
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** Its own parameters in the query; those of pages of lists come by themselves. */
  query?: readonly ('from' | 'to')[];
  sends?: Sends;
  answers: Answers;
  /** The path names one resource though it does not end in a parameter: it has preconditions all the same. */
  isSingle?: true;
  /** What 409 means here; absent: nothing stored is ever in the way. */
  conflict?: string;
};

export type Sends = { schema: SchemaName; example: unknown };

export type Answers =
  /** A page of a list; `leadsTo`: the operation that shows one of its rows, and how its path names the row. */
  | { kind: 'list'; of: SchemaName; example: unknown; leadsTo?: { id: string; parameter: string; member: string } }
  /** `tagged`: with an entity tag, so that GET knows `If-None-Match`. */
  | {
      kind: 'resource';
      schema: SchemaName;
      example: unknown;
      tagged: boolean;
      leadsTo?: { id: string; parameter: string };
    }
  /** A resource, as JSON or as a signed JWT. */
  | { kind: 'claims'; schema: SchemaName; example: unknown }
  /** 202 with what the caller hands on. */
  | { kind: 'invited'; schema: SchemaName; example: unknown; leadsTo: { id: string; parameter: string } }
  /** One of the types of a logo, with an entity tag. */
  | { kind: 'image' }
  /** 201 with `Location` and no body. */
  | { kind: 'created' }
  | { kind: 'removed' }
  | { kind: 'document' };

/** By method and path as the route declares them: `GET /applications/:id`. */
export type Operations = Readonly<Record<string, Operation>>;
