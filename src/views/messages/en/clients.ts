// Clients that nobody registered, in the console, in English.

export const enClients = {
  title: 'Unregistered clients',
  hint: 'Programs that nobody registered here, such as MCP clients. Each comes with a document on its maker’s site.',
  off: 'Off. LATCHKEY_CLIENT_METADATA_DOCUMENTS says whose programs people can use.',
  any: 'Programs of every maker are allowed, unless you block their host.',
  listed: (count: number) => (count === 1 ? '1 URL prefix is allowed' : `${count} URL prefixes are allowed`),
  empty: 'No such program has been used yet',
  emptyHint: 'A host is listed here once somebody uses one of its programs.',
  people: (count: string, exact: number) => (exact === 1 ? '1 person' : `${count} people`),
  usedAt: (day: string) => `last used ${day}`,
  noDocument: 'not used for 30 days',
  blocked: 'Blocked',
  block: 'Block',
  unblock: 'Unblock',
};
