// Which rules the values of a form and those that are stored break together, and which stored ones.
import type { StoredConflict } from '../../../core/applications/applications/edit-application.ts';
import type { Messages } from '../../messages/messages-for.ts';
import { showText } from '../../page/safe-text.ts';
import { consoleFaultText } from './console-fields.tsx';

type Props = { conflicts: readonly StoredConflict[]; messages: Messages };

export const StoredConflicts = ({ conflicts, messages }: Props) =>
  conflicts.length === 0 ? null : (
    <>
      <p>{messages.console.conflict}</p>
      {conflicts.map(({ fault, stored }) => (
        <p key={fault.code}>
          {stored.map((value, at) => (
            <>
              {at === 0 ? '' : ', '}
              <bdi>{showText(value)}</bdi>
            </>
          ))}
          {stored.length === 0 ? '' : ': '}
          {consoleFaultText(fault, messages)}
        </p>
      ))}
    </>
  );
