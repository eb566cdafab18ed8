// The schemas under `components.schemas`. A request is described by the same shape as its resource: read-only members
// say so, and core's required members are named here.
import { accountSessionShape, accountShape, newAccountShape, passwordLinkShape } from '../api/json/account-json.ts';
import { applicationShape, consentItemShape, platformShape, redirectUriShape } from '../api/json/application-json.ts';
import { auditEntryShape } from '../api/json/audit-json.ts';
import { clientSecretShape } from '../api/json/client-secret-json.ts';
import { eventEndpointShape, eventSendingShape } from '../api/json/event-json.ts';
import { invitationShape, memberShape } from '../api/json/member-json.ts';
import { policyShape } from '../api/json/policy-json.ts';
import { componentRef, type JsonSchema, type ObjectShape, type Shape } from '../api/json/shape.ts';
import * as events from './event-shapes.ts';
import * as response from './response-shapes.ts';
import { messageShapes } from './webhooks.ts';

const RESPONSES = {
  Application: applicationShape,
  Platform: platformShape,
  RedirectUri: redirectUriShape,
  ConsentItem: consentItemShape,
  ClientSecret: clientSecretShape,
  NewClientSecret: response.newClientSecretShape,
  Connection: response.connectionShape,
  Member: memberShape,
  NewInvitation: response.newInvitationShape,
  EventEndpoint: eventEndpointShape,
  NewEventEndpoint: events.newEventEndpointShape,
  NewEventSecret: events.newEventSecretShape,
  EventDelivery: events.eventDeliveryShape,
  Event: events.eventShape,
  Account: accountShape,
  AccountSession: accountSessionShape,
  PasswordLink: passwordLinkShape,
  AuditEntry: auditEntryShape,
  Policy: policyShape,
  Statistics: response.statisticsShape,
  CatalogueEntry: response.catalogueEntryShape,
  UserInfo: response.userInfoShape,
  Problem: response.problemShape,
} as const satisfies Record<string, ObjectShape>;

/** What applications are sent. */
const MESSAGES = messageShapes() satisfies Record<string, ObjectShape>;

type RequestBody = { shape: ObjectShape; required: readonly string[]; isPatch?: true };

const REQUESTS = {
  ApplicationInput: { shape: applicationShape, required: ['name'] },
  ApplicationPatch: { shape: applicationShape, required: ['name'], isPatch: true },
  PlatformInput: { shape: platformShape, required: ['platform'] },
  PlatformReplacement: { shape: platformShape, required: [] },
  PlatformPatch: { shape: platformShape, required: [], isPatch: true },
  RedirectUriInput: { shape: redirectUriShape, required: ['redirect_uri'] },
  ConsentItemInput: { shape: consentItemShape, required: ['item', 'consent'] },
  ConsentItemReplacement: { shape: consentItemShape, required: ['consent'] },
  ConsentItemPatch: { shape: consentItemShape, required: ['consent'], isPatch: true },
  ClientSecretInput: { shape: clientSecretShape, required: [] },
  InvitationInput: { shape: invitationShape, required: ['email', 'role'] },
  MemberReplacement: { shape: memberShape, required: ['role'] },
  EventEndpointInput: { shape: eventEndpointShape, required: ['url'] },
  EventEndpointPatch: { shape: eventEndpointShape, required: ['url'], isPatch: true },
  EventSendingInput: { shape: eventSendingShape, required: [] },
  AccountInput: { shape: newAccountShape, required: ['email'] },
  AccountPatch: { shape: accountShape, required: [], isPatch: true },
  PolicyPatch: { shape: policyShape, required: [], isPatch: true },
  MemberPatch: { shape: memberShape, required: ['role'], isPatch: true },
} as const satisfies Record<string, RequestBody>;

export type SchemaName = keyof typeof RESPONSES | keyof typeof REQUESTS | keyof typeof MESSAGES;

export const refTo = (name: SchemaName): JsonSchema => componentRef(name);

/** All of them by name. */
export const componentSchemas = (): Record<string, JsonSchema> => ({
  ...mapValues<ObjectShape>({ ...RESPONSES, ...MESSAGES }, responseSchema),
  ...mapValues<RequestBody>(REQUESTS, requestSchema),
});

const mapValues = <T>(values: Readonly<Record<string, T>>, map: (value: T) => JsonSchema) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** A response has every member that has a default, so none is left to assume. */
function responseSchema({ schema }: ObjectShape): JsonSchema {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, JsonSchema>> };
  return { ...schema, properties: mapValues(properties, ({ default: _, ...member }) => member) };
}

function requestSchema({ shape, required, isPatch }: RequestBody): JsonSchema {
  const members = Object.entries<Shape<unknown>>(shape.members).map(([name, member]) => {
    const schema = memberSchema(member);
    const isRemovable = isPatch && !member.isReadOnly && !required.includes(name);
    return [name, isRemovable ? removable(schema) : schema];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(!isPatch && required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** In a patch, null removes a member, also inside an object. */
function removable(schema: JsonSchema): JsonSchema {
  const { properties } = schema as { properties?: Readonly<Record<string, JsonSchema>> };
  const patched = properties ? { ...schema, properties: mapValues(properties, removable) } : schema;
  return { anyOf: [patched, { type: 'null' }] };
}

/** Entries of lists are sent as they are when they are sent alone. */
function memberSchema({ json, isReadOnly }: Shape<unknown>): JsonSchema {
  if (isReadOnly) return { readOnly: true, description: json.description };
  const { default: byDefault, ...rest } = json;
  // As words: of a member with the keyword `default`, openapi-typescript and others make one that must be sent.
  const said = byDefault === undefined ? rest : { ...rest, description: `${rest.description} Default: ${byDefault}.` };
  const { items } = said as { items?: { $ref?: string } };
  return items?.$ref ? { ...said, items: { $ref: `${items.$ref}Input` } } : said;
}
