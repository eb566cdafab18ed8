// Options of Node and Fastify for a host: limits, timeouts, TLS. Fastify's own defaults wait for ever.
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { ClientErrorHandler } from '../wire/client-error.ts';
import {
  HEADERS_TIMEOUT_MS,
  MAX_BODY_BYTES,
  MAX_HEAD_BYTES,
  MAX_URL_BYTES,
  type MessageRules,
  REQUEST_TIMEOUT_MS,
} from '../wire/message-rules.ts';

/** How often Node looks for connections past those timeouts. */
const TIMEOUT_CHECK_MS = 500;
/** For a connection without traffic in either direction. */
const STALLED_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const TLS_HANDSHAKE_TIMEOUT_MS = 10_000;

/** Node's default of 128 would cut off the stream without a response. */
const MAX_HTTP2_HEADERS = 2000;

/** Forward-secret suites only (RFC 9325 4.2); those of TLS 1.3 all are. */
const CIPHERS = [
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384'],
  ...['ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
].join(':');
/** Maximum number of requests in progress on one HTTP/2 connection. */
const MAX_STREAMS = 128;

export type TlsFiles = { tlsCertificateFile: string | undefined; tlsKeyFile: string | undefined };

type ServerParts = {
  tls: TlsFiles;
  logger: FastifyBaseLogger;
  nextRequestId: () => string;
  messageRules: MessageRules;
  clientErrorHandler: ClientErrorHandler;
};

/**
 * No route has a JSON Schema: shapes read bodies, and responses are written by hand. Fastify need not load compilers.
 */
const noCompiler = () => () => {
  throw new Error('Routes of this server are declared without JSON Schemas.');
};
export const WITHOUT_SCHEMAS = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

/** A Fastify instance without routes. With a certificate and a key it speaks HTTP/2 and HTTP/1.1 over TLS. */
export function createServerInstance(parts: ServerParts): FastifyInstance {
  const { logger, nextRequestId, messageRules, clientErrorHandler } = parts;
  const node = {
    maxHeaderSize: MAX_HEAD_BYTES,
    // The message rules check it and answer in the right shape.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  };
  const options = {
    schemaController: WITHOUT_SCHEMAS,
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    requestIdHeader: false as const,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STALLED_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http2SessionTimeout: KEEP_ALIVE_TIMEOUT_MS,
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    // Requests that arrived before the close are answered, and then the connection is closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle' as const,
    clientErrorHandler,
    rewriteUrl: (message: IncomingMessage) => messageRules.readTarget(message),
    routerOptions: {
      // A longer URL is refused before routing.
      maxParamLength: MAX_URL_BYTES,
      // `Parameters` parses the query once the route, and with it the shape of a refusal, is known.
      querystringParser: (text: string) => text as unknown as Record<string, unknown>,
    },
  };
  const tls = readTls(parts.tls);
  if (!tls) {
    const app = fastify({ ...options, http: node }) as unknown as FastifyInstance;
    // By default Node silently drops headers after the thousandth; here headers are limited by size.
    app.server.maxHeadersCount = 0;
    return app;
  }
  const https = {
    ...node,
    ...tls,
    allowHTTP1: true,
    ciphers: CIPHERS,
    maxHeaderListPairs: MAX_HTTP2_HEADERS,
    settings: { maxConcurrentStreams: MAX_STREAMS },
    handshakeTimeout: TLS_HANDSHAKE_TIMEOUT_MS,
  };
  // The types tell HTTP/2 from HTTP/1.1 messages; this server speaks both, and Fastify hides the difference.
  const app = fastify({
    ...options,
    http2: true,
    https,
  } as unknown as FastifyServerOptions) as unknown as FastifyInstance;
  // Node's HTTP/2 server has its own, longer, limits for the HTTP/1.1 it also speaks.
  Object.assign(app.server, {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    maxHeadersCount: 0,
  });
  return app;
}

function readTls({ tlsCertificateFile, tlsKeyFile }: TlsFiles): { cert: Buffer; key: Buffer } | undefined {
  if (tlsCertificateFile === undefined || tlsKeyFile === undefined) return undefined;
  return { cert: readFileSync(tlsCertificateFile), key: readFileSync(tlsKeyFile) };
}
