// What each input error of an event endpoint means, for the catalogue of errors.

export const EVENT_FAULT_CAUSES = {
  'event-url-missing': { title: 'The event endpoint has no URL', cause: 'The server posts events to this URL.' },
  'event-types-missing': { title: 'The event endpoint has no types', cause: 'It would receive nothing.' },
  'event-type-unknown': { title: 'The event type is unknown', cause: 'The server sends only the types in the detail.' },
  'event-type-twice': { title: 'The event type is repeated', cause: 'Each type is in the list once.' },
  'event-to-send': { title: 'What to send is not clear', cause: 'A request sends a test, or a recorded event again.' },
  'event-unknown': { title: 'The event is unknown', cause: 'Events are kept for 30 days.' },
} as const;
