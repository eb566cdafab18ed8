// What the service keeps about a person, in English.

export const enAccountData = {
  download: 'Download your data',
  downloadHint:
    'One file with everything this service keeps about you, for you or for another program to read. Keep it safe: anyone who has it can read it.',
  downloadNow: 'Download',
  confirm: 'Confirm it’s you, then download',
};
