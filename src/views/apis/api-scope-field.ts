// The fields of the form in which an owner chooses scopes of APIs, and the forms of the scopes themselves.

/** A name without the characters that ids of fields cannot have. */
export const apiScopeField = (part: 'consent' | 'purpose' | 'scope', scope: string): string =>
  `${part}-${scope.replaceAll(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0)}_`)}`;
