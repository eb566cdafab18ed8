// The grant types of an application, by their names in the registry (RFC 7591 2; contract 43). Every application has
// the first two; what else the token endpoint offers has to be registered.

export const CODE_GRANT = 'authorization_code';
export const REFRESH_GRANT = 'refresh_token';
/** RFC 8628 3.4. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export const USUAL_GRANTS = [CODE_GRANT, REFRESH_GRANT] as const;
export const GRANT_TYPES = [...USUAL_GRANTS, DEVICE_GRANT] as const;
export type GrantTypeName = (typeof GRANT_TYPES)[number];

/** Whether people may sign in on a device without a browser. */
export const signsInDevices = ({ grantTypes }: { grantTypes: readonly GrantTypeName[] }): boolean =>
  grantTypes.includes(DEVICE_GRANT);

/** The list with or without the device grant; the others stay. */
export const withDeviceGrant = (grantTypes: readonly GrantTypeName[], has: boolean): readonly GrantTypeName[] =>
  GRANT_TYPES.filter((name) => (name === DEVICE_GRANT ? has : grantTypes.includes(name)));
