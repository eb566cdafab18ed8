// The pages of the audit: what narrows the list, its entries as sentences with their ids behind a disclosure, and the
// export of what the list is narrowed to.
import type { ComponentChildren } from 'preact';
import type { AuditKind } from '../../../core/server/audit/audit-actions.ts';
import type { AuditPeriod } from '../../../core/server/audit/read-period.ts';
import type { Messages } from '../../messages/messages-for.ts';
import type { Language } from '../../page/page.ts';
import { ownPath, showText } from '../../page/safe-text.ts';
import { TimeText } from '../../page/time-text.tsx';
import { Empty, Field, SelectField } from '../../parts/form.tsx';
import { Maker, Pager } from '../parts/console-parts.tsx';
import { Sentence } from './audit-sentence.tsx';

/** As the address has it. `action`: a kind of act, or the name of one. */
export type ShownFilter = {
  application?: string;
  account?: string;
  subject?: string;
  action?: string;
  looks?: boolean;
};

/** A page of the audit: where it is, and what it is narrowed to. `choosing`: it has the list of all kinds of acts. */
export type AuditPlace = { path: string; filter: ShownFilter; period: AuditPeriod; choosing?: boolean | undefined };

/** Every parameter with a value. @param more replaces filters; `before`: the entry that the page begins behind */
const parametersOf = ({ filter, period }: AuditPlace, more: ShownFilter & { before?: number } = {}) => {
  const { from, to } = period;
  const { looks, ...rest } = { ...filter, ...more };
  const given = Object.entries({ ...rest, looks: looks ? 'on' : undefined, from, to });
  return given.flatMap(([name, value = '']) => (value === '' ? [] : [[name, String(value)] as [string, string]]));
};

export function auditHref(at: AuditPlace, more: ShownFilter & { before?: number } = {}): string {
  const parameters = parametersOf(at, more);
  // From page to page of the same path, which twelve rows of ids would repeat fifty times.
  return ownPath(parameters.length === 0 ? at.path : `?${new URLSearchParams(parameters)}`);
}

export const isNarrowed = (at: AuditPlace): boolean => parametersOf(at).length > 0;

/** `from` and `to`. */
const PeriodFields = ({ of, messages }: { of: AuditPeriod; messages: Messages }) => {
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

/** The kinds in the order of their sentences' subject matter, by a sentence without names. */
const kindText = (kind: AuditKind, messages: Messages): string => {
  const words = messages.audit;
  const slots: Readonly<Record<string, string>> = {
    ...{ who: '…', app: words.app.none, whom: words.whom.none },
    ...{ group: words.group.none, invited: words.invited.none },
  };
  return words.sentences[kind].replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? '');
};

/** Asks for the list of all kinds of acts. */
export const CHOOSE = 'choose';

type KindProps = { at: AuditPlace; kinds: readonly AuditKind[]; messages: Messages };

/** The act that the list is narrowed to. All of them weigh as much as the page, and are loaded when asked for. */
const KindField = ({ at, kinds, messages }: KindProps) => {
  const words = messages.audit;
  const { action = '' } = at.filter;
  const textOf = (kind: AuditKind) => [kind, kindText(kind, messages)] as const;
  const known = kinds.find((kind) => kind === action);
  if (at.choosing) {
    const unknown = action === '' || known ? [] : [[action, showText(action)] as const];
    const options = [['', words.anyKind] as const, ...unknown, ...kinds.map(textOf)];
    return <SelectField name="action" label={words.kind} value={action} options={options} autocomplete="off" />;
  }
  const own = action === '' ? words.anyKind : <bdi>{showText(action)}</bdi>;
  return (
    <div class="field">
      {action === '' ? null : <input type="hidden" name="action" value={action} />}
      <span class="what">{words.kind}</span>
      <p>
        {known ? kindText(known, messages) : own}&nbsp;·{' '}
        <a href={ownPath(`?${new URLSearchParams([...parametersOf(at), [CHOOSE, 'action']])}`)}>{words.chooseKind}</a>
      </p>
    </div>
  );
};

/** @param props `kinds`: those that the list can have; children: fields behind the act */
export const AuditFilterForm = (props: {
  at: AuditPlace;
  kinds: readonly AuditKind[];
  messages: Messages;
  children: ComponentChildren;
}) => {
  const { at, kinds, messages } = props;
  const words = messages.audit;
  const { looks = false } = at.filter;
  return (
    <Maker title={words.filter} changes open={isNarrowed(at) || at.choosing === true}>
      <form method="get" action={ownPath(at.path)}>
        <KindField at={at} kinds={kinds} messages={messages} />
        {props.children}
        <PeriodFields of={at.period} messages={messages} />
        <label class="tick">
          <input type="checkbox" name="looks" value="on" checked={looks} />
          <span>
            <span class="what">{words.looks}</span>
            <span class="hint">{words.looksHint}</span>
          </span>
        </label>
        <button type="submit" class="small">
          {words.show}
        </button>
      </form>
    </Maker>
  );
};

/** Downloads what the list is narrowed to. `faulty`: no reason was given. */
export const AuditExport = (props: { at: AuditPlace; faulty: boolean; messages: Messages }) => {
  const { at, faulty, messages } = props;
  const words = messages.audit;
  return (
    <Maker title={words.export} changes open={faulty}>
      <form method="get" action={ownPath(`${at.path}.jsonl`)}>
        {parametersOf(at).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p class="hint">{words.exportHint}</p>
        <Field
          name="reason"
          label={words.exportReason}
          value=""
          fault={faulty ? words.exportReasonMissing : undefined}
          autocomplete="off"
          required
        />
        <button type="submit" class="small">
          {words.exportButton}
        </button>
      </form>
    </Maker>
  );
};

type FactOf = readonly [label: string, value: ComponentChildren];

/** An id or a word of this server; with `href` it leads to the entries that have it too. */
export const coded = (label: string, value: string | undefined, href?: string): FactOf | undefined => {
  if (value === undefined || value === '') return undefined;
  const code = <code>{showText(value)}</code>;
  return [label, href === undefined ? code : <a href={href}>{code}</a>];
};

/** @param props `facts`: what the disclosure has; those without a value are left out */
export const AuditRow = (props: {
  entry: { at: number } & Parameters<typeof Sentence>[0]['entry'];
  slots: Parameters<typeof Sentence>[0]['slots'];
  /** Behind the time. */
  note?: string | undefined;
  facts: readonly (FactOf | undefined)[];
  messages: Messages;
  language: Language;
}) => {
  const { entry, slots, messages } = props;
  const words = messages.audit;
  const facts = [...props.facts, coded(words.facts.refusal, entry.refusal)].filter((fact) => fact !== undefined);
  return (
    <li>
      <div>
        <p>
          <Sentence entry={entry} slots={slots} messages={messages} />
        </p>
        <p class="hint">
          <TimeText moment={entry.at} language={props.language} />
          {props.note === undefined ? null : `\u00a0· ${props.note}`}
        </p>
        <details class="more">
          <summary>{words.details}</summary>
          <p class="hint">
            {facts.map(([label, value], at) => (
              <>
                {at === 0 ? null : <br />}
                {label}: {value}
              </>
            ))}
          </p>
        </details>
      </div>
    </li>
  );
};

/** The rows, or why there are none, and links to the pages before and after. */
export const AuditRows = (props: {
  at: AuditPlace;
  rows: readonly ComponentChildren[];
  /** Something that was typed is wrong: no entry is looked for. */
  faulty: boolean;
  later: boolean;
  nextBefore: number | undefined;
  messages: Messages;
}) => {
  const { at, rows, nextBefore, messages } = props;
  const words = messages.audit;
  const isEmpty = rows.length === 0;
  const isEnd = nextBefore === undefined;
  return (
    <>
      {isNarrowed(at) ? (
        <p class="narrowed">
          {isEmpty && isEnd && !props.faulty ? `${words.noneFound} ` : null}
          <a href={ownPath(at.path)}>{words.showAll}</a>
        </p>
      ) : null}
      {isEmpty && !isEnd ? <p>{words.onlyLooks}</p> : null}
      {isEmpty && isEnd && !isNarrowed(at) ? <Empty title={words.empty} hint={words.emptyHint} /> : null}
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
