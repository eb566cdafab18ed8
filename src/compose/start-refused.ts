// The server cannot start, for a reason outside the program that the operator can fix. The message is one line.

export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
