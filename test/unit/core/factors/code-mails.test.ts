// Which codes the owner of an account is told of by mail, and that the mail leaves at once (contract 24).
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hashSecret } from '../../../../src/core/ground/secrets.ts';
import { type CheckedCode, checkCode } from '../../../../src/core/sign-in/factors/check-code.ts';
import { someAccount } from '../../../contract/stores/given.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

let ports: TestPorts;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ ports, close } = await openTestPorts({ mail: 'smtp' }));
});
afterAll(() => close());

const RECOVERY = '01234-mnpqz';
/** A mail that the store may take, of the kind. */
const mailOf = (kind: string) => ({ mail: expect.objectContaining({ kind }) });

it.each<
  [string, { code: string; right?: boolean; afterPassword?: boolean; isFifth?: boolean; resting?: boolean }, object]
>([
  [
    'the fifth wrong code in a row',
    { code: '000000', isFifth: true },
    { kind: 'wrong', noted: true, published: ['mail-queued'] },
  ],
  ['a wrong one before', { code: '000000' }, { kind: 'wrong', noted: true, published: [] }],
  ['one that was used before', { code: '123456' }, { kind: 'wrong', noted: true, published: [] }],
  ['a wrong recovery code', { code: RECOVERY }, { kind: 'wrong', noted: true, published: [] }],
  [
    'a wrong one of whoever did not give the password first',
    { code: '000000', afterPassword: false },
    { kind: 'wrong', noted: false, published: [] },
  ],
  ['one that is not looked at', { code: '000000', resting: true }, { kind: 'resting', noted: false, published: [] }],
  ['a right one', { code: '123456', right: true }, { kind: 'right', by: 'one-time-code', noted: false, published: [] }],
  [
    'a recovery code that is used',
    { code: RECOVERY, right: true },
    { kind: 'right', by: 'recovery-code', noted: false, published: ['mail-queued'] },
  ],
])(
  'contract 24: %s',
  async (_, { code, right = false, afterPassword = true, isFifth = false, resting = false }, told) => {
    const account = someAccount();
    const published: string[] = [];
    const factors = {
      countTry: async () => (resting ? undefined : { sealedSecret: hashSecret('none'), lastStep: 0 }),
      useStep: async () => right,
      useRecoveryCode: vi.fn(async () => right),
      noteWrongCode: vi.fn(async () => isFifth),
    };
    const deps = {
      ...{ ...ports, factors: factors as unknown as TestPorts['factors'] },
      secrets: { ...ports.secrets, open: () => ({ plain: Buffer.from('secret'), isCurrent: true }) },
      oneTimeCodes: {
        ...ports.oneTimeCodes,
        findStep: (_secret: unknown, typed: string) => (typed === '123456' ? 1 : undefined),
      },
      publish: ({ kind }: { kind: string }) => published.push(kind),
    } as unknown as Parameters<typeof checkCode>[0];
    const from = { userAgent: '', site: '192.0.2.0/24', language: 'ko', deviceId: 'device', knowsAccount: () => false };
    const checked: CheckedCode = await checkCode(deps, {
      ...{ account, code, provenAt: ports.clock.now(), afterPassword, from },
    });
    const noted = factors.noteWrongCode.mock.calls.length > 0;
    expect({ ...checked, noted, published }).toEqual(told);
    const wrong = [{ accountId: account.id, ...mailOf('wrong-codes') }];
    expect(factors.noteWrongCode.mock.calls).toEqual(noted ? [wrong] : []);
    const used = [expect.objectContaining(mailOf('recovery-code-used'))];
    expect(factors.useRecoveryCode.mock.calls).toEqual(code === RECOVERY ? [used] : []);
  },
);
