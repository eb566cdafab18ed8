// Request bodies: which type and size a route accepts, and the parsers (contract 9). Fastify is lenient about malformed
// content types, so the whole header is compared before a parser sees the body.
import type { IncomingMessage } from 'node:http';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify';
import { MAX_LOGO_BYTES } from '../../core/ground/logos/logo.ts';
import { LOGO_TYPES, type LogoType } from '../../core/ground/logos/logo-image.ts';
import { httpError } from '../errors/http-error.ts';
import type { BodyKind, RouteMethod } from '../routes/route.ts';
import { requireAcceptable } from './accept.ts';
import { parseJson } from './json-body.ts';
import {
  MAX_BODY_BYTES,
  MAX_FILE_FORM_BYTES,
  MAX_PICTURE_FORM_BYTES,
  NEVER_WITH_BODY,
  REQUEST_TIMEOUT_MS,
} from './message-rules.ts';
import { hasBody, isHttp2, parseParameters } from './request-parts.ts';
import { limitBodyTime } from './slow-bodies.ts';

const typePattern = (type: string) => new RegExp(`^${type}[ \\t]*(?:;[ \\t]*charset=(?:utf-8|"utf-8")[ \\t]*)?$`, 'i');
const FORM = { name: 'application/x-www-form-urlencoded', pattern: typePattern('application/x-www-form-urlencoded') };
const JSON_TYPE = { name: 'application/json', pattern: typePattern('application/json') };
const MERGE_PATCH = { name: 'application/merge-patch+json', pattern: typePattern('application/merge-patch\\+json') };
/** RFC 7396. Most clients send a merge patch as plain JSON. */
const MERGE_PATCH_OR_JSON = {
  name: `${MERGE_PATCH.name} or ${JSON_TYPE.name}`,
  pattern: new RegExp(`${MERGE_PATCH.pattern.source}|${JSON_TYPE.pattern.source}`, 'i'),
};
const ACCEPT_PATCH = { headers: { 'accept-patch': `${MERGE_PATCH.name}, ${JSON_TYPE.name}` } };
const IMAGE = { name: LOGO_TYPES.join(' or '), pattern: new RegExp(`^(?:${LOGO_TYPES.join('|')})$`, 'i') };
/** The boundary follows RFC 2046 5.1.1. */
const FILE_FORM = /^multipart\/form-data[ \t]*;[ \t]*boundary=(?:[\w'()+,./:=?-]{1,70}|"[\w'()+,./:=? -]{1,70}")$/i;
const FORM_OR_FILE = {
  name: `${FORM.name} or multipart/form-data`,
  pattern: new RegExp(`${FORM.pattern.source}|${FILE_FORM.source}`, 'i'),
};
const TYPES: Readonly<Record<Exclude<BodyKind, 'none'>, { name: string; pattern: RegExp }>> = {
  form: FORM,
  'form-or-file': FORM_OR_FILE,
  'form-or-picture': FORM_OR_FILE,
  'optional-form': FORM,
  json: JSON_TYPE,
  'optional-json': JSON_TYPE,
  'merge-patch': MERGE_PATCH_OR_JSON,
  image: IMAGE,
};

/**
 * The parsers of the host, besides those of forms with a file. They replace Fastify's, which accept what contract 9
 * refuses. Forms are read by the parser of queries: checks can be bypassed where two parsers differ.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([JSON_TYPE.name, MERGE_PATCH.name], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const mayBeEmpty = request.routeOptions.config.body === 'optional-json';
    done(null, body.length === 0 && mayBeEmpty ? undefined : parseJson(body));
  });
  app.addContentTypeParser([...LOGO_TYPES], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.register(formbody, { parser: parseParameters });
}

/** The size limit of bodies of the route, chunked ones included. */
export const mostBytes = ({ body, mostBytes: most }: Pick<RouteMethod, 'body' | 'mostBytes'>): number =>
  most ?? (body === 'image' ? MAX_LOGO_BYTES : MAX_BODY_BYTES);

/** The type of an `image` body. `checkBody` has refused all others. */
export function imageTypeOf(request: FastifyRequest): LogoType {
  const type = LOGO_TYPES.find((known) => known === request.headers['content-type']?.toLowerCase());
  if (!type) throw new Error('The route is not declared for images.');
  return type;
}

/**
 * The checks between access and body: the route's own check of the resource, `Accept`, then the size and type of the
 * body (contract 3, order of checks). Most GET routes have none of them, and no hook.
 */
export function beforeBody(name: string, method: RouteMethod): { preParsing?: preParsingHookHandler } {
  const { beforeBody: look, produces } = method;
  if (NEVER_WITH_BODY.has(name) && !look && !produces) return {};
  const check = (request: FastifyRequest): void => {
    if (produces) requireAcceptable(request, produces);
    checkBody(request, method);
  };
  if (look) {
    return {
      preParsing: (request, reply, payload, done) => {
        new Promise((resolve) => resolve(look(request)))
          .then(() => check(request))
          .then(() => done(null, bodyOf(request, reply, payload)), done);
      },
    };
  }
  return {
    preParsing: (request, reply, payload, done) => {
      try {
        check(request);
      } catch (error) {
        return done(error as Error);
      }
      done(null, bodyOf(request, reply, payload));
    },
  };
}

/** Of a form with a file; undefined: the body is none. */
function mostFileFormBytes(kind: BodyKind | undefined, type: string | undefined): number | undefined {
  if (!FILE_FORM.test(type ?? '')) return undefined;
  if (kind === 'form-or-picture') return MAX_PICTURE_FORM_BYTES;
  return kind === 'form-or-file' ? MAX_FILE_FORM_BYTES : undefined;
}

const awaitingContinue = new WeakSet<IncomingMessage>();

/** `100 Continue` is sent only when the body is about to be read (RFC 9110 10.1.1). */
export const awaitContinue = (message: IncomingMessage): void => {
  awaitingContinue.add(message);
};

/** The body to parse, after all checks. Forms with a file have a time limit of their own (`file-forms.ts`). */
function bodyOf(request: FastifyRequest, reply: FastifyReply, payload: RequestPayload): RequestPayload {
  const { raw, routeOptions } = request;
  if (awaitingContinue.has(raw)) reply.raw.writeContinue();
  const { body } = routeOptions.config;
  const isFileForm = mostFileFormBytes(body, raw.headers['content-type']) !== undefined;
  return !isHttp2(raw) || !hasBody(raw) || isFileForm
    ? payload
    : limitBodyTime(raw as IncomingMessage, REQUEST_TIMEOUT_MS);
}

/** What the refusal of a body that is too large says, where there is a special limit. */
const TOO_LARGE: Readonly<Partial<Record<BodyKind, string>>> = {
  image: 'The image is larger than 48 KiB.',
  'form-or-picture': 'The file is larger than 8 MB.',
};

function checkBody(request: FastifyRequest, method: RouteMethod): void {
  const { body: kind } = method;
  const { headers } = request;
  const type = headers['content-type'];
  const sent = hasBody(request.raw);
  if (!sent && (kind === 'json' || kind === 'merge-patch'))
    throw httpError(400, 'This request requires a JSON body.', { code: 'body-missing' });
  if (!sent && kind === 'image') throw httpError(400, `This request requires ${IMAGE.name}.`, { code: 'body-missing' });
  if (!sent && (type === undefined || kind === 'none')) return;
  if (kind === 'none')
    throw httpError(400, 'This request must not have a body.', {
      code: 'body-unexpected',
      headers: { connection: 'close' },
    });
  const most = mostFileFormBytes(kind, type) ?? mostBytes(method);
  if (Number(headers['content-length'] ?? 0) > most) {
    throw httpError(
      413,
      method.mostBytes ? `The body is larger than ${method.mostBytes / 1024} KiB.` : TOO_LARGE[kind],
      {
        headers: { connection: 'close' },
      },
    );
  }
  const wanted = TYPES[kind];
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    throw httpError(415, 'The body must not be compressed.');
  if (wanted.pattern.test(type ?? '')) return;
  if (kind === 'image') throw httpError(415, `The body must be ${wanted.name}.`);
  throw httpError(415, `The body must be ${wanted.name}, in UTF-8.`, kind === 'merge-patch' ? ACCEPT_PATCH : {});
}
