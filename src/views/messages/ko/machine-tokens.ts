// 기계 토큰 화면의 한국어 문구.
import type { enMachineTokens } from '../en/machine-tokens.ts';

export const koMachineTokens: typeof enMachineTokens = {
  title: '서비스 토큰',
  madeBy: '만든 사람:',
  madeByCommand: '명령줄에서 만들었어요',
  makerGone: (id: string) => `삭제된 계정에서 만들었어요 (${id})`,
  noOperator: '지금은 운영자가 아니에요',
  words: {
    hint: '서비스 토큰은 누구의 것도 아니어서, 계정 사용을 중지하거나 비밀번호를 재설정해도 사라지지 않아요. 권한에 해당하는 모든 것에 접근할 수 있으니 비밀번호처럼 안전하게 보관해 주세요.',
    empty: '서비스 토큰이 없어요',
    create: '서비스 토큰 만들기',
    daysHint: '1부터 365까지 입력할 수 있어요.',
    daysHintStaff: '1부터 365까지 입력할 수 있어요. 역할 권한(roles)이 있으면 최대 90일이에요.',
    madeTitle: '새 서비스 토큰',
    shownTitle: '서비스 토큰은 한 번만 보여 드려요',
  },
};
