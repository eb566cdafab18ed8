// The entries of the audit as rows, and the addresses of its pages with their filters.
import type { ComponentChildren } from 'preact';
import type { AuditFilter } from '../../../core/audit/audit-store.ts';
import type { Messages } from '../../messages/messages-for.ts';
import type { Language } from '../../parts/page.ts';
import { ownPath, showText } from '../../parts/safe-text.ts';
import { TimeText } from '../../parts/time-text.tsx';
import { Pager } from '../parts/console-parts.tsx';

/** A page of the audit: where it is, and what it is narrowed to. */
export type AuditPlace = { path: string; filter: AuditFilter };

/** @param more replaces filters; `before`: the entry that the page begins behind */
export function auditHref({ path, filter }: AuditPlace, more: AuditFilter & { before?: number } = {}): string {
  const { applicationId, accountId, subjectId, action, before } = { ...filter, ...more };
  const given = Object.entries({ application: applicationId, account: accountId, subject: subjectId, action, before });
  const parameters = given.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return ownPath(parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`);
}

export const isNarrowed = ({ filter }: AuditPlace): boolean =>
  Object.values(filter).some((value) => value !== undefined);

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
              {messages.audit.refused} {showText(entry.refusal)}
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
          {isEmpty ? `${words.noneFound} ` : null}
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
