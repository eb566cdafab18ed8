// What an application can read, and receipts, in English.

export const enReceipts = {
  details: 'Exactly what it receives, and your agreements',
  unused: 'Not used for a year',
  suggest: (count: number) =>
    count === 1
      ? 'You have not used one of these applications for a year. If you no longer need it, disconnect it.'
      : `You have not used ${count} of these applications for a year. If you no longer need them, disconnect them.`,
  all: 'All agreements, including those with disconnected applications',
  readable: 'What it receives',
  readableHint:
    'The application can read this at any time until you disconnect it, with an ID by which it alone knows you.',
  exactly: 'The exact response',
  exactlyHint: 'What the application gets when it asks for everything you agreed to share.',
  readableNothing: 'Nothing at the moment: sign-in is turned off for this application.',
  manage: 'Change what it can see',
  disconnected: 'Not connected. It receives nothing.',
  title: 'Agreements',
  hint: 'What you agreed to, as the page showed it then. Later changes by the application do not change it.',
  none: 'No agreements are stored. Those made before this list existed are not in it.',
  kinds: { consent: 'Agreed', change: 'Changed your choices' },
  required: 'Required',
  optional: 'Optional',
  agreed: 'shared',
  declined: 'not shared',
  purpose: 'Purpose',
  kept: 'Kept for',
  nothing: 'You shared no information. The application can only recognize you.',
  older: 'Earlier agreements',
};
