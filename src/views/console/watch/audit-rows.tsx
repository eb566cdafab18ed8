// The entries of the audit as rows, the fields that narrow them to a time, and the addresses of its pages with their
// filters.
import type { ComponentChildren } from 'preact';
import type { AuditFilter } from '../../../core/audit/audit-store.ts';
import type { AuditPeriod } from '../../../core/audit/read-period.ts';
import type { Messages } from '../../messages/messages-for.ts';
import { Field } from '../../parts/form.tsx';
import type { Language } from '../../parts/page.ts';
import { ownPath, showText } from '../../parts/safe-text.ts';
import { TimeText } from '../../parts/time-text.tsx';
import { Pager } from '../parts/console-parts.tsx';

/** A page of the audit: where it is, and what it is narrowed to. */
export type AuditPlace = { path: string; filter: AuditFilter; period: AuditPeriod };

/** @param more replaces filters; `before`: the entry that the page begins behind */
export function auditHref({ path, filter, period }: AuditPlace, more: AuditFilter & { before?: number } = {}): string {
  const { applicationId, accountId, subjectId, action, before } = { ...filter, ...more };
  const { from, to } = period;
  const ids = { application: applicationId, account: accountId, subject: subjectId };
  const given = Object.entries({ ...ids, action, from, to, before });
  const parameters = given.flatMap(([name, value = '']) => (value === '' ? [] : [[name, String(value)]]));
  return ownPath(parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`);
}

export const isNarrowed = ({ filter, period: { from, to } }: AuditPlace): boolean =>
  Object.values({ ...filter, from: from || undefined, to: to || undefined }).some((value) => value !== undefined);

/** `from` and `to`. */
export const PeriodFields = ({ of, messages }: { of: AuditPeriod; messages: Messages }) => {
  const words = messages.audit;
  return (['from', 'to'] as const).map((name) => {
    const fault = of.faults[name];
    return (
      <Field
        key={name}
        name={name}
        label={words.fields[name]}
        value={of[name]}
        hint={words.periodHints[name]}
        fault={fault && words.periodFaults[fault]}
        autocomplete="off"
        plain
      />
    );
  });
};

type Fact = readonly [label: string, value: ComponentChildren];

/** An id or a word of this server; with `href` it leads to the entries that have it too. */
export const Coded = ({ of, href }: { of: string; href?: string | undefined }) => {
  const code = <code>{showText(of)}</code>;
  return href === undefined ? code : <a href={href}>{code}</a>;
};

/** @param props `who`: who acted; `facts`: those without a value are left out */
export const AuditRow = (props: {
  entry: { at: number; action: string; refusal?: string | undefined };
  at: AuditPlace;
  who: ComponentChildren;
  facts: readonly (Fact | undefined)[];
  messages: Messages;
  language: Language;
}) => {
  const { entry, messages } = props;
  const facts = props.facts.filter((fact) => fact !== undefined);
  return (
    <li>
      <div>
        <p>
          <Coded of={entry.action} href={auditHref(props.at, { action: entry.action })} />{' '}
          {entry.refusal === undefined ? null : (
            <span class="badge warn">
              {messages.audit.refused} <bdi>{showText(entry.refusal)}</bdi>
            </span>
          )}
        </p>
        <p class="hint">
          <TimeText moment={entry.at} language={props.language} /> · {props.who}
        </p>
        {facts.length === 0 ? null : (
          <p class="hint">
            {facts.map(([label, value], index) => (
              <span key={label}>
                {index === 0 ? '' : ' · '}
                {label}: {value}
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  );
};

/** The rows, or why there are none, and links to the pages before and after. */
export const AuditRows = (props: {
  at: AuditPlace;
  rows: readonly ComponentChildren[];
  later: boolean;
  nextBefore: number | undefined;
  messages: Messages;
}) => {
  const { at, rows, nextBefore, messages } = props;
  const words = messages.audit;
  const isEmpty = rows.length === 0;
  return (
    <>
      {at.filter.action === undefined ? null : (
        <p>
          {words.onlyAction} <code>{showText(at.filter.action)}</code>
        </p>
      )}
      {isNarrowed(at) ? (
        <p>
          {isEmpty && Object.keys(at.period.faults).length === 0 ? `${words.noneFound} ` : null}
          <a href={ownPath(at.path)}>{words.showAll}</a>
        </p>
      ) : null}
      {isEmpty && !isNarrowed(at) ? (
        <div class="empty">
          <p>
            <b>{words.empty}</b>
          </p>
          <p class="hint">{words.emptyHint}</p>
        </div>
      ) : null}
      {isEmpty ? null : <ul class="rows">{rows}</ul>}
      <Pager
        links={[
          [props.later ? auditHref(at) : undefined, messages.console.first],
          [nextBefore === undefined ? undefined : auditHref(at, { before: nextBefore }), messages.console.more],
        ]}
        messages={messages}
      />
    </>
  );
};
