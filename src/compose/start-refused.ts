// The server cannot start, for a reason outside the program that the operator can mend: told in one clear line.

export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
