// The page of machine tokens in English: what differs from that of API tokens.
export const enMachineTokens = {
  title: 'Service tokens',
  madeBy: 'Created by',
  madeByCommand: 'Created on the command line',
  makerGone: (id: string) => `Created by a deleted account (${id})`,
  noOperator: 'no operator any more',
  words: {
    hint: 'Service tokens belong to nobody: disabling an account or resetting a password does not end them. Each reaches everything that its scopes open. Treat them like passwords.',
    empty: 'No service tokens',
    create: 'Create a service token',
    daysHint: 'From 1 to 365.',
    daysHintStaff: 'From 1 to 365; with the scope roles at most 90.',
    madeTitle: 'Your new service token',
    shownTitle: 'A service token is shown only once',
  },
};
