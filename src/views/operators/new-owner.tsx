// The field that chooses who gets the applications of an account, in the forms that delete and demote it (contract 29).
import type { AccountRest } from '../../core/operating/operators/look-at-account.ts';
import { ConsoleSelect, type FormOf } from '../console/parts/console-fields.tsx';
import { showName } from '../page/safe-text.ts';

export const NEW_OWNER = 'hand_over_to';

/** @param props `ownAccountId`: of the operator who looks, who may take the applications over */
export const NewOwner = (props: {
  of: FormOf;
  accountId: string;
  ownAccountId: string;
  rest: AccountRest | undefined;
  hint: string;
}) => {
  const { of, accountId, ownAccountId, rest, hint } = props;
  const words = of.messages.operators;
  if (!rest || rest.owned.length === 0) return null;
  const others = rest.newOwners.filter(({ id }) => id !== ownAccountId);
  return (
    <ConsoleSelect
      of={of}
      name={NEW_OWNER}
      label={words.newOwner(rest.owned.length)}
      hint={hint}
      current=""
      options={[
        ['', words.noNewOwner],
        ...others.map(({ id, email }) => [id, showName(email)] as const),
        ...(ownAccountId === accountId ? [] : [[ownAccountId, words.myself] as const]),
      ]}
    />
  );
};
