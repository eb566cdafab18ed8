// The log: JSON lines on standard error, text for people on a terminal (contract 1). Standard output is for answers.
import { type Logger, pino } from 'pino';

export type LoggerOptions = {
  level: string;
  /** The message of the request lines. Only these may wait a moment, to be written together. */
  gathered: string;
};

const STANDARD_ERROR = 2;
/**
 * Maximum number of characters in one write. They are bytes as long as they are ASCII, as in request lines. One write
 * for each request costs as much as reading its access token (decision 38). A pipe may split a longer write
 * (`PIPE_BUF`), and lines of several workers would mix.
 */
const MAX_WRITE_CHARS = 4096;
/** The longest that a request line waits, and so the most that a killed process loses. */
const MAX_WAIT_MS = 200;

export async function createLogger({ level, gathered }: LoggerOptions): Promise<Logger> {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (process.stderr.isTTY !== true) return pino(options, gatherLines(gathered));
  const { PinoPretty } = await import('pino-pretty');
  return pino(options, PinoPretty({ destination: STANDARD_ERROR, sync: true }));
}

/** Writes each line at once, in order, except the lines with this message. */
function gatherLines(gathered: string) {
  const file = pino.destination({ fd: STANDARD_ERROR, sync: true });
  let waiting = '';
  const flush = () => {
    if (waiting !== '') file.write(waiting);
    waiting = '';
  };
  setInterval(flush, MAX_WAIT_MS).unref();
  process.once('exit', () => {
    flush();
    file.flushSync();
  });
  return {
    // Asks pino to leave the message here before it writes the line.
    [Symbol.for('pino.metadata')]: true,
    lastMsg: undefined as string | undefined,
    write(line: string) {
      if (waiting.length + line.length > MAX_WRITE_CHARS) flush();
      waiting += line;
      if (this.lastMsg !== gathered) flush();
    },
  };
}
