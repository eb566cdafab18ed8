// Responses that are the same for everybody while the process runs. They are compressed once for each content coding,
// on the first request for it. Nothing else is compressed: the length of a compressed response reveals what a secret in
// it has in common with the request (BREACH; docs/decisions/0036-what-is-compressed.md).
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpError } from '../errors/http-error.ts';
import { isKnown, tagOfText } from './entity-tags.ts';

export type ConstantBody = {
  text: string;
  type: string;
  cacheControl: string;
  /** With an ETag. Not needed if the path changes with the content. */
  isTagged?: true;
};

/** In order of preference. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];

/** A smaller body fits in one packet uncompressed. */
const MIN_BYTES = 1000;
const BROTLI = { params: { [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT } };
const COMPRESS: Readonly<Record<Coding, (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
};

export type SendConstant = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The handler of a GET route. */
export function sendConstant({ text, type, cacheControl, isTagged }: ConstantBody): SendConstant {
  const tag = isTagged && tagOfText(text);
  const isOffered = Buffer.byteLength(text) >= MIN_BYTES;
  const made: { [C in Coding]?: Promise<Buffer> } = {};
  return async (request, reply) => {
    const coding = isOffered ? codingFor(request) : 'identity';
    reply.header('cache-control', cacheControl);
    if (isOffered) reply.header('vary', 'Accept-Encoding');
    const ownTag = tag && tagOf(tag, coding);
    if (ownTag) reply.header('etag', ownTag);
    if (ownTag && isKnown(request, ownTag)) return reply.code(304).send();
    reply.type(type);
    if (coding === 'identity') return reply.send(text);
    made[coding] ??= COMPRESS[coding](text);
    return reply.header('content-encoding', coding).send(await made[coding]);
  };
}

/** Each coding has its own bytes, and so its own strong ETag (RFC 9110 8.8.3.3). */
const tagOf = (tag: string, coding: Coding | 'identity'): string =>
  coding === 'identity' ? tag : `${tag.slice(0, -1)}-${coding}"`;

/**
 * The coding with the greatest weight (RFC 9110 12.5.3). The uncompressed body is acceptable unless the header excludes
 * it.
 * @throws 406 if no coding is acceptable
 */
function codingFor({ headers }: FastifyRequest): Coding | 'identity' {
  const weights = weightsIn(String(headers['accept-encoding'] ?? ''));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.0001 : 0);
  const [best] = [...CODINGS, 'identity' as const]
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  if (best) return best;
  throw httpError(
    406,
    `This resource is available with the content codings ${CODINGS.join(' and ')}, or uncompressed.`,
    {
      headers: { vary: 'Accept-Encoding' },
    },
  );
}

/** Malformed elements are ignored. */
function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',')) {
    const [, coding, weight = '1'] = /^\s*([\w*-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(element) ?? [];
    // x-gzip is gzip (RFC 9110 8.4.1.3).
    if (coding) weights.set(coding.replace(/^x-/, ''), Number(weight));
  }
  return weights;
}
