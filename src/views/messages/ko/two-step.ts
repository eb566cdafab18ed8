// The page of two-step verification in Korean.
import type { enTwoStep } from '../en/two-step.ts';

export const koTwoStep: typeof enTwoStep = {
  title: '2단계 인증',
  lede: '비밀번호를 입력한 뒤 휴대폰 앱의 코드도 입력해요. 다른 사람이 비밀번호를 알아도 로그인할 수 없어요.',
  on: '켜짐',
  off: '꺼짐',
  setUp: '설정하기',
  manage: '관리',
  left: (count: number) => `복구 코드가 ${count}개 남았어요.`,
  scan: '인증 앱으로 QR 코드를 스캔해 주세요.',
  qr: '인증 앱용 QR 코드',
  type: '스캔할 수 없다면 앱에 이 키를 입력해 주세요.',
  enter: '앱에 표시된 6자리 코드를 입력해 주세요.',
  endsSessions: '다른 기기에서는 로그아웃돼요.',
  turnOn: '켜기',
  codes: '복구 코드',
  codesOnce:
    '지금 코드를 저장해 주세요. 다시 볼 수 없어요. 휴대폰을 잃어버리면 앱의 코드 대신 쓸 수 있고, 코드마다 한 번만 쓸 수 있어요.',
  codesGone: '복구 코드는 한 번만 볼 수 있고, 이미 표시했어요. 저장하지 못했다면 새로 만들어 주세요.',
  few: '다 쓰기 전에 새로 만들어 주세요. 코드가 없으면 로그인하지 못할 수 있어요.',
  copy: '복사',
  copied: '복사했어요',
  download: '내려받기',
  print: '인쇄',
  saved: '저장했어요',
  newCodes: '새 복구 코드 만들기',
  newCodesHint: '새로 만들면 이전 복구 코드는 모두 쓸 수 없어요.',
  turnOff: '2단계 인증 끄기',
  turnOffAsk: '비밀번호만으로 로그인하게 되고, 복구 코드는 쓸 수 없어요. 다른 기기에서는 로그아웃돼요.',
  turnOffConfirm: '지금 끄기',
  back: '내 계정으로 돌아가기',
};
