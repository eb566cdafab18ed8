// Makes stack traces of the built program name files and lines of `src`. Node's own source map support does not cover
// code that `vm.Script` runs, and would read the map at each start. This module reads it with the first stack trace
// that is formatted (docs/decisions/0018-one-bundle.md).
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename } from 'node:path';

/** @param program the path of the bundle, with its map beside it */
export function nameSourceLines(program: string): void {
  const name = basename(program);
  let map: SourceMap | undefined;
  const lineOf = (line: number, column: number): string | undefined => {
    map ??= readMap(`${program}.map`);
    const found = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in found) || found.originalSource === undefined) return undefined;
    return `${found.originalSource.replace(/^(?:\.\.\/)+/, '')}:${found.originalLine + 1}`;
  };
  const describe = (frame: NodeJS.CallSite): string => {
    const text = String(frame);
    const file = frame.getFileName();
    // Code from the cache has the path of the bundle at build time.
    if (!file || basename(file) !== name) return text;
    const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
    const source = lineOf(line, column);
    return source === undefined ? text : text.replace(`${file}:${line}:${column}`, source);
  };
  Error.prepareStackTrace = (error, frames) => [titleOf(error), ...frames.map(describe)].join('\n    at ');
}

/** Returns an empty map where the file is missing: stack traces then name lines of the bundle. */
function readMap(path: string): SourceMap {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return new SourceMap({
      file: '',
      version: 3,
      sources: [],
      sourcesContent: [],
      names: [],
      mappings: '',
      sourceRoot: '',
    });
  }
}

/** The first line of a stack trace, as V8 writes it. Node's errors put their code in it. */
function titleOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
