// Forms of ours that bring one small file (`form-or-file`): read in memory with exact limits, never written anywhere.
// What is wrong with the file is the form's to tell, so its fields are read however the file is (case N7).
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_LOGO_BYTES } from '../../core/logos/logo.ts';
import { Parameters } from '../../protocol/parameters.ts';
import { httpError } from '../errors/http-error.ts';
import { MAX_FILE_FORM_BYTES, REQUEST_TIMEOUT_MS } from './message-rules.ts';
import { FileForm, isHttp2, type SentFile } from './request-parts.ts';

const LIMITS = {
  files: 1,
  fileSize: MAX_LOGO_BYTES,
  /** Those of our form: its token, its id, what it does, and what it was made from. */
  fields: 4,
  fieldNameSize: 32,
  fieldSize: 128,
  /** All of these and one more: a second file is told as what it is. */
  parts: 6,
  headerPairs: 8,
  headerSize: 4096,
};

/**
 * Lets the routes of this scope take such forms; `formOf` and `fileOf` read them. The reader is loaded here, so that a
 * process without such a route does without it.
 */
export async function readFileForms(scope: FastifyInstance): Promise<void> {
  const { default: multipart } = await import('@fastify/multipart');
  await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
  scope.addHook('preHandler', async (request) => {
    if (request.isMultipart()) request.body = await within(request, read(request));
  });
}

/** @throws 400 where it is no such form, or more than ours */
async function read(request: FastifyRequest): Promise<FileForm> {
  const fields: [string, string][] = [];
  let file: SentFile = { kind: 'none' };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await readFile(part);
      else if (typeof part.value !== 'string' || part.valueTruncated || part.fieldnameTruncated) throw unreadable();
      else fields.push([part.fieldname, part.value]);
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'FST_FILES_LIMIT') throw unreadable();
    file = { kind: 'several' };
  }
  return new FileForm(Parameters.parse(new URLSearchParams(fields).toString()), file);
}

/** A browser sends a nameless, empty file where none was chosen. */
async function readFile(part: MultipartFile): Promise<SentFile> {
  const bytes = await part.toBuffer();
  if (part.file.truncated) return { kind: 'too-large' };
  if (!part.filename && bytes.length === 0) return { kind: 'none' };
  return { kind: 'one', field: part.fieldname, mediaType: part.mimetype.toLowerCase(), bytes };
}

const unreadable = () => httpError(400, 'The form could not be read.');

/**
 * The form, if it is no longer than `MAX_FILE_FORM_BYTES` also where it does not say how long it is, and over HTTP/2
 * whole in time (contract 10; for HTTP/1.1 Node keeps the time). What is too much of it was never kept.
 * @throws 413, 408
 */
async function within(request: FastifyRequest, form: Promise<FileForm>): Promise<FileForm> {
  const { raw } = request;
  let timer: NodeJS.Timeout | undefined;
  let sent = 0;
  const over = new Promise<never>((_, reject) => {
    raw.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (sent > MAX_FILE_FORM_BYTES) reject(httpError(413, undefined, { headers: { connection: 'close' } }));
    });
    if (isHttp2(raw)) timer = setTimeout(() => reject(httpError(408)), REQUEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([form, over]);
  } catch (error) {
    // The answer leaves, then the stream is closed although the browser has not finished.
    if (isHttp2(raw)) raw.stream.once('finish', () => raw.stream.close());
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
