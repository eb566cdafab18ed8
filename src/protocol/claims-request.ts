// Parses the `claims` parameter (OpenID Connect Core 5.5): the names of requested claims, and requested values of the
// two claims that can have them. Which claims the server supports, and who may see them, is decided elsewhere.

/** Requested values; `essential`: a response without one of them is useless. */
export type RequestedValues = { essential: boolean; values: readonly string[] };

export type ClaimsRequest = {
  /** Claims requested at user-info. */
  userInfo: readonly string[];
  /** Claims requested in the ID token. */
  idToken: readonly string[];
  /** Who must be signed in: the `value` or `values` of `sub`. */
  subjects: readonly string[] | undefined;
  acr: RequestedValues | undefined;
};

export const NO_CLAIMS: ClaimsRequest = { userInfo: [], idToken: [], subjects: undefined, acr: undefined };

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined when the text is not a JSON object of the standard's form; unknown members are ignored */
export function parseClaimsRequest(text: string): ClaimsRequest | undefined {
  const request = parseObject(text);
  if (!request) return undefined;
  const userInfo = membersOf(request.userinfo);
  const idToken = membersOf(request.id_token);
  if (!userInfo || !idToken) return undefined;
  return {
    userInfo: [...userInfo.keys()],
    idToken: [...idToken.keys()],
    subjects: valuesOf(idToken.get('sub')) ?? valuesOf(userInfo.get('sub')),
    acr: requestedValues(idToken.get('acr')),
  };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Each claim is null or an object (OpenID Connect Core 5.5.1). */
function membersOf(value: unknown): Map<string, JsonObject | null> | undefined {
  if (value === undefined || value === null) return new Map();
  if (!isObject(value)) return undefined;
  const members = Object.entries(value);
  if (!members.every(([, member]) => member === null || isObject(member))) return undefined;
  return new Map(members as [string, JsonObject | null][]);
}

function valuesOf(member: JsonObject | null | undefined): readonly string[] | undefined {
  if (!member) return undefined;
  const { value, values } = member;
  const list = [value, ...(Array.isArray(values) ? values : [])].filter((one) => typeof one === 'string');
  return list.length > 0 ? list : undefined;
}

function requestedValues(member: JsonObject | null | undefined): RequestedValues | undefined {
  const values = valuesOf(member);
  return values && { essential: member?.essential === true, values };
}
