// The log: JSON lines on standard error, text for people on a terminal (contract 1). Standard output is for answers.
import { type Logger, pino } from 'pino';

export type LoggerOptions = {
  level: string;
};

const STANDARD_ERROR = 2;

export async function createLogger({ level }: LoggerOptions): Promise<Logger> {
  const pretty = process.stderr.isTTY === true;
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!pretty) return pino(options, pino.destination({ fd: STANDARD_ERROR, sync: true }));
  const { PinoPretty } = await import('pino-pretty');
  return pino(options, PinoPretty({ destination: STANDARD_ERROR, sync: true }));
}
