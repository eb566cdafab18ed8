// A password given on standard input: neither in the arguments, which every user of the machine can read, nor in the
// shell's history (case P7). Or the answer to a question.
import { createInterface } from 'node:readline';

/** The text without the line's end. @throws TypeError when it is no UTF-8 */
export async function readPassword(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  return text.replace(/\r?\n$/, '');
}

/** The first line; empty where there is none. */
export async function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}
