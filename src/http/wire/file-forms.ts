// Forms with one file (`form-or-file`, `form-or-picture`): parsed in memory with strict limits, never written to disk.
// The page reports what is wrong with the file, so the fields are read whatever the file is (case N7).
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_LOGO_BYTES } from '../../core/ground/logos/logo.ts';
import { MAX_PICTURE_BYTES } from '../../core/people/pictures/picture.ts';
import { Parameters } from '../../protocol/parameters.ts';
import { httpError } from '../errors/http-error.ts';
import {
  MAX_FILE_FORM_BYTES,
  MAX_PICTURE_FORM_BYTES,
  PICTURE_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
} from './message-rules.ts';
import { FileForm, isHttp2, type SentFile } from './request-parts.ts';
import { liftTimeLimit } from './slow-bodies.ts';

const LIMITS = {
  files: 1,
  /** Enough for the form that registers an application, with a redirect URI of any length; about as a form without. */
  fields: 32,
  fieldNameSize: 32,
  fieldSize: 2048,
  /** One more than these, so that a second file is reported as such. */
  parts: 34,
  headerPairs: 8,
  headerSize: 4096,
};

const FILE_BYTES = { 'form-or-file': MAX_LOGO_BYTES, 'form-or-picture': MAX_PICTURE_BYTES };

/**
 * Lets the routes of this scope accept such forms; `formOf` and `fileOf` read them. The parser is loaded here, because
 * only processes with such a route need it.
 */
export async function readFileForms(scope: FastifyInstance, kind: keyof typeof FILE_BYTES): Promise<void> {
  const { default: multipart } = await import('@fastify/multipart');
  const limits = { ...LIMITS, fileSize: FILE_BYTES[kind] };
  await scope.register(multipart, { limits, throwFileSizeLimit: false });
  if (kind === 'form-or-picture') return;
  scope.addHook('preHandler', async (request) => {
    const most = { bytes: MAX_FILE_FORM_BYTES, milliseconds: isHttp2(request.raw) ? REQUEST_TIMEOUT_MS : undefined };
    if (request.isMultipart()) request.body = await within(request, most, read(request));
  });
}

const PICTURE_FORM = { bytes: MAX_PICTURE_FORM_BYTES, milliseconds: PICTURE_TIMEOUT_MS, byTurns: true };

/**
 * Reads the multipart form of a `form-or-picture` route, for `formOf` and `fileOf`. The handler calls it when there is
 * room for the file.
 * @param take gets each part of the file as it comes, and `fileOf` has none
 * @throws 400, 408, 413
 */
export async function readPictureForm(request: FastifyRequest, take: (part: Buffer) => void): Promise<void> {
  request.body = await within(request, PICTURE_FORM, read(request, take));
}

/**
 * Receives such a form and keeps nothing of it, before a refusal: many browsers do not show a response that comes while
 * they are still sending.
 * @throws 408, 413
 */
export function discardPictureForm({ raw }: FastifyRequest): Promise<void> {
  const received = new Promise<void>((resolve) => {
    raw.once('end', resolve).once('close', resolve).resume();
  });
  return within({ raw }, PICTURE_FORM, received);
}

/** Lifts Node's limit for a request whose handler waits for room and then reads the form, which has its own. */
export async function withoutTimeLimit<Result>({ raw }: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  const limitAgain = isHttp2(raw) ? () => {} : liftTimeLimit(raw);
  try {
    return await work();
  } finally {
    limitAgain();
  }
}

/** @throws 400 if the form is malformed or exceeds the limits */
async function read(request: FastifyRequest, take?: (part: Buffer) => void): Promise<FileForm> {
  const fields: [string, string][] = [];
  let file: SentFile = { kind: 'none' };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await readFile(part, take);
      else if (typeof part.value !== 'string' || part.valueTruncated || part.fieldnameTruncated) throw unreadable();
      else fields.push([part.fieldname, part.value]);
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'FST_FILES_LIMIT') throw unreadable();
    file = { kind: 'several' };
  }
  return new FileForm(Parameters.parse(new URLSearchParams(fields).toString()), file);
}

/** If no file was chosen, browsers send an empty one without a name. */
async function readFile(part: MultipartFile, take?: (part: Buffer) => void): Promise<SentFile> {
  const parts: Buffer[] = [];
  const keep = take ?? ((bytes) => parts.push(bytes));
  let isEmpty = true;
  for await (const bytes of part.file) {
    isEmpty = false;
    keep(bytes);
  }
  if (part.file.truncated) return { kind: 'too-large' };
  if (!part.filename && isEmpty) return { kind: 'none' };
  return { kind: 'one', field: part.fieldname, mediaType: part.mimetype.toLowerCase(), parts };
}

const unreadable = () => httpError(400, 'The form could not be read.');

/**
 * Limits the bytes of the form also if it has no Content-Length, and its time where Node does not (contract 10). The
 * parser keeps nothing beyond its own limits.
 * @param most `byTurns`: one chunk in each turn of the event loop; otherwise one turn can take megabytes, while every
 *   other request waits
 * @throws 413, 408
 */
async function within<Form>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  most: { bytes: number; milliseconds: number | undefined; byTurns?: boolean },
  form: Promise<Form>,
): Promise<Form> {
  let timer: NodeJS.Timeout | undefined;
  let sent = 0;
  const over = new Promise<never>((_, reject) => {
    raw.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (sent > most.bytes) reject(httpError(413, undefined, { headers: { connection: 'close' } }));
      if (most.byTurns) {
        raw.pause();
        setImmediate(() => raw.resume());
      }
    });
    const { milliseconds } = most;
    if (milliseconds !== undefined) timer = setTimeout(() => reject(httpError(408)), milliseconds);
  });
  try {
    return await Promise.race([form, over]);
  } catch (error) {
    // After the response, the stream is closed although the browser is still sending.
    if (isHttp2(raw)) raw.stream.once('finish', () => raw.stream.close());
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
