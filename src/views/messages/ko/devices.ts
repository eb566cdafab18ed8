// The pages for signing in on a device without a browser, in Korean.

import type { Phrase } from '../../page/phrase.ts';
import type { enDevices } from '../en/devices.ts';

export const koDevices: typeof enDevices = {
  enter: '기기에서 로그인',
  lede: ['TV, 게임기, 프로그램 화면에 보이는 코드를 입력해 주세요.'],
  code: '코드',
  codeHint: 'WDJB-MJHT처럼 영문자 8자예요',
  submit: '계속하기',
  neverSent: '다른 사람이 코드나 이 페이지의 링크를 보냈나요? 입력하지 마세요. 그 사람이 내 계정에 로그인하게 돼요.',
  filledIn:
    '내 앞에 있는 기기에 이 코드가 보일 때만 계속하세요. 다른 사람이 코드나 링크를 보냈다면 이 페이지를 닫으세요. 계속하면 그 사람이 내 계정에 로그인하게 돼요.',
  limited: (minutes: number) => `틀린 코드를 너무 많이 입력했어요. ${minutes}분 뒤에 다시 시도해 주세요.`,
  title: (name: string) => `기기에서 ${name}에 로그인`,
  heading: (name: string): Phrase => ['기기에서 ', { name }, '에 로그인'],
  compare: '기기 화면에 똑같은 코드가 보이는지 확인해 주세요.',
  warning:
    '지금 내 앞에 있는 기기에서 직접 시작했을 때만 계속하세요. 다른 사람이 이 코드나 링크를 보냈다면 취소를 누르세요. 계속하면 그 사람이 자기 기기에서 내 계정을 쓸 수 있어요.',
  refuseHint:
    '선택 정보는 동의하지 않아도 계속할 수 있어요. 취소하면 아무 정보도 전달되지 않고 기기에서 로그인되지 않아요.',
  refuseNothing: '취소하면 아무 정보도 전달되지 않고 기기에서 로그인되지 않아요.',
  goesOn: '동의하면 기기에서 자동으로 로그인돼요',
  giveUp: '기기의 로그인 취소하기',
  done: {
    title: '기기로 돌아가세요',
    lede: ['몇 초 안에 기기에서 로그인돼요. 이 페이지는 닫아도 돼요.'],
  },
  notMine: '내 앞에 있는 기기가 아닌가요? 그렇다면 다른 사람의 기기에서 내 계정에 로그인되고 있어요.',
  disconnect: '앱 연결 끊기',
  denied: {
    title: '기기에서 로그인하지 않았어요',
    lede: ['로그인을 취소했고, 아무 정보도 전달되지 않았어요. 이 페이지는 닫아도 돼요.'],
  },
};
