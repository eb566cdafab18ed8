// Reads a password from standard input, which keeps it out of the arguments, which every user of the machine can read,
// and out of the shell's history (case P7). Also reads the answer to a question.
import { createInterface } from 'node:readline';

/** Returns the text without the final line break. @throws TypeError when it is not UTF-8 */
export async function readPassword(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  return text.replace(/\r?\n$/, '');
}

/** Returns the first line; empty when there is none. */
export async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}
