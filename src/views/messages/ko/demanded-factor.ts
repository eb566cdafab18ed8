// The page for whoever has no second factor where policy demands one, in Korean.

import type { Phrase } from '../../page/phrase.ts';
import type { enDemandedFactor } from '../en/demanded-factor.ts';

export const koDemandedFactor: typeof enDemandedFactor = {
  title: '추가 인증을 설정해 주세요',
  mailLede: (email: string): Phrase => [
    '이 서비스를 쓰려면 비밀번호 외에 추가 인증이 필요해요. 비밀번호만 아는 다른 사람이 설정하지 못하도록 먼저 ',
    { name: email },
    ' 주소로 코드를 보내 드릴게요.',
  ],
  codeLede: (email: string): Phrase => [
    { name: email },
    ' 주소로 보낸 코드를 입력하거나, 이 브라우저에서 링크를 열어 주세요. 60분 동안 쓸 수 있어요.',
  ],
  factorLede: ['이 서비스를 쓰려면 비밀번호 외에 추가 인증이 필요해요. ', '앞으로 본인 확인에 쓸 방법을 골라 주세요.'],
  send: '코드 받기',
  sendAgain: '코드 다시 받기',
  submit: '계속하기',
  passkey: '패스키 쓰기',
  twoStep: '인증 앱 쓰기',
  onward: '계속하기',
};
