// The input errors of the scopes of APIs that an application asks people for, and what they mean, for the catalogue of
// errors.

/** An application asks for no more, of all APIs together. */
export const MAX_ASKED_SCOPES = 100;

export const ASKED_SCOPE_DETAILS = {
  'api-scope-unknown':
    'The application may not ask for a scope of this name. Ask the operators of this server to let the application use its API.',
  'api-scope-asked-twice': 'This scope is already in the list.',
  'api-scopes-asked-too-many': `The list can have at most ${MAX_ASKED_SCOPES} scopes.`,
} as const;

export const ASKED_SCOPE_CAUSES = {
  'api-scope-unknown': {
    title: 'The application may not ask for a scope of this name',
    cause:
      'No API has a scope of this name, it is for programs alone, or its API does not let this application ask for it. Operators decide which applications may.',
  },
  'api-scope-asked-twice': {
    title: 'A scope is in the list twice',
    cause: 'Two entries for one scope could contradict each other.',
  },
  'api-scopes-asked-too-many': {
    title: 'The application asks for too many scopes',
    cause: 'Nobody reads a consent page that is longer.',
  },
} as const;
