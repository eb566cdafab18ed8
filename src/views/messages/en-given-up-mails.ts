// The page of the mails that were given up, in English.

export const enGivenUpMails = {
  title: 'Mails that were given up',
  hint: 'These mails were not delivered within the last week. Nothing of what they said is kept, nor where they went.',
  empty: 'No mail was given up',
  emptyHint: 'Mails that cannot be delivered are listed here for a week.',
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  reason: 'Reason',
  inLog: 'Log ID',
  /** Reasons of ours; any other is what the mail server answered. */
  reasons: {
    expired: 'It could not be sent in time.',
    address: 'The address of the account is not valid for email.',
    'secret changed': 'The secret of the server has changed, so its link cannot be read.',
  } as Readonly<Record<string, string>>,
};
