// Errors of the file system in words, for operators.

/** By Node's codes of system errors. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EMFILE: 'this process has too many files open',
  EEXIST: 'exists already',
};

/** @returns what is wrong with a file, to follow its path; undefined for an error that is of no file */
export function fileTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  return WORDS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}
