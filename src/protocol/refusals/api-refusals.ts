// Refusals of the operator's own APIs (contract 45): of access tokens for them, and of what operators send about them.
import type { Refusal } from './refusal.ts';

export const API_REFUSALS = {
  'client-not-confidential': {
    reportedAs: ['unauthorized_client'],
    title: 'The grant client_credentials needs client authentication',
    cause: 'The API key alone is public, so anybody could send it and act as the program.',
    cure: 'Create a client secret for the Web platform entry or register a key for private_key_jwt, and send it.',
  },
  'scope-not-given': {
    reportedAs: ['invalid_scope'],
    title: 'The application may not have this scope for itself',
    cause: 'Operators give an application the scopes that it has for itself. A value of scope is none of them.',
    cure: 'Ask an operator for the scope, or leave it out. Without scope the token has all scopes of the API.',
  },
  'scope-of-other-resource': {
    reportedAs: ['invalid_scope'],
    title: 'A scope is one of another API',
    cause: 'A token is for one API, and a value of scope is not one of the API that resource names.',
    cure: 'Ask for one token per API.',
  },
  'resource-twice': {
    reportedAs: ['invalid_target'],
    title: 'The request names several resources',
    cause: 'A token is for one API, so that no API can use it at another.',
    cure: 'Ask for one token per API, each with one resource.',
  },
  'resource-missing': {
    reportedAs: ['invalid_target'],
    title: 'The request does not say which API the token is for',
    cause: 'The application has scopes of several APIs, and the scopes in the request are not those of one.',
    cure: 'Send resource with the identifier of the API, or scopes of one API.',
  },
  'resource-unknown': {
    reportedAs: ['invalid_target'],
    title: 'The application has no scope of this resource',
    cause: 'There is no API with this identifier, or operators gave the application none of its scopes.',
    cure: 'Compare resource with the identifier of the API: scheme and host in any case, the path character by character.',
  },
  'program-access-ended': {
    reportedAs: ['unauthorized_client'],
    title: 'What the application may have was changed just now',
    cause: 'An operator took a scope away, or the API key was deleted, while the token was made.',
    cure: 'Send the request again. The answer says what is missing.',
  },
  'api-secret-wrong': {
    reportedAs: ['invalid_client'],
    title: 'The secret of the API is wrong',
    cause: 'client_id is the id of an API, and the secret is none of its secrets, or was deleted.',
    cure: 'Create a new secret of the API, and give it to the API’s server.',
  },
  'api-resource-taken': {
    reportedAs: [409],
    title: 'Another API has this resource',
    cause: 'A resource is the audience of tokens, so it belongs to one API. Scheme and host count in any case.',
    cure: 'Change the other API, or use another resource.',
  },
  'api-scope-taken': {
    reportedAs: [409],
    title: 'Another API has a scope of this name',
    cause: 'The name of a scope is unique on the server. The detail names those that are taken.',
    cure: 'Use names that begin with the API’s own, such as billing.read.',
  },
  'api-secrets-too-many': {
    reportedAs: [409],
    title: 'The API has two secrets',
    cause: 'Two are enough to replace one by the other without a gap.',
    cure: 'Delete the secret that is not used any more, then create the new one.',
  },
  'api-resource-malformed': {
    reportedAs: ['fault'],
    title: 'resource is malformed',
    cause: 'It is the audience of tokens, which programs compare as text.',
    cure: 'Use an https URI without fragment, user and letters beyond ASCII. On loopback, http works too.',
  },
  'api-resource-own': {
    reportedAs: ['fault'],
    title: 'resource is an address of the server itself',
    cause: 'Tokens for user-info have an audience of their own.',
    cure: 'Use the address of the API’s own server.',
  },
  'api-text': {
    reportedAs: ['fault'],
    title: 'A text of the API is empty, too long, or has invisible characters',
    cause: 'Operators read the name of the API and the descriptions of its scopes.',
    cure: 'Shorten it: a name has at most 60 characters, a description at most 200.',
  },
  'api-scope-malformed': {
    reportedAs: ['fault'],
    title: 'The name of the scope is malformed',
    cause: 'Names of scopes are separated by spaces, and programs compare them as text.',
    cure: 'Use 1 to 100 letters, digits and : . _ / -, and begin with a letter or digit.',
  },
  'api-scope-reserved': {
    reportedAs: ['fault'],
    title: 'The scope has a meaning of its own',
    cause: 'openid, offline_access and the scopes of consent items say what an application receives of people.',
    cure: 'Use another name, such as one that begins with the API’s.',
  },
  'api-scope-twice': {
    reportedAs: ['fault'],
    title: 'A scope is in the list twice',
    cause: 'An API has each scope once.',
    cure: 'Leave one of them out.',
  },
  'api-scopes-too-many': {
    reportedAs: ['fault'],
    title: 'The API has too many scopes',
    cause: 'An API has at most 100 scopes.',
    cure: 'Let one scope stand for several rights, or make another API.',
  },
  'api-machine-scope': {
    reportedAs: ['fault'],
    title: 'The scope is none that programs may have',
    cause: 'machine_access names a scope that the API has not, or that has no machine: true.',
    cure: 'Add the scope to scopes with machine: true, or leave it out.',
  },
  'api-machine-access': {
    reportedAs: ['fault'],
    title: 'machine_access is not valid',
    cause: 'Each entry gives one application one scope at least, and each application has one entry.',
    cure: 'Join the entries of one application, and leave out those without a scope.',
  },
  'api-application-unknown': {
    reportedAs: ['fault'],
    title: 'There is no such application',
    cause: 'An id in machine_access is of no application on this server.',
    cure: 'Send the ids of applications that exist. latchkey applications list shows them.',
  },
  'api-fapi-algorithm': {
    reportedAs: ['fault'],
    title: 'An application with FAPI 2.0 gets no tokens signed with RS256',
    cause:
      'An application whose security_profile is FAPI 2.0 has, or would get, scopes of an API that signs with RS256.',
    cure: 'Use ES256 for access_token_signing_alg, or take the scopes from the application.',
  },
  'api-choice': {
    reportedAs: ['fault'],
    title: 'The format or algorithm of access tokens is unknown',
    cause: 'The value is none of those that there are.',
    cure: 'Use one that the detail names, or omit it.',
  },
  'api-ttl': {
    reportedAs: ['fault'],
    title: 'The lifetime of access tokens is out of bounds',
    cause: 'Tokens of less than a minute fail on slow ways, and a JWT that was revoked counts until it ends.',
    cure: 'Use 60 to 86,400 seconds, or omit it: 300 for jwt, 3,600 for opaque.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
