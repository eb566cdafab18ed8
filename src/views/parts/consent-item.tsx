// One item on the consent page: the person's own value, its purpose, its checkbox if it is optional, and its fields if
// it has no value.

import type { NicknameAsName } from '../../core/grants/consent/profile-claims.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { ConsentItemRow, PageContext } from '../page/page.ts';
import { ownPath } from '../page/safe-text.ts';
import { fieldsToAsk, showValue } from './claim-fields.tsx';
import { ClaimInput } from './claim-input.tsx';
import { USERNAME_FIELD, UsernameField } from './username-field.tsx';
import { ValueText } from './words.tsx';

type Props = {
  row: ConsentItemRow;
  faults: readonly Fault[];
  /** The field that has the focus when the page opens. */
  focus: string | undefined;
  context: PageContext;
  messages: Messages;
  /** Set in a preview: the script may change purpose and box, and show an item that is not asked for yet. */
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

const Value = ({ row, context, messages }: Props) => {
  if (row.value === undefined) return null;
  if (row.picture !== undefined) {
    return <img class="portrait" src={ownPath(row.picture)} alt={messages.consent.picture} width="64" height="64" />;
  }
  return (
    <span class="value">
      <ValueText of={showValue(row.item, row.value, messages, context.language)} />
    </span>
  );
};

const Fields = ({ row, faults, focus, context, messages, preview }: Props) => {
  const fields = fieldsToAsk(row.item, context.language);
  if (row.item === 'username') {
    return (
      <div class="ask">
        <UsernameField
          value={row.typed[USERNAME_FIELD] ?? ''}
          faults={faults}
          focus={focus === USERNAME_FIELD}
          messages={messages}
          labelUnseen
          required={row.consent === 'required'}
        />
      </div>
    );
  }
  if (fields.length === 0) return null;
  return (
    <div class="ask">
      {fields.map((field) => (
        <ClaimInput
          key={field}
          field={field}
          value={row.typed[field] ?? ''}
          faults={faults}
          focus={focus === field}
          language={context.language}
          messages={messages}
          labelUnseen={fields.length === 1}
          required={row.consent === 'required' && fields.length === 1}
          isPreview={preview && true}
        />
      ))}
    </div>
  );
};

/** A required item without a value is among optional ones, and says what it is. */
const Marks = ({ row, messages, preview }: Props) => {
  const isRequired = row.consent === 'required';
  return (
    <>
      {row.isNew ? <span class="tag new">{messages.consent.isNew}</span> : null}
      {row.value === undefined && (isRequired || preview) ? (
        <span class="tag" data-required={preview && true} hidden={!isRequired || undefined}>
          {messages.consent.required}
        </span>
      ) : null}
    </>
  );
};

/** Of a preview: where it shows each text, as `nicknameAsNameOf` decides it from what is typed. */
const SHOWN_IF = {
  always: '[data-item=name][hidden]',
  'unless-named': '[data-item=name]:not([hidden]) [name=item]:not([hidden])',
} as const;

/** That the application receives the nickname as name too. A preview has both texts, and shows the one that holds. */
export const AsName = ({ told, messages, preview }: AsNameProps) => (
  <>
    {(['always', 'unless-named'] as const)
      .filter((one) => preview || one === told)
      .map((one) => (
        <>
          {' '}
          <span class="aside" data-if={preview && SHOWN_IF[one]} hidden={one !== told || undefined}>
            {messages.consent.asName[one]}
          </span>
        </>
      ))}
  </>
);

type AsNameProps = { told: NicknameAsName; messages: Messages; preview?: boolean };

const Texts = (props: Props) => {
  const { row, messages, preview } = props;
  const words = messages.consent;
  return (
    <span>
      <span class="what">
        {messages.items[row.item]}
        {row.asName ? <AsName told={row.asName} messages={messages} preview={preview !== undefined} /> : null}{' '}
        <Marks {...props} />
      </span>
      <Value {...props} />
      {row.withheld ? <span class="hint">{words.withheld}</span> : null}
      {row.item === 'username' ? <span class="hint">{words.usernameHint}</span> : null}
      {row.item === 'profile_image' && row.value === undefined ? <span class="hint">{words.noPicture}</span> : null}
      <Purpose {...props} />
    </span>
  );
};

/** A required item has no box: the button agrees to it, and the server knows which items are required. */
export const ConsentItem = (props: Props) => {
  const { row, preview } = props;
  const required = row.consent === 'required';
  return (
    <div class="item" data-item={preview && row.item} hidden={preview?.hidden}>
      {required && !preview ? (
        <div class="told">
          <Texts {...props} />
        </div>
      ) : (
        <label class="tick">
          <input type="checkbox" name="item" value={row.item} checked={row.agreed} hidden={required || undefined} />
          <Texts {...props} />
        </label>
      )}
      {row.value === undefined ? <Fields {...props} /> : null}
    </div>
  );
};
