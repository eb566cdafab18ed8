// docs/operations is held against what the server tells: the table of metrics, every metric that dashboard and alerts
// ask for, every alert's explanation, and the fields of the log.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { givenSources } from '../../wire/metric-sources.ts';
import { request, startHost } from '../../wire/raw-host.ts';

const read = (name: string) => readFileSync(new URL(`../../../docs/operations/${name}`, import.meta.url), 'utf8');
const page = read('README.md');
type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
};
const alerts = (parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
type Panel = { id: number; type: string; title: string; gridPos: Place; targets?: { refId: string; expr: string }[] };
type Place = { x: number; y: number; w: number; h: number };
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
const asked = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr })));
const expressions = [...asked, ...alerts.map(({ alert, expr }) => ({ of: alert, expr }))];

type Family = { name: string; help: string; type: string };
let families: Family[];
/** Names with the endings that a histogram's lines have. */
let series: ReadonlySet<string>;
let lines: string[];
beforeAll(async () => {
  const metrics = createMetrics(givenSources(), 'primary');
  metrics.observe('auth')({ method: 'GET', route: '/login', status: 200, durationMs: 1 });
  const text = await metrics.registry.metrics();
  lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const declared = text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm);
  families = [...declared].map(([, name = '', help = '', type = '']) => ({ name, help, type }));
  const endings = (type: string) => (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']);
  series = new Set(families.flatMap(({ name, type }) => endings(type).map((ending) => name + ending)));
});

/** Of PromQL: what is neither a string, a selector, a list of labels, a range nor a number. */
const wordsOf = (expr: string): string[] =>
  expr
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .match(/[a-zA-Z_][\w:]*(?:\s*\()?/g) ?? [];
const WORDS = new Set(['and', 'or', 'unless', 'e6']);
const FUNCTIONS = new Set(['sum', 'max', 'rate', 'increase', 'changes', 'histogram_quantile']);
/** Prometheus' own. */
const OF_PROMETHEUS = new Set(['up']);

describe('metrics', () => {
  test('the table has every metric of ours with its type, its labels and its words, in order, and no other', () => {
    const rows = page.matchAll(/^\| `(latchkey_\w+)` \| (\w+) \| (.*?) ?\| (.*) \|$/gm);
    const told = [...rows].map(([, name, type, labels, help]) => ({ name, type, labels, help }));
    const labelsOf = (name: string): string => {
      const line = lines.find((one) => new RegExp(`^${name}(_bucket)?\\{`).test(one)) ?? '';
      const names = [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label);
      const own = names.filter((label) => label !== 'worker' && label !== 'le');
      return own.map((label) => `\`${label}\``).join(', ');
    };
    const ours = families.filter(({ name }) => name.startsWith('latchkey_'));
    expect(ours.length).toBeGreaterThan(15);
    expect(told).toEqual(ours.map(({ name, type, help }) => ({ name, type, labels: labelsOf(name), help })));
  });

  test('names keep Prometheus’ conventions: base units, _total for counters and for nothing else', () => {
    for (const { name, type } of families.filter(({ name }) => name.startsWith('latchkey_'))) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kib|percent)(_|$)/);
    }
  });

  test('other metrics that the page names exist', () => {
    const named = [...page.matchAll(/\b(?:latchkey|process|nodejs)_\w+/g)].map(([name]) => name);
    const known = new Set([...series, ...families.map(({ name }) => name)]);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('dashboard and alerts', () => {
  test.each(expressions)('$of asks only for metrics that there are: $expr', ({ expr }) => {
    const words = wordsOf(expr).filter((word) => !WORDS.has(word));
    const functions = words.filter((word) => word.endsWith('(')).map((word) => word.slice(0, -1).trim());
    expect(functions.filter((name) => !FUNCTIONS.has(name))).toEqual([]);
    const metrics = words.filter((word) => !word.endsWith('('));
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !series.has(name) && !OF_PROMETHEUS.has(name))).toEqual([]);
  });

  test.each(expressions)('$of names only outcomes, reasons and states that there are: $expr', ({ expr }) => {
    for (const [, metric, matchers = ''] of expr.matchAll(/(\w+)\{([^}]*)\}/g)) {
      for (const [, label, value] of matchers.matchAll(/(outcome|reason|state)!?="([^"]*)"/g)) {
        const found = lines.filter((line) => line.startsWith(`${metric}{`) && line.includes(`${label}="${value}"`));
        expect([metric, label, value, found.length]).toEqual([metric, label, value, 1]);
      }
    }
  });

  test('parentheses and braces are closed', () => {
    for (const { expr } of expressions) {
      for (const [open, close] of ['()', '{}', '[]']) {
        expect([expr, expr.split(open ?? '').length]).toEqual([expr, expr.split(close ?? '').length]);
      }
    }
  });

  test('every alert is explained on the page under its name, in the same order, and nothing else is', () => {
    const explained = [...page.matchAll(/^### (\w+)\n(.+)$/gm)].map(([, name]) => name);
    expect(explained).toEqual(alerts.map(({ alert }) => alert));
    expect(new Set(explained).size).toBe(explained.length);
  });

  test('every alert has a severity and a summary, and none is for one sample of a thing that comes and goes', () => {
    for (const { alert, expr, labels, annotations, for: duration } of alerts) {
      expect([alert, ['critical', 'warning'].includes(labels.severity)]).toEqual([alert, true]);
      expect(annotations.summary.length).toBeGreaterThan(20);
      expect([alert, duration !== undefined || /increase|changes/.test(expr)]).toEqual([alert, true]);
    }
  });

  test('the dashboard shows every metric of ours', () => {
    const shown = new Set(asked.flatMap(({ expr }) => wordsOf(expr)));
    const missing = families.filter(({ name, type }) => {
      if (!name.startsWith('latchkey_')) return false;
      return !(type === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name]).some((one) => shown.has(one));
    });
    expect(missing).toEqual([]);
  });

  test('its panels have ids of their own, stand inside the 24 columns and on nobody else', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [index, { gridPos: a }] of panels.entries()) {
      expect(a.x + a.w).toBeLessThanOrEqual(24);
      for (const { gridPos: b } of panels.slice(index + 1)) {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
        expect([a, b, apart]).toEqual([a, b, true]);
      }
    }
  });
});

describe('the log', () => {
  test('every field of a finished request is explained on the page', async () => {
    const explained = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    const host = await startHost();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await request(host.port, '/things/x', { headers: { Traceparent: traceparent } });
    await host.stop();
    const line = host.log.find(({ msg }) => msg === 'request');
    // Of the test's logger; the program's leaves them out.
    const { pid: _pid, hostname: _hostname, ...fields } = line ?? {};
    expect(Object.keys(fields)).toContain('trace_id');
    expect(Object.keys(fields).filter((name) => !explained.includes(name))).toEqual([]);
  });
});
