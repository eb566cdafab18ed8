// Carries the trace of a request (`traceparent`) into its log lines, beside our own request id. A header that is not
// valid is as good as none. Nothing is sent on, no span is opened, and nothing is decided by it.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTraceParent } from '../../protocol/trace-context.ts';

/** As OpenTelemetry names them in logs. `span_id` is the caller's span: the server opens none of its own. */
export type TraceFields = { trace_id: string; span_id: string };

export function traceOf({ headers: { traceparent } }: IncomingMessage): TraceFields | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const trace = readTraceParent(traceparent);
  return trace && { trace_id: trace.traceId, span_id: trace.parentId };
}

/** From here on all that is logged of the request names its trace. */
export function logUnderTrace(request: FastifyRequest, reply: FastifyReply): void {
  const trace = traceOf(request.raw);
  if (!trace) return;
  request.log = request.log.child(trace);
  reply.log = request.log;
}
