// Opens the files that an import reads and writes, and the file of an export.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SourceLine } from '../core/account-files/import-accounts.ts';
import { readJsonLines } from '../outside/account-files/json-lines.ts';
import { createReportFile, type ReportFile } from '../outside/account-files/report-file.ts';
import { StartRefused } from './start-refused.ts';

export const FORMATS = ['jsonl'] as const;
export type AccountFormat = (typeof FORMATS)[number];

export type AccountFiles = {
  lines: AsyncIterable<SourceLine>;
  /** Whether values that only this server refuses are left out of a line. */
  lenient: boolean;
  refused: ReportFile;
  notes: ReportFile;
};

/** @throws StartRefused when a file cannot be read or written */
export function openAccountFiles({ file }: { file: string }): AccountFiles {
  const beside = file.replace(/[\\/]+$/, '');
  return {
    lines: explained(jsonLines(file)),
    lenient: false,
    refused: createReportFile(`${beside}.refused.jsonl`),
    notes: createReportFile(`${beside}.notes.jsonl`),
  };
}

async function* jsonLines(file: string): AsyncGenerator<SourceLine> {
  for await (const { line, content } of readJsonLines(file)) yield { at: { line }, content };
}

async function* explained(lines: AsyncIterable<SourceLine>): AsyncGenerator<SourceLine> {
  try {
    yield* lines;
  } catch (error) {
    throw isFileError(error) ? new StartRefused(error.message, { cause: error }) : error;
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error;

/**
 * Writes JSON Lines into a new file that only its owner can read. A file that could not be finished is removed.
 * @throws StartRefused when the file exists or cannot be written
 */
export async function writeAccountFile(path: string, lines: AsyncIterable<object>): Promise<void> {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(Readable.from(textOf(lines)), stream);
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    if (!exists) await rm(path, { force: true });
    throw isFileError(error) ? new StartRefused(error.message, { cause: error }) : error;
  }
}

export async function* textOf(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
