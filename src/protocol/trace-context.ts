// Reads `traceparent` of W3C Trace Context (Recommendation, 23 November 2021), so that the log lines of a request can
// be found by its trace. Anybody may send any ids: they are only logged, and decide nothing.

/** Ids in lower-case hexadecimal. */
export type TraceParent = {
  /** 32 digits: the trace of which the request is a part. */
  traceId: string;
  /** 16 digits: the caller's span. */
  parentId: string;
};

/** Sections 2.2.2 to 2.2.5. A version later than 00 may have more, after a hyphen. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-[\x21-\x7e]*)?$/;
const MAX_CHARACTERS = 256;

/** @returns undefined for anything that is not one valid header, which is ignored, as 4.2 demands */
export function readTraceParent(header: string): TraceParent | undefined {
  if (header.length > MAX_CHARACTERS) return undefined;
  const [, version, traceId, parentId, more] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || parentId === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, parentId };
}
