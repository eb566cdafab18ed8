// The schemas under `components.schemas`. A request is described by the same schema as its resource: read-only members
// say so, and core's required members are named here.
import type * as z from 'zod/mini';
import { accountSchema, accountSessionSchema, newAccountSchema, passwordLinkSchema } from '../../schema/api/account.ts';
import * as answers from '../../schema/api/answers.ts';
import {
  applicationSchema,
  consentItemSchema,
  platformSchema,
  redirectUriSchema,
} from '../../schema/api/application.ts';
import { auditEntrySchema } from '../../schema/api/audit-entry.ts';
import { clientHostSchema } from '../../schema/api/client-host.ts';
import { clientSecretSchema } from '../../schema/api/client-secret.ts';
import { eventEndpointSchema, eventSendingSchema } from '../../schema/api/event.ts';
import * as events from '../../schema/api/event-answers.ts';
import { messageSchemas } from '../../schema/api/event-messages.ts';
import { groupMemberSchema, groupSchema } from '../../schema/api/group.ts';
import { invitationSchema, memberSchema } from '../../schema/api/member.ts';
import { apiSchema, apiSecretSchema, newApiSecretSchema } from '../../schema/api/operator-api.ts';
import { policySchema } from '../api/json/policy-json.ts';
import { componentRef, type JsonSchema, jsonSchemasOf } from './json-schema.ts';

type Schema = () => z.ZodMiniType;

const RESPONSES = {
  Application: applicationSchema,
  Platform: platformSchema,
  RedirectUri: redirectUriSchema,
  ConsentItem: consentItemSchema,
  ClientSecret: clientSecretSchema,
  NewClientSecret: answers.newClientSecretSchema,
  Connection: answers.connectionSchema,
  Member: memberSchema,
  NewInvitation: answers.newInvitationSchema,
  EventEndpoint: eventEndpointSchema,
  NewEventEndpoint: events.newEventEndpointSchema,
  NewEventSecret: events.newEventSecretSchema,
  EventDelivery: events.eventDeliverySchema,
  Event: events.eventSchema,
  Account: accountSchema,
  AccountSession: accountSessionSchema,
  PasswordLink: passwordLinkSchema,
  Group: groupSchema,
  GroupMember: groupMemberSchema,
  Api: apiSchema,
  ApiSecret: apiSecretSchema,
  NewApiSecret: newApiSecretSchema,
  ClientHost: clientHostSchema,
  AuditEntry: auditEntrySchema,
  Policy: policySchema,
  Statistics: answers.statisticsSchema,
  CatalogueEntry: answers.catalogueEntrySchema,
  UserInfo: answers.userInfoSchema,
  Problem: answers.problemSchema,
} as const satisfies Record<string, Schema>;

/** What applications are sent. */
const MESSAGES = messageSchemas();

type RequestBody = { schema: Schema; required: readonly string[]; isPatch?: true };

const REQUESTS = {
  ApplicationInput: { schema: applicationSchema, required: ['name'] },
  ApplicationPatch: { schema: applicationSchema, required: ['name'], isPatch: true },
  PlatformInput: { schema: platformSchema, required: ['platform'] },
  PlatformReplacement: { schema: platformSchema, required: [] },
  PlatformPatch: { schema: platformSchema, required: [], isPatch: true },
  RedirectUriInput: { schema: redirectUriSchema, required: ['redirect_uri'] },
  ConsentItemInput: { schema: consentItemSchema, required: ['item', 'consent'] },
  ConsentItemReplacement: { schema: consentItemSchema, required: ['consent'] },
  ConsentItemPatch: { schema: consentItemSchema, required: ['consent'], isPatch: true },
  ClientSecretInput: { schema: clientSecretSchema, required: [] },
  InvitationInput: { schema: invitationSchema, required: ['email', 'role'] },
  MemberReplacement: { schema: memberSchema, required: ['role'] },
  EventEndpointInput: { schema: eventEndpointSchema, required: ['url'] },
  EventEndpointPatch: { schema: eventEndpointSchema, required: ['url'], isPatch: true },
  EventSendingInput: { schema: eventSendingSchema, required: [] },
  AccountInput: { schema: newAccountSchema, required: ['email'] },
  AccountPatch: { schema: accountSchema, required: [], isPatch: true },
  GroupInput: { schema: groupSchema, required: ['name'] },
  GroupPatch: { schema: groupSchema, required: ['name'], isPatch: true },
  GroupMemberInput: { schema: groupMemberSchema, required: ['account'] },
  ApiInput: { schema: apiSchema, required: ['resource', 'name'] },
  ApiPatch: { schema: apiSchema, required: ['resource', 'name'], isPatch: true },
  ClientHostPatch: { schema: clientHostSchema, required: [], isPatch: true },
  PolicyPatch: { schema: policySchema, required: [], isPatch: true },
  MemberPatch: { schema: memberSchema, required: ['role'], isPatch: true },
} as const satisfies Record<string, RequestBody>;

export type SchemaName = keyof typeof RESPONSES | keyof typeof REQUESTS | keyof typeof MESSAGES;

export const refTo = (name: SchemaName): JsonSchema => componentRef(name);

/** All of them by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  const names = new Map<Schema, string>();
  for (const [name, schema] of Object.entries<Schema>({ ...RESPONSES, ...MESSAGES })) names.set(schema, name);
  const responses = [...names.values()];
  const requests = Object.entries<RequestBody>(REQUESTS);
  // Those of requests alone.
  for (const [name, { schema }] of requests) if (!names.has(schema)) names.set(schema, name);
  const described = jsonSchemasOf(Object.fromEntries([...names].map(([schema, name]) => [name, schema()])));
  const schemaOf = (name = '') => described[name] ?? {};
  return Object.fromEntries([
    ...responses.map((name) => [name, responseSchema(schemaOf(name))]),
    ...requests.map(([name, body]) => [name, requestSchema(schemaOf(names.get(body.schema)), body)]),
  ]);
}

type Properties = Readonly<Record<string, JsonSchema>>;

const propertiesOf = ({ properties = {} }: JsonSchema): Properties => properties as Properties;

const mapValues = (values: Properties, map: (value: JsonSchema) => JsonSchema): Properties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** A response has every member that has a default, so none is left to assume. */
const responseSchema = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: mapValues(propertiesOf(schema), ({ default: _, readOnly: __, ...member }) => member),
});

function requestSchema(schema: JsonSchema, { required, isPatch }: RequestBody): JsonSchema {
  const members = Object.entries(propertiesOf(schema)).map(([name, described]) => {
    const member = asSent(described);
    const isRemovable = isPatch && !member.readOnly && !required.includes(name);
    return [name, isRemovable ? removable(member) : member];
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
  const patched = schema.properties ? { ...schema, properties: mapValues(propertiesOf(schema), removable) } : schema;
  return { anyOf: [patched, { type: 'null' }] };
}

/** Entries of lists are sent as they are when they are sent alone. */
function asSent({ readOnly, default: byDefault, ...rest }: JsonSchema): JsonSchema {
  if (readOnly) return { readOnly: true, description: rest.description };
  // As words: of a member with the keyword `default`, openapi-typescript and others make one that must be sent.
  const said = byDefault === undefined ? rest : { ...rest, description: `${rest.description} Default: ${byDefault}.` };
  const { items } = said as { items?: { $ref?: string } };
  return items?.$ref ? { ...said, items: { $ref: `${items.$ref}Input` } } : said;
}
