// The operator's own APIs in the console, in English.

export const enApis = {
  title: 'APIs',
  hint: 'Servers of yours that take access tokens of this service. Applications get tokens for them with client_credentials.',
  empty: 'No APIs yet',
  emptyHint: 'Add a server of yours, and say which applications may call it.',
  create: 'Add an API',
  resource: 'Resource',
  resourceHint:
    'The address of the API: tokens for it have it as their audience. For example https://billing.example.com.',
  name: 'Name',
  scopes: 'Scopes',
  scopesHint: 'One per line: the name, then what it is for. For example billing.read Read invoices.',
  noScopes: 'no scopes',
  countScopes: (count: number) => (count === 1 ? '1 scope' : `${count} scopes`),
  format: 'Access tokens',
  formats: {
    jwt: 'JWT: the API checks it itself',
    opaque: 'Opaque: the API asks this service',
  },
  algorithm: 'Signature algorithm of JWTs',
  ttl: 'Lifetime (seconds)',
  ttlHint:
    '60 to 86,400. Empty: 300 for JWTs, 3,600 for opaque tokens. A JWT that you revoke stays valid until it expires.',
  settings: 'Settings',
  access: 'Who may call it',
  accessHint:
    'These applications have the scopes for themselves. Only operators change that, never the owner of an application.',
  noAccess: 'No application may call it.',
  allow: 'Allow an application',
  application: 'Application ID',
  accessScopes: 'Scopes, separated by spaces',
  accessScopesHint: 'They replace those that the application has.',
  allowButton: 'Allow',
  denyButton: 'Take away',
  secrets: {
    title: 'Secrets',
    hint: 'With its ID and a secret, the API asks about tokens by introspection. Two can be active at once, so that you can rotate them without downtime.',
    api: 'ID of the API',
    none: 'No secrets',
    create: 'Create a secret',
    full: 'The API has two secrets. Delete one to create another.',
    madeTitle: 'The new secret of the API',
    madeHint: 'Copy it now. You will not be able to see it again.',
    shownTitle: 'A secret is shown only once',
    shownHint:
      'This secret was already shown when it was created. It works and is listed below. If nobody has a copy, delete it and create another.',
    made: 'Created',
    used: 'Last used',
    neverUsed: 'Never used',
    id: (id: string) => `Secret …${id}`,
    remove: 'Delete',
    removeAsk: 'An API that uses it can’t ask about tokens any more.',
    removeConfirm: 'Delete secret',
  },
  remove: 'Delete API',
  removeAsk:
    'Applications get no tokens for it any more, and opaque ones end at once. JWTs expire within their lifetime.',
  removeConfirm: 'Delete API',
};

/** Beside the fields of their forms. */
export const enApiFaults = {
  'api-resource-malformed': 'Use an https address without a fragment. On this machine, http works too.',
  'api-resource-own': 'This is an address of the service itself. Use the address of the API.',
  'api-resource-taken': 'There is an API with this resource.',
  'api-text': 'Shorten the text (a name has at most 60 characters, what a scope is for 200), and use plain characters.',
  'api-scope-malformed': 'A name has 1 to 100 letters, digits and : . _ / -, and begins with a letter or digit.',
  'api-scope-reserved': 'openid, offline_access and the scopes of consent items can’t be used.',
  'api-scope-twice': 'One of the scopes is in the list twice.',
  'api-scope-taken': 'Another API has a scope of one of these names.',
  'api-scopes-too-many': 'An API has at most 100 scopes.',
  'api-machine-scope':
    'The API has no such scope, or an application has a scope that you take off the list. Take it away there first.',
  'api-machine-access': 'Enter at least one scope.',
  'api-application-unknown': 'There is no application with this ID.',
  'api-fapi-algorithm': 'An application with FAPI 2.0 can’t have scopes of an API that signs with RS256. Use ES256.',
  'api-choice': 'Choose one of the list.',
  'api-ttl': 'Enter 60 to 86,400 seconds.',
  'api-secrets-too-many': 'The API has two secrets. Delete one first.',
  'apis-full': 'There are 500 APIs, as many as there can be.',
};
