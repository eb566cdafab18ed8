// The items of the consent page in groups: those with a value, required ones first; those without one apart; then the
// scopes of APIs; and, where something was added, everything answered before folded away.
import type { ConsentItemName } from '../../core/ground/consent-items.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { ConsentItemRow, ConsentProps, ConsentScopeRow, PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { fieldsToAsk } from './claim-fields.tsx';
import { ConsentItem } from './consent-item.tsx';
import { ConsentScopes } from './consent-scopes.tsx';
import { firstFaultyField } from './faults.tsx';

export type GroupsProps = {
  context: PageContext;
  props: ConsentProps;
  messages: Messages;
  /** Set in a preview: these items are not asked for yet, and stay hidden. */
  preview?: { hidden: ReadonlySet<ConsentItemName> } | undefined;
};

type Rows = readonly ConsentItemRow[];
const isRequired = ({ consent }: ConsentItemRow) => consent === 'required';
const hasValue = ({ value }: ConsentItemRow) => value !== undefined;

/** The form comes back with a fault until the field is filled in, so it must not be folded. */
const mustBeFilledIn = (row: ConsentItemRow, context: PageContext): boolean =>
  row.agreed && !hasValue(row) && (row.item === 'username' || fieldsToAsk(row.item, context.language).length > 0);

type Shown = { items: Rows; scopes: readonly ConsentScopeRow[] };

export const isAdded = ({ items, scopes = [] }: Pick<ConsentProps, 'items' | 'scopes'>): boolean =>
  [...items, ...scopes].some((row) => row.isNew);

/** `before`: answered earlier, while something new is asked for. */
const splitRows = (
  props: Pick<ConsentProps, 'items' | 'scopes'>,
  context: PageContext,
): { now: Shown; before: Shown } => {
  const { items, scopes = [] } = props;
  const isFolded = isAdded(props);
  const isBefore = (row: ConsentItemRow) => isFolded && !row.isNew && !mustBeFilledIn(row, context);
  const isScopeBefore = (row: ConsentScopeRow) => isFolded && !row.isNew;
  return {
    now: { items: items.filter((row) => !isBefore(row)), scopes: scopes.filter((row) => !isScopeBefore(row)) },
    before: { items: items.filter(isBefore), scopes: scopes.filter(isScopeBefore) },
  };
};

/** Whether "agree to all" ticks anything. */
export const hasAgreeAll = (props: Pick<ConsentProps, 'items' | 'scopes'>, context: PageContext): boolean => {
  const { items, scopes } = splitRows(props, context).now;
  return (
    items.some((row) => row.consent === 'optional' && hasValue(row)) || scopes.some((row) => row.consent === 'optional')
  );
};

/** Ticks every box of its group, with JavaScript. Without it, a separate button agrees to everything. */
const TickAll = ({ messages }: { messages: Messages }) => (
  <label class="tick all" data-tick-all hidden>
    <input type="checkbox" />
    <span>{messages.consent.all}</span>
  </label>
);

type GroupProps = GroupsProps & {
  title: string;
  hint?: string;
  rows: Rows;
  withAll?: boolean;
  /** In a preview, the script moves items between groups; those without a value stay in theirs. */
  name: 'required' | 'optional' | 'missing';
};

const Group = (group: GroupProps) => {
  const { title, hint, rows, props, preview, context, messages } = group;
  if (rows.length === 0 && !preview) return null;
  const isEmpty = rows.every(({ item }) => preview?.hidden.has(item));
  return (
    <fieldset
      class="items"
      data-group={preview && group.name}
      data-if={preview && `[data-group=${group.name}] [data-item]:not([hidden])`}
      hidden={(preview && isEmpty) || undefined}
    >
      <legend>
        {title} {hint === undefined ? null : <span>{hint}</span>}
      </legend>
      {group.withAll && rows.length > 1 && !preview ? <TickAll messages={messages} /> : null}
      {rows.map((row) => (
        <ConsentItem
          key={row.item}
          row={row}
          faults={props.faults}
          focus={firstFaultyField(props.faults)}
          context={context}
          messages={messages}
          {...(preview && { preview: { hidden: preview.hidden.has(row.item) } })}
        />
      ))}
    </fieldset>
  );
};

const WithValue = ({ rows, withAll = false, ...all }: GroupsProps & { rows: Rows; withAll?: boolean }) => {
  const words = all.messages.consent;
  const known = rows.filter(hasValue);
  return (
    <>
      <Group {...all} name="required" title={words.needed} rows={known.filter(isRequired)} />
      <Group
        {...all}
        name="optional"
        title={words.optional}
        hint={words.optionalHint}
        rows={known.filter((row) => !isRequired(row))}
        withAll={withAll}
      />
    </>
  );
};

const WithoutValue = ({ rows, ...all }: GroupsProps & { rows: Rows }) => {
  const words = all.messages.consent;
  const missing = rows.filter((row) => !hasValue(row));
  const inOrder = [...missing.filter(isRequired), ...missing.filter((row) => !isRequired(row))];
  return <Group {...all} name="missing" title={words.missing} hint={words.missingHint} rows={inOrder} />;
};

const Before = ({ rows, scopes, ...all }: GroupsProps & { rows: Rows; scopes: Shown['scopes'] }) => {
  if (rows.length === 0 && scopes.length === 0) return null;
  const { messages, context } = all;
  const agreed = [
    ...rows.filter((row) => row.agreed).map(({ item }) => messages.items[item]),
    ...scopes.filter((row) => row.agreed).map(({ label }) => showName(label)),
  ];
  return (
    <details class="fold">
      <summary>
        <span>
          {messages.consent.before}
          {agreed.length === 0 ? null : (
            <span class="hint">{new Intl.ListFormat(context.language, { type: 'conjunction' }).format(agreed)}</span>
          )}
        </span>
      </summary>
      <WithValue {...all} rows={rows} />
      <WithoutValue {...all} rows={rows} />
      <ConsentScopes rows={scopes} messages={messages} />
    </details>
  );
};

export const ConsentGroups = (all: GroupsProps) => {
  const { now, before } = splitRows(all.props, all.context);
  return (
    <>
      <WithValue {...all} rows={now.items} withAll />
      <WithoutValue {...all} rows={now.items} />
      <ConsentScopes rows={now.scopes} messages={all.messages} />
      <Before {...all} rows={before.items} scopes={before.scopes} />
    </>
  );
};
