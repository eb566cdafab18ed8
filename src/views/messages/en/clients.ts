// Clients that nobody registered, in the console, in English.

export const enClients = {
  title: 'Unregistered clients',
  hint: 'Programs that nobody registered here, such as MCP clients. Each comes with a document on its maker’s site.',
  off: 'Off. LATCHKEY_CLIENT_METADATA_DOCUMENTS says whose programs people can use.',
  any: 'Programs of all makers are taken, unless you block their host.',
  listed: (count: number) => (count === 1 ? '1 beginning of URLs is taken' : `${count} beginnings of URLs are taken`),
  empty: 'Nobody came with such a program yet',
  emptyHint: 'Hosts are listed here once a person comes from a program of theirs.',
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  usedAt: (day: string) => `last used ${day}`,
  noDocument: 'not used for 30 days',
  blocked: 'Blocked',
  block: 'Block',
  unblock: 'Unblock',
};
