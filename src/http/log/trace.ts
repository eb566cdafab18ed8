// Adds the trace of a request (`traceparent`) to its log lines, beside the request id. An invalid header is ignored.
// The trace is not sent on, opens no span and decides nothing.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTraceParent } from '../../protocol/trace-context.ts';

/** Fields as OpenTelemetry names them in logs. `span_id` is the caller's span: the server opens none of its own. */
export type TraceFields = { trace_id: string; span_id: string };

export function traceOf({ headers: { traceparent } }: IncomingMessage): TraceFields | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const trace = readTraceParent(traceparent);
  return trace && { trace_id: trace.traceId, span_id: trace.parentId };
}

/** Adds the trace to everything that is logged about the request from now on. */
export function addTraceToLog(request: FastifyRequest, reply: FastifyReply): void {
  const trace = traceOf(request.raw);
  if (!trace) return;
  request.log = request.log.child(trace);
  reply.log = request.log;
}
