// Every designed state of the pages that delete and restore an account, by name.
import { type DeleteProps, renderDelete, renderLeft } from '../../../src/views/account/delete.tsx';
import type { Language } from '../../../src/views/page/page.ts';
import { type RestoreAccountProps, renderRestoreAccount } from '../../../src/views/pages/restore-account.tsx';
import { contextIn } from './contexts.ts';
import { fault, LONG_NAME, times } from './people.ts';

type State = (language: Language) => string;

const UNTIL = Date.UTC(2030, 4, 10, 14, 5);

const deletion =
  (over: Partial<DeleteProps> = {}): State =>
  (language) =>
    renderDelete(
      contextIn(language, {
        signedInAs: { email: 'mina.kim@example.com', nickname: 'Mina', logoutCsrf: 'token', severalSignedIn: false },
      }),
      {
        ...{ csrf: 'token', days: 7, notBefore: undefined, codeSentTo: undefined, limitedForMinutes: undefined },
        ...{ owned: [], faults: [], ...over },
      },
    );

const left =
  (until: number | undefined): State =>
  (language) =>
    renderLeft(contextIn(language), until);

const restore =
  (over: Partial<RestoreAccountProps> = {}): State =>
  (language) =>
    renderRestoreAccount(contextIn(language), {
      action: '/restore-account',
      csrf: 'token',
      proof: 'sealed',
      email: 'mina.kim@example.com',
      until: UNTIL,
      otherHref: '/login',
      faults: [],
      ...over,
    });

export const LEAVING_STATES: Readonly<Record<string, State>> = {
  'account-delete': deletion(),
  'account-delete-one-day': deletion({ days: 1 }),
  'account-delete-at-once': deletion({ days: 0 }),
  'account-delete-code': deletion({ codeSentTo: 'mina.kim@example.com' }),
  'account-delete-code-wrong': deletion({
    codeSentTo: 'mina.kim@example.com',
    faults: [fault('code', 'mailed-code-wrong')],
  }),
  'account-delete-code-limited': deletion({ days: 0, codeSentTo: 'mina.kim@example.com', limitedForMinutes: 9 }),
  'account-delete-in-doubt': deletion({
    notBefore: UNTIL,
    faults: [{ ...fault(undefined, 'account-in-doubt'), values: { until: UNTIL } }],
  }),
  'account-delete-in-doubt-at-once': deletion({ days: 0, notBefore: UNTIL }),
  'account-delete-owner': deletion({
    owned: [{ id: 'a1', name: LONG_NAME }, ...times(3, (at) => ({ id: `b${at}`, name: `Acme ${at}` }))],
  }),
  'account-delete-last-operator': deletion({ faults: [fault(undefined, 'last-operator')] }),
  'account-left': left(UNTIL),
  'account-gone': left(undefined),
  'restore-account': restore(),
  'restore-account-long': restore({ email: `${'mina.kim'.repeat(8)}@${'example'.repeat(6)}.com` }),
  'restore-account-expired': restore({ faults: [fault(undefined, 'form-expired')] }),
};
