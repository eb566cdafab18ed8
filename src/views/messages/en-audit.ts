// Texts of the console's pages of the audit.

export const enAudit = {
  title: 'Audit log',
  hint: 'Who changed this application, or looked at its people or its team. The newest entry comes first. Opening this page is an entry too.',
  serverTitle: 'Audit log of this server',
  serverHint:
    'Who changed something on this server, or looked at whose data. The newest entry comes first. Opening this page is an entry too.',
  empty: 'No entries yet',
  emptyHint: 'Changes and looks are listed here.',
  noneFound: 'No entry matches.',
  showAll: 'Show all',
  onlyAction: 'Only this action:',
  by: 'Done by',
  everyone: 'Everyone',
  show: 'Show',
  filter: 'Filter',
  /** Who acted, where no member of the team did. */
  actors: { operator: 'An operator', server: 'The server', someone: 'Somebody who is not in the team' },
  roles: {
    user: 'User',
    owner: 'Owner',
    support: 'Support',
    operator: 'Operator',
    machine: 'Service token',
    server: 'The server',
  },
  commandLine: 'on the command line',
  byToken: 'by API token',
  refused: 'Refused:',
  facts: {
    about: 'About',
    entry: 'Entry',
    fields: 'Fields',
    application: 'Application',
    account: 'Account',
    machineUser: 'User of the machine',
    address: 'From',
    token: 'API token',
    request: 'Request ID',
    reason: 'Reason',
  },
  fields: {
    application: 'Application ID',
    account: 'Done by account ID',
    subject: 'About account ID',
    action: 'Action',
    from: 'From day or time',
    to: 'To day or time',
  },
  periodHints: {
    from: 'For example 2031-01-31, which begins at 0:00 UTC, or 2031-01-31T09:30:00Z.',
    to: 'A whole day is included.',
  },
  periodFaults: {
    malformed: 'Enter a day such as 2031-01-31, or a time with its zone, such as 2031-01-31T09:30:00Z.',
    backwards: 'The end must be after the beginning.',
  },
};
