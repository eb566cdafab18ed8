// The reports of an import: which lines were refused, and what was left out of the others. They stand beside the file,
// or in a folder of their own.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createReportFile, type ReportFile } from '../../outside/account-files/report-file.ts';
import { StartRefused } from '../start-refused.ts';
import { explain } from './file-faults.ts';

export type AccountReports = { refused: ReportFile; notes: ReportFile };

/**
 * Removes the reports of an earlier run, so that none of them is taken for this one's, whatever becomes of this one.
 * @param file of the import; `-` is standard input
 * @param folder is made where it is missing; undefined: beside the file
 * @throws StartRefused when they cannot be removed, or not written; their own methods do so too
 */
export function openAccountReports(file: string, folder: string | undefined): AccountReports {
  const beside = file.replace(/[\\/]+$/, '');
  const name = file === '-' ? 'stdin' : basename(beside);
  const start = folder === undefined ? beside : join(folder, name);
  try {
    if (folder === undefined) requireBeside(beside);
    else mkdirSync(folder, { recursive: true, mode: 0o700 });
    const [refused, notes] = ['refused', 'notes'].map((kind) => createReportFile(`${start}.${kind}.jsonl`));
    requireWritable(dirname(start), folder);
    return { refused: explainedReport(refused as ReportFile), notes: explainedReport(notes as ReportFile) };
  } catch (error) {
    throw explain(error);
  }
}

/** Nothing stands beside a pipe, such as that of `<(…)`. */
function requireBeside(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile() && !found.isDirectory()) {
    throw new StartRefused(`${file}: is no file beside which reports can stand; --report names a folder for them`);
  }
}

/** So that the first refused line is no end of an import that is half done. */
function requireWritable(where: string, folder: string | undefined): void {
  try {
    accessSync(where, constants.W_OK);
  } catch (error) {
    // The import says so of the file itself.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && folder === undefined) return;
    const { message } = explain(error) as Error;
    throw new StartRefused(
      folder === undefined ? `${message}; --report names another folder for the reports` : message,
    );
  }
}

function explainedReport(report: ReportFile): ReportFile {
  const rethrow = (error: unknown) => {
    throw explain(error);
  };
  return {
    path: report.path,
    get entries() {
      return report.entries;
    },
    write: (entry) => report.write(entry).catch(rethrow),
    close: () => report.close().catch(rethrow),
  };
}
