// The database cannot be used as it is, and waiting will not help: the start stops with this one message.

/** `message` is one line that names the database and says what the operator can do about it. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
