// What the registration API takes for an application and the entries of its lists (contract 3). What it gives is
// json/application.ts.
import type {
  ApplicationDraft,
  ConsentItemDraft,
  PlatformDraft,
} from '../../../core/applications/application-draft.ts';
import {
  ALL_FIELDS,
  type FieldDrafts,
  type FieldEntries,
  OTHER_FIELDS,
  TOP_FIELDS,
} from '../../../core/applications/application-fields.ts';
import type { SentEntry } from '../../../core/applications/change-parts.ts';
import type { Fault } from '../../../core/fault.ts';
import {
  flag,
  listOf,
  objectOf,
  readOnlyMember,
  readShape,
  type Shape,
  type ShapeOf,
  text,
  type WithHoles,
} from './read-shape.ts';

export const platformShape = objectOf({
  id: readOnlyMember,
  platform: text,
  api_key: readOnlyMember,
  site_domains: listOf(text),
  package_name: text,
  bundle_id: text,
  created_at: readOnlyMember,
});

export const redirectUriShape = objectOf({ id: readOnlyMember, redirect_uri: text, created_at: readOnlyMember });

export const consentItemShape = objectOf({ item: text, consent: text, purpose: text, verified: flag });

const shapesOf = (fields: FieldEntries): Readonly<Record<string, Shape<string> | Shape<boolean>>> =>
  Object.fromEntries(fields.map(([, { wire, kind }]) => [wire, kind === 'flag' ? flag : text]));

const first = { id: readOnlyMember, name: text };
const afterTop = {
  login_activation: text,
  platforms: listOf(platformShape),
  redirect_uris: listOf(text),
  consent_items: listOf(consentItemShape),
};
const afterFields = {
  post_logout_redirect_uris: listOf(text),
  backchannel_logout_uri: text,
  logo_uri: readOnlyMember,
  created_at: readOnlyMember,
  updated_at: readOnlyMember,
};

/** Typed by the members that are no plain values; those are read by their description. */
export const applicationShape = objectOf<OwnMembers>({
  ...first,
  ...shapesOf(TOP_FIELDS),
  ...afterTop,
  ...shapesOf(OTHER_FIELDS),
  ...afterFields,
});

type OwnShapes = typeof first & typeof afterTop & typeof afterFields;
type OwnMembers = { [Name in keyof OwnShapes]: ShapeOf<OwnShapes[Name]> };

/** What an owner sent, for core to judge, with the faults of its shape. */
export function readApplication(body: unknown): { draft: ApplicationDraft; faults: readonly Fault[] } {
  const { value = {}, faults } = readShape(applicationShape, body);
  const sent: Readonly<Record<string, unknown>> = value;
  const fields: FieldDrafts = Object.fromEntries(ALL_FIELDS.map(([name, { wire }]) => [name, sent[wire]]));
  const draft: ApplicationDraft = {
    ...fields,
    name: value.name,
    loginActivation: value.login_activation,
    platforms: value.platforms?.map((entry) => entry && platformDraft(entry)),
    redirectUris: value.redirect_uris,
    consentItems: value.consent_items,
    postLogoutRedirectUris: value.post_logout_redirect_uris,
    backchannelLogoutUri: value.backchannel_logout_uri,
  };
  return { draft, faults };
}

/** The same for one entry of a list. */
export function readPlatform(body: unknown): SentEntry<PlatformDraft> {
  const { value = {}, faults } = readShape(platformShape, body);
  return { draft: platformDraft(value), faults };
}

const platformDraft = (entry: WithHoles<ShapeOf<typeof platformShape>>): PlatformDraft => ({
  platform: entry.platform,
  siteDomains: entry.site_domains,
  packageName: entry.package_name,
  bundleId: entry.bundle_id,
});

export function readRedirectUri(body: unknown): SentEntry<string | undefined> {
  const { value, faults } = readShape(redirectUriShape, body);
  return { draft: value?.redirect_uri, faults };
}

export function readConsentItem(body: unknown): SentEntry<ConsentItemDraft> {
  const { value: draft = {}, faults } = readShape(consentItemShape, body);
  return { draft, faults };
}
