// The page of the mails that were given up, in Korean.
import type { enGivenUpMails } from './en-given-up-mails.ts';

export const koGivenUpMails: typeof enGivenUpMails = {
  title: '보내지 못한 메일',
  hint: '최근 일주일 동안 보내지 못한 메일이에요. 메일 내용과 받는 주소는 보관하지 않아요.',
  empty: '보내지 못한 메일이 없어요',
  emptyHint: '보내지 못한 메일은 일주일 동안 여기에 표시돼요.',
  tries: (count: number) => `${count}번 시도`,
  reason: '이유',
  inLog: '로그 ID',
  reasons: {
    expired: '제시간에 보내지 못했어요.',
    address: '계정의 주소로 메일을 보낼 수 없어요.',
    'secret changed': '서버 비밀 키가 바뀌어서 메일의 링크를 읽을 수 없어요.',
  },
};
