// JSON Schemas, for the document at /openapi. Those of requests come from the shapes that read requests: these decide
// which members there are and of what type. Limits and words are those of what is answered, because it is the same
// member.
import { z } from 'zod';
import { applicationShape, consentItemShape, platformShape, redirectUriShape } from '../api/json/application-json.ts';
import { clientSecretShape } from '../api/json/client-secret-json.ts';
import { invitationShape, memberChangeShape } from '../api/json/member-json.ts';
import type { ObjectShape, Shape } from '../api/json/read-shape.ts';
import type { JsonSchema } from './json-schema.ts';
import * as shown from './resource-shapes.ts';
import { statistics } from './statistics-shape.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

const SHOWN = {
  Application: shown.application,
  Platform: shown.platform,
  RedirectUri: shown.redirectUri,
  ConsentItem: shown.consentItem,
  ClientSecret: shown.clientSecret,
  NewClientSecret: shown.newClientSecret,
  Connection: shown.connection,
  Member: shown.member,
  NewInvitation: shown.newInvitation,
  Statistics: statistics,
  CatalogueEntry: shown.catalogueEntry,
  UserInfo: shown.userInfo,
  Problem: shown.problem,
} as const;

type ShownName = keyof typeof SHOWN;

/** Which shape reads what is sent of which resource; `required` is core's rule, since the shapes ask for nothing. */
const SENT = {
  ApplicationInput: { reads: applicationShape, of: 'Application', required: ['name'] },
  ApplicationPatch: { reads: applicationShape, of: 'Application', required: ['name'], isPatch: true },
  PlatformInput: { reads: platformShape, of: 'Platform', required: ['platform'] },
  PlatformReplacement: { reads: platformShape, of: 'Platform', required: [] },
  PlatformPatch: { reads: platformShape, of: 'Platform', required: [], isPatch: true },
  RedirectUriInput: { reads: redirectUriShape, of: 'RedirectUri', required: ['redirect_uri'] },
  ConsentItemInput: { reads: consentItemShape, of: 'ConsentItem', required: ['item', 'consent'] },
  ConsentItemReplacement: { reads: consentItemShape, of: 'ConsentItem', required: ['consent'] },
  ConsentItemPatch: { reads: consentItemShape, of: 'ConsentItem', required: ['consent'], isPatch: true },
  ClientSecretInput: { reads: clientSecretShape, of: 'ClientSecret', required: [] },
  InvitationInput: { reads: invitationShape, of: 'NewInvitation', required: ['email', 'role'] },
  MemberReplacement: { reads: memberChangeShape, of: 'Member', required: ['role'] },
  MemberPatch: { reads: memberChangeShape, of: 'Member', required: ['role'], isPatch: true },
} as const satisfies Record<string, Sent>;

type Sent = { reads: ObjectShape; of: ShownName; required: readonly string[]; isPatch?: true };

export type SchemaName = ShownName | keyof typeof SENT;

/** All of them by name. @throws Error when a member is read that no resource shows, or of another type. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [name, shape] of Object.entries(SHOWN)) registry.add(shape, { id: name });
  const { schemas } = z.toJSONSchema(registry, { uri: (name) => `#/components/schemas/${name}` });
  const answers = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutIds(schema)]));
  const requests = Object.entries(SENT).map(
    ([name, sent]) => [name, sentSchema(name, sent, answers[sent.of])] as const,
  );
  return { ...answers, ...Object.fromEntries(requests) };
}

/** A component is known by its place in the document. */
const withoutIds = ({ $schema, $id, ...schema }: JsonSchema): JsonSchema => schema;

function sentSchema(name: string, { reads, required, isPatch }: Sent, resource: JsonSchema | undefined): JsonSchema {
  const known = (resource?.properties ?? {}) as Properties;
  const properties = Object.entries<Shape<unknown>>(reads.members).map(([member, { json: reading }]) => {
    const schema = known[member];
    if (!schema) throw new Error(`${name} reads ${member}, which the description of the resource does not have.`);
    const sent = memberSchema(reading, schema, `${name}.${member}`);
    const isFree = isPatch && sent.readOnly !== true && !required.includes(member);
    return [member, isFree ? { anyOf: [sent, { type: 'null' }] } : sent] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(!isPatch && required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** Whatever is in a read-only member is ignored. */
function memberSchema(reading: JsonSchema, schema: JsonSchema, place: string): JsonSchema {
  if (Object.keys(reading).length === 0) return { readOnly: true, description: schema.description };
  if (JSON.stringify(reading.type) !== JSON.stringify(schema.type)) {
    throw new Error(`${place} is read as another type than it is shown as.`);
  }
  const { items } = schema as { items?: { $ref?: string } };
  return items?.$ref ? { ...schema, items: { $ref: `${items.$ref}Input` } } : schema;
}
