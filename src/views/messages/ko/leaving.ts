// The pages that delete and restore an account, in Korean.

import type { Phrase } from '../../page/phrase.ts';
import type { enLeaving } from '../en/leaving.ts';

export const koLeaving: typeof enLeaving = {
  open: '계정 삭제하기',
  delete: {
    title: '계정을 삭제할까요?',
    lede: (days: number): Phrase => [`${days}일 안에 다시 로그인하면 되돌릴 수 있어요.`],
    ledeAtOnce: ['삭제하면 되돌릴 수 없어요.'] as Phrase,
    ledeInDoubt: ['완전히 삭제되기 전에 다시 로그인하면 되돌릴 수 있어요.'] as Phrase,
    inDoubt: (until: string) => `최근에 이메일 주소가 변경돼서, ${until} 전에는 계정이 완전히 삭제되지 않아요.`,
    goesTitle: '삭제되는 정보',
    goes: [
      '프로필, 이메일 주소, 비밀번호, 패스키, 2단계 인증',
      '모든 기기의 로그인과 API 토큰',
      '앱과의 연결. 앱에 알려 드려요. 다시 가입하면 앱에서는 새로운 사용자가 돼요.',
    ],
    staysTitle: '남는 정보',
    stays: [
      '사용자 이름은 다른 사람이 쓸 수 없게 남겨 둬요.',
      '앱에 동의한 내역은 이름 없이 증빙으로 남아요.',
      '앱이 이미 받은 정보는 그 앱에 남아 있어요. 삭제는 앱에 요청해 주세요.',
    ],
    submit: '계정 삭제하기',
    nowSummary: '기다리지 않고 바로 삭제하기',
    nowAsk: '계정이 바로 삭제되고, 누구도 되돌릴 수 없어요.',
    codeSent: (email: string): Phrase => [
      { name: email },
      ' 주소로 코드를 보냈어요. 비밀번호만 아는 사람이 계정을 삭제하지 못하게 확인해요. 코드를 입력해 주세요.',
    ],
    now: '바로 삭제하기',
    cancel: '계정 유지하기',
    owned: '먼저 앱을 넘기거나 삭제해 주세요',
    ownedText: '다른 사람들이 쓰는 앱이라 계정과 함께 삭제되지 않아요.',
    openOwned: (name: string) => `${name} 열기`,
  },
  left: {
    title: '계정을 삭제했어요',
    until: (date: string): Phrase => [`${date}에 완전히 삭제돼요. 유지하려면 그 전에 로그인해 주세요.`],
    gone: ['모든 정보가 삭제되었어요. 그동안 이용해 주셔서 고마워요.'] as Phrase,
    signIn: '로그인해서 계정 유지하기',
    home: '처음으로',
  },
  restore: {
    title: '계정을 다시 쓸까요?',
    lede: (date: string): Phrase => [`삭제한 계정이에요. 복구하지 않으면 ${date}에 완전히 삭제돼요.`],
    back: '프로필, 앱과의 연결, 패스키, 2단계 인증이 그대로 돌아와요.',
    notBack: '앱에는 다시 로그인해야 하고, API 토큰은 새로 만들어야 해요.',
    submit: '계정 복구하기',
    other: '다른 계정 사용',
  },
};
