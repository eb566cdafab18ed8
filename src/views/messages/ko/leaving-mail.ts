// The mails about deleted accounts in Korean.
import type { enLeavingMail } from '../en/leaving-mail.ts';

export const koLeavingMail: typeof enLeavingMail = {
  'delete-code': {
    subject: '계정을 삭제하는 코드예요',
    lines: (service: string) => [
      `누군가 ${service} 계정에 로그인해서 계정을 바로 삭제하려고 해요. 본인이라면 시작한 페이지에 60분 안에 코드를 입력해 주세요. 삭제된 계정은 누구도 되돌릴 수 없어요.`,
    ],
    advice:
      '본인이 아니라면 다른 사람이 비밀번호를 알고 있어요. 코드를 누구에게도 알려 주지 말고, 지금 새 비밀번호를 설정해 주세요.',
    action: '확인하기',
  },
  'account-leaving': {
    subject: '계정이 곧 삭제돼요',
    lines: (service: string) => [
      `${service} 계정을 삭제했어요. 모든 기기에서 로그아웃되었고, 앱에도 더 이상 정보가 전달되지 않아요.`,
    ],
    until: (time: string) => `${time}에 완전히 삭제돼요. 유지하려면 그 전에 로그인해서 복구해 주세요.`,
    advice:
      '본인이 삭제하지 않았다면 다른 사람이 내 계정에 로그인할 수 있어요. 지금 로그인해서 복구하고 비밀번호를 변경해 주세요.',
    action: '로그인하기',
  },
  'account-restored': {
    subject: '계정이 복구되었어요',
    lines: (service: string) => [`${service} 계정이 삭제되지 않아요. 모든 정보가 그대로 돌아왔어요.`],
    advice: '본인이 복구하지 않았다면 다른 사람이 내 계정에 로그인할 수 있어요. 지금 비밀번호를 변경해 주세요.',
    action: '내 계정 열기',
  },
  'account-deleted': {
    subject: '계정이 삭제되었어요',
    lines: (service: string) => [`${service} 계정과 모든 정보가 바로 삭제되었어요. 이 계정에 대한 마지막 메일이에요.`],
    advice: '본인이 삭제하지 않았다면 서비스 운영자에게 문의해 주세요.',
    action: '처음 화면 열기',
  },
};
