// One item on the consent page: its checkbox, the person's own value, its purpose, and its fields if it has no value.

import type { Fault } from '../../core/fault.ts';
import type { Messages } from '../messages/messages-for.ts';
import { ClaimInput, FIELDS_OF_ITEM, showValue } from './claim-fields.tsx';
import type { ConsentItemRow, PageContext } from './page.ts';
import { USERNAME_FIELD, UsernameField } from './username-field.tsx';
import { ValueText } from './words.tsx';

type Props = {
  row: ConsentItemRow;
  faults: readonly Fault[];
  /** The field that has the focus when the page opens. */
  focus: string | undefined;
  context: PageContext;
  messages: Messages;
  /** Set in a preview: the script may change the purpose, and show an item that is not asked for yet. */
  preview?: { hidden: boolean };
};

const Purpose = ({ row, preview }: Props) => {
  if (row.purpose === undefined && !preview) return null;
  return (
    <span class="hint" data-purpose={preview && true}>
      <ValueText of={row.purpose ?? ''} />
    </span>
  );
};

const Fields = ({ row, faults, focus, messages }: Props) => (
  <div class="ask">
    <p class="hint">{messages.consent.ask}</p>
    {row.item === 'username' ? (
      <UsernameField
        value={row.typed[USERNAME_FIELD] ?? ''}
        faults={faults}
        focus={focus === USERNAME_FIELD}
        messages={messages}
        labelUnseen
      />
    ) : null}
    {FIELDS_OF_ITEM[row.item].map((field) => (
      <ClaimInput
        key={field}
        field={field}
        value={row.typed[field] ?? ''}
        faults={faults}
        focus={focus === field}
        messages={messages}
        labelUnseen={FIELDS_OF_ITEM[row.item].length === 1}
      />
    ))}
  </div>
);

/** A disabled checkbox is not sent: the server knows which items are required. */
export const ConsentItem = (props: Props) => {
  const { row, context, messages, preview } = props;
  const locked = row.consent === 'required';
  return (
    <div class="item" data-item={preview && row.item} hidden={preview?.hidden}>
      <label class="tick">
        <input type="checkbox" name="item" value={row.item} checked={locked || row.agreed} disabled={locked} />
        <span>
          <span class="what">{messages.items[row.item]}</span>
          {row.value === undefined ? null : (
            <span class="value">
              <ValueText of={showValue(row.item, row.value, messages, context.language)} />
            </span>
          )}
          {row.withheld ? <span class="hint">{messages.consent.withheld}</span> : null}
          {row.item === 'username' ? <span class="hint">{messages.consent.usernameHint}</span> : null}
          <Purpose {...props} />
        </span>
      </label>
      {row.value === undefined ? <Fields {...props} /> : null}
    </div>
  );
};
