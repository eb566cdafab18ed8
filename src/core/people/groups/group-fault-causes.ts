// What the input errors of the groups that an application names mean, for the catalogue of errors.

export const GROUP_FAULT_CAUSES = {
  'group-unknown': {
    title: 'The application may not use a group of this name',
    cause:
      'There is no group of this name, or it does not let this application use it. Operators decide which applications may use a group.',
  },
  'group-twice': { title: 'A group is in the list twice', cause: 'Each list names a group once.' },
  'groups-too-many': {
    title: 'The application names too many groups',
    cause: 'Programs keep the groups of a person in cookies, which long lists break.',
  },
  'groups-missing': {
    title: 'The application has the item groups, and no groups',
    cause:
      'An application receives only the groups that it names. Without any it would receive an empty list of everyone.',
  },
  'allowed-groups-missing': {
    title: 'Nobody could sign in',
    cause: 'With the audience groups, only members of allowed_groups can sign in, and the list is empty.',
  },
  'allowed-groups-audience': {
    title: 'allowed_groups has no effect',
    cause: 'The list says who can sign in only with the audience groups.',
  },
} as const;
