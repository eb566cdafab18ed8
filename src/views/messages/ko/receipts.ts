// What an application can read, and receipts, in Korean.
import type { enReceipts } from '../en/receipts.ts';

export const koReceipts: typeof enReceipts = {
  details: '앱이 받는 정보와 동의 내역 보기',
  unused: '1년 동안 사용하지 않음',
  suggest: (count: number) =>
    `1년 동안 사용하지 않은 앱이 ${count}개 있어요. 더 이상 쓰지 않는다면 연결을 끊어 주세요.`,
  all: '연결을 끊은 앱까지 모든 동의 내역 보기',
  readable: '앱이 받는 정보',
  readableHint: '연결을 끊기 전까지 앱이 언제든지 볼 수 있는 정보예요. 이 앱에서만 쓰는 내 식별 번호도 함께 받아요.',
  exactly: '실제 응답 보기',
  exactlyHint: '동의한 정보를 앱이 모두 요청하면 이 응답을 그대로 받아요.',
  readableNothing: '지금은 받을 수 있는 정보가 없어요. 이 앱의 로그인이 꺼져 있어요.',
  manage: '볼 수 있는 정보 변경',
  disconnected: '연결되어 있지 않아요. 앱은 아무 정보도 받지 않아요.',
  title: '동의 내역',
  hint: '동의할 때 화면에 보인 내용 그대로예요. 앱이 나중에 내용을 바꿔도 이 내역은 바뀌지 않아요.',
  none: '저장된 동의 내역이 없어요. 이 기능이 생기기 전에 동의한 내용은 보이지 않아요.',
  kinds: { consent: '동의함', change: '선택을 변경함' },
  required: '필수',
  optional: '선택',
  agreed: '공유함',
  declined: '공유하지 않음',
  purpose: '이용 목적',
  kept: '보유 기간',
  nothing: '공유한 정보가 없어요. 앱은 나를 알아볼 수만 있어요.',
  older: '이전 동의 내역',
};
