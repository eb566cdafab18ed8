// The scopes of APIs of the operator on pages: what an application may do there, in the words of the operators and the
// owner's purpose. They have no value of the person's.
import type { Messages } from '../messages/messages-for.ts';
import type { ConsentScopeRow } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { ValueText, Words } from './words.tsx';

type RowProps = { row: ConsentScopeRow; messages: Messages };

const Texts = ({ row, messages }: RowProps) => (
  <span>
    <span class="what">
      <ValueText of={row.label} /> {row.isNew ? <span class="tag new">{messages.consent.isNew}</span> : null}
    </span>
    {row.description === undefined ? null : (
      <span class="value">
        <ValueText of={row.description} />
      </span>
    )}
    {row.purpose === undefined ? null : (
      <span class="hint">
        <ValueText of={row.purpose} />
      </span>
    )}
  </span>
);

/** A required scope has no box: the button agrees to it, and the server knows which are required. */
const ScopeRow = ({ row, messages }: RowProps) => (
  <div class="item">
    {row.consent === 'required' ? (
      <div class="told">
        <Texts row={row} messages={messages} />
      </div>
    ) : (
      <label class="tick">
        <input type="checkbox" name="item" value={row.item} checked={row.agreed} />
        <Texts row={row} messages={messages} />
      </label>
    )}
  </div>
);

/** One group for each API and kind: what is needed comes first. */
export const ConsentScopes = ({ rows, messages }: { rows: readonly ConsentScopeRow[]; messages: Messages }) => {
  const words = messages.consent;
  const groups = [...new Set(rows.map(({ api }) => api))].flatMap((api) =>
    (['required', 'optional'] as const).map((consent) => ({
      api,
      consent,
      rows: rows.filter((row) => row.api === api && row.consent === consent),
    })),
  );
  return (
    <>
      {groups
        .filter((group) => group.rows.length > 0)
        .map((group) => (
          <fieldset class="items" key={`${group.api} ${group.consent}`}>
            <legend>
              <b>
                <Words of={words.scopes[group.consent](showName(group.api))} />
              </b>{' '}
              {group.consent === 'optional' ? <span>{words.optionalHint}</span> : null}
            </legend>
            {group.rows.map((row) => (
              <ScopeRow key={row.item} row={row} messages={messages} />
            ))}
          </fieldset>
        ))}
    </>
  );
};
