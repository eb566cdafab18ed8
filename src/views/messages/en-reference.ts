// The pages for developers in English: errors.
import type { Phrase } from './phrase.ts';

export const enReference = {
  errors: {
    title: 'Errors',
    lede: 'Every error an application can receive, with its cause and how to fix it. The meaning of a code never changes.',
    search: 'Search codes and texts',
    submit: 'Search',
    searched: (query: string) => `${query} – Errors`,
    found: (count: number, query: string): Phrase => [
      `${count} ${count === 1 ? 'error' : 'errors'} for `,
      { name: query },
      '.',
    ],
    none: (query: string): Phrase => ['No error matches ', { name: query }, '. Try a code or a single word.'],
    all: 'Show all errors',
    contents: 'Contents',
    codes: (count: number) => `${count} codes`,
    fix: 'How to fix it:',
    returnedAs: 'Returned as',
    reports: { page: 'an error page', fault: 'an entry in errors' },
  },
};
