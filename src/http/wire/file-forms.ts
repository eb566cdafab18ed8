// Forms with one small file (`form-or-file`): parsed in memory with strict limits, never written to disk. The page
// reports what is wrong with the file, so the fields are read whatever the file is (case N7).
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
  /** Enough for the form that registers an application, with a redirect URI of any length; about as a form without. */
  fields: 32,
  fieldNameSize: 32,
  fieldSize: 2048,
  /** One more than these, so that a second file is reported as such. */
  parts: 34,
  headerPairs: 8,
  headerSize: 4096,
};

/**
 * Lets the routes of this scope accept such forms; `formOf` and `fileOf` read them. The parser is loaded here, because
 * only processes with such a route need it.
 */
export async function readFileForms(scope: FastifyInstance): Promise<void> {
  const { default: multipart } = await import('@fastify/multipart');
  await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
  scope.addHook('preHandler', async (request) => {
    if (request.isMultipart()) request.body = await within(request, read(request));
  });
}

/** @throws 400 if the form is malformed or exceeds the limits */
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

/** If no file was chosen, browsers send an empty one without a name. */
async function readFile(part: MultipartFile): Promise<SentFile> {
  const bytes = await part.toBuffer();
  if (part.file.truncated) return { kind: 'too-large' };
  if (!part.filename && bytes.length === 0) return { kind: 'none' };
  return { kind: 'one', field: part.fieldname, mediaType: part.mimetype.toLowerCase(), bytes };
}

const unreadable = () => httpError(400, 'The form could not be read.');

/**
 * Limits the form to `MAX_FILE_FORM_BYTES` also if it has no Content-Length, and over HTTP/2 limits its time (contract
 * 10; for HTTP/1.1 Node does). The parser keeps nothing beyond its own limits.
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
    // After the response, the stream is closed although the browser is still sending.
    if (isHttp2(raw)) raw.stream.once('finish', () => raw.stream.close());
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
