// The error for a database that cannot be used and that retrying will not fix. The start stops and prints its message.

/** `message` is one line that names the database and says what the operator can do about it. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
