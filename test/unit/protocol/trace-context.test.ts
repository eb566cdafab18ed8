// W3C Trace Context 2.2: which `traceparent` names a trace.
import { expect, test } from 'vitest';
import { readTraceParent } from '../../../src/protocol/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test.each([
  ['version 00', `00-${TRACE}-${SPAN}-01`],
  ['flags nobody knows yet', `00-${TRACE}-${SPAN}-fe`],
  ['a later version', `01-${TRACE}-${SPAN}-00`],
  ['a later version with more behind it', `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`],
])('W3C Trace Context 2.2: %s names its trace and the span of the caller', (_, header) => {
  expect(readTraceParent(header)).toEqual({ traceId: TRACE, parentId: SPAN });
});

test('an id may begin with a zero, and a header may have 256 characters', () => {
  const trace = `0${TRACE.slice(1)}`;
  const header = `01-${trace}-${SPAN}-01-`.padEnd(256, 'x');
  expect(readTraceParent(header)).toEqual({ traceId: trace, parentId: SPAN });
  expect(readTraceParent(`${header}x`)).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['the version that is forbidden', `ff-${TRACE}-${SPAN}-01`],
  ['version 00 with more behind it', `00-${TRACE}-${SPAN}-01-more`],
  ['a later version with more behind no hyphen', `01-${TRACE}-${SPAN}-01x`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a caller of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['a short trace', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['a long trace', `00-${TRACE}0-${SPAN}-01`],
  ['no flags', `00-${TRACE}-${SPAN}`],
  ['two headers, as Node joins them', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ['a line of the log', `00-${TRACE}-${SPAN}-01\n{"level":60}`],
  ['a line of the log behind a later version', `01-${TRACE}-${SPAN}-01-\n{"level":60}`],
  ['too much', `01-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`],
])('W3C Trace Context 2.2: %s names no trace', (_, header) => {
  expect(readTraceParent(header)).toBeUndefined();
});
