// The page of the messages that were given up, in Korean.
import type { enGivenUpMessages } from '../en/given-up-messages.ts';

export const koGivenUpMessages: typeof enGivenUpMessages = {
  title: '보내지 못한 메시지',
  hint: '최근 일주일 동안 전달하지 못한 메시지예요. 메시지 내용과 메일을 받는 주소는 보관하지 않아요.',
  empty: '보내지 못한 메시지가 없어요',
  emptyHint: '전달하지 못한 메일, 이벤트, 백채널 로그아웃은 일주일 동안 여기에 표시돼요.',
  trouble: '메일 서버가 이 서버의 메일을 거부하고 있어요',
  troubleSince: '시작:',
  troubleHint:
    '사람들이 링크와 코드를 받지 못해요. 받는 주소의 문제가 아니어서, 메일은 하루 동안 기다리며 다시 보내요. 메일 서버에서 보내는 주소와 계정을 확인해 주세요:',
  noneOfKind: '이 종류에는 보내지 못한 메시지가 없어요.',
  kind: '종류',
  allKinds: '모든 종류',
  kinds: { mail: '메일', event: '이벤트', logout: '백채널 로그아웃' },
  show: '보기',
  event: (type: string) => `이벤트: ${type}`,
  eventGone: '이벤트',
  logout: '백채널 로그아웃',
  to: '받는 곳',
  removed: '삭제된 앱',
  givenUp: '포기한 시각',
  since: '처음 보내려던 시각',
  tries: (count: number) => `${count}번 시도`,
  reason: '이유',
  inLog: '로그 ID',
  deliveries: '앱의 전송 내역 보기',
  logoutUri: '앱의 로그아웃 주소 보기',
  reasons: {
    mail: {
      expired: '제시간에 보내지 못했어요.',
      address: '계정의 주소로 메일을 보낼 수 없어요.',
      'secret changed': '서버 비밀 키가 바뀌어서 메일의 링크를 읽을 수 없어요.',
    },
    event: {
      'endpoint-disabled': '이벤트 수신 주소가 꺼져 있어요.',
      'secret changed': '서버 비밀 키가 바뀌어서 메시지에 서명할 수 없어요.',
    },
    logout: {},
  },
};
