// The menu of operators and their first page, in English.

import type { Phrase } from '../../page/phrase.ts';

export const enServerState = {
  title: 'Server overview',
  menu: 'Menu for operators',
  groups: {
    server: 'Server',
    people: 'People',
    applications: 'Applications',
    service: 'Service',
    watch: 'Watch',
    keys: 'Keys and tokens',
  },
  applications: 'All applications',
  search: {
    title: 'Search',
    label: 'Address, name or ID',
    button: 'Search',
    none: (text: string): Phrase => ['No results for ', { name: text }, '.'],
    more: 'Show all',
  },
  signIns: 'Sign-ins to applications',
  signInsHint: 'Days in UTC. The last few seconds are not included yet.',
  measures: {
    completed: { today: 'Sign-ins today', yesterday: 'Sign-ins yesterday' },
    failed: { today: 'Failed requests today', yesterday: 'Failed requests yesterday' },
  },
  state: 'Status',
  look: 'Needs attention',
  checking: 'A check has started. Reload this page in a few seconds.',
  noneGivenUp: 'None in the last 7 days.',
  givenUp: (count: string) => `${count} in the last 7 days`,
  backup: 'Last backup',
  noBackup: 'No backup is known. Make one with',
  version: 'Version',
};
