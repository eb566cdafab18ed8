// Parses the `claims` parameter (OpenID Connect Core 5.5): the names of requested claims, and requested values of the
// two claims that can have them. Which claims the server supports, and who may see them, is decided elsewhere.

/** Requested values; `essential`: a response without one of them is useless. */
export type RequestedValues = { essential: boolean; values: readonly string[] };

export type ClaimsRequest = {
  /** Claims requested at user-info. */
  userInfo: readonly string[];
  /** Claims requested in the ID token. */
  idToken: readonly string[];
  /** Who must be signed in: the `value` or `values` of `sub`. Empty: both places name somebody, and not the same. */
  subjects: readonly string[] | undefined;
  acr: RequestedValues | undefined;
};

export const NO_CLAIMS: ClaimsRequest = { userInfo: [], idToken: [], subjects: undefined, acr: undefined };

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined when the text is not a JSON object of the standard's form, or `sub` has a value that is no text;
 *   unknown members are ignored */
export function parseClaimsRequest(text: string): ClaimsRequest | undefined {
  const request = parseObject(text);
  if (!request) return undefined;
  const userInfo = membersOf(request.userinfo);
  const idToken = membersOf(request.id_token);
  if (!userInfo || !idToken) return undefined;
  const subjects = [idToken, userInfo].map((claims) => valuesOf(claims.get('sub'))).filter((one) => one !== undefined);
  // Without a usable value, anybody would be the user whom the application asks for.
  if (subjects.some((values) => values.length === 0)) return undefined;
  return {
    userInfo: [...userInfo.keys()],
    idToken: [...idToken.keys()],
    subjects:
      subjects.length === 0 ? undefined : subjects.reduce((one, other) => one.filter((sub) => other.includes(sub))),
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

/** Values that are no text are none. Undefined: no value is requested. */
function valuesOf(member: JsonObject | null | undefined): readonly string[] | undefined {
  const { value, values } = member ?? {};
  if (value === undefined && values === undefined) return undefined;
  return [value, ...(Array.isArray(values) ? values : [])].filter((one) => typeof one === 'string');
}

/** Essential without a usable value: nothing meets it. */
function requestedValues(member: JsonObject | null | undefined): RequestedValues | undefined {
  const values = valuesOf(member);
  const essential = member?.essential === true;
  return values && (essential || values.length > 0) ? { essential, values } : undefined;
}
