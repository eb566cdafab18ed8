// 서명 키 화면의 한국어 문구.
import type { enSigningKeys } from '../en/signing-keys.ts';

export const koSigningKeys: typeof enSigningKeys = {
  title: '서명 키',
  hint: 'ID 토큰, 서명된 사용자 정보, 로그아웃 토큰에 서명하는 키예요. 비공개 키는 보여 주지 않아요.',
  empty: '아직 서명 키가 없어요',
  emptyHint: '처음 필요할 때 만들어져요.',
  nextRotation: '다음 교체',
  notMade: '다음 키가 아직 없어요. 서버가 실행 중이면 곧 만들어져요.',
  states: {
    next: '다음 키',
    current: '사용 중',
    previous: '아직 공개 중',
    kept: '공개 종료',
    revoked: '폐기됨',
  },
  facts: {
    created: '만든 때',
    signsFrom: '서명 시작',
    signsUntil: '서명 종료',
    signedFrom: '서명 시작',
    signedUntil: '서명 종료',
    publishedUntil: '공개 종료',
    believedUntil: '토큰을 힌트로 받는 기한',
    revoked: '폐기한 때',
  },
  rotateTitle: '더 일찍 교체하기',
  rotate:
    '키는 90일마다 자동으로 바뀌어요. 모든 앱이 다음 키를 알 수 있게 되는 대로 바꾸려면 다음 명령을 실행해 주세요.',
  leaked: '키나 서버 비밀 키가 유출된 것 같다면, 다음 명령으로 바로 바꾸고 이전 키를 모두 폐기할 수 있어요.',
};
