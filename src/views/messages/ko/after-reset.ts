// The page after a reset by link, in Korean.
import type { enAddedLately, enAfterReset } from '../en/after-reset.ts';

export const koAfterReset: typeof enAfterReset = {
  title: '로그인 방법을 확인해 주세요',
  lede: [
    '비밀번호를 새로 만들었어요. 예전 비밀번호를 알던 사람이 로그인 방법을 추가했을 수 있어요. ',
    '선택된 항목은 삭제돼요. 내가 추가한 항목은 선택을 해제해 주세요.',
  ],
  codes: '인증 앱을 쓰는 2단계 인증',
  passkey: (name) => ['패스키 ', { name }],
  added: (date: string) => `${date}에 추가했어요.`,
  used: (date: string) => `${date}에 마지막으로 사용했어요.`,
  unused: '아직 사용하지 않았어요.',
  stays: '다음 단계에서 입력해야 하고, 내 계정에서 삭제할 수 있어요.',
  submit: '계속하기',
};

export const koAddedLately: typeof enAddedLately = {
  title: '최근 30일 동안 추가된 항목',
  lede: '예전 비밀번호를 알던 사람이 로그인 방법을 추가했을 수 있어요. 내가 추가하지 않은 항목은 삭제해 주세요.',
  kinds: {
    'one-time-codes': '인증 앱을 쓰는 2단계 인증',
    passkey: '패스키',
    'api-token': 'API 토큰',
  },
  look: '관리',
};
