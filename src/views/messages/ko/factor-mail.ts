// The mails about second factors in Korean.
import type { enFactorMail } from '../en/factor-mail.ts';

export const koFactorMail: typeof enFactorMail = {
  'factor-code': {
    subject: '본인 확인 코드예요',
    lines: (service: string) => [
      `누군가 ${service} 계정에 로그인해서 로그인 방법이나 이메일 주소를 바꾸려고 해요. 본인이라면 시작한 페이지에 코드를 입력하거나, 같은 브라우저에서 링크를 열어 주세요. 60분 동안 쓸 수 있어요.`,
    ],
    advice:
      '본인이 아니라면 다른 사람이 비밀번호를 알고 있어요. 코드를 아무에게도 알려 주지 말고, 지금 비밀번호를 변경해 주세요.',
    action: '확인하기',
  },
  'two-step-on': {
    subject: '2단계 인증을 켰어요',
    lines: (service: string) => [
      `이제 ${service} 계정에 로그인할 때 인증 앱의 코드도 필요해요. 다른 기기에서는 로그아웃되었어요.`,
    ],
    advice:
      '본인이 켜지 않았다면 다른 사람이 내 계정을 쓰고 있어요. ‘비밀번호를 잊으셨나요?’에서 비밀번호를 새로 만들고, 코드를 입력하라고 나오면 서비스 운영자에게 문의해 주세요.',
    action: '2단계 인증 열기',
  },
  'two-step-off': {
    subject: '2단계 인증을 껐어요',
    lines: (service: string) => [
      `이제 비밀번호만으로 ${service} 계정에 로그인할 수 있어요. 다른 기기에서는 로그아웃되었어요.`,
    ],
    advice: '본인이 끄지 않았다면 다른 사람이 내 계정을 쓰고 있어요. 지금 비밀번호를 변경해 주세요.',
    action: '내 계정 열기',
  },
  'factors-removed': {
    subject: '추가 인증 수단이 삭제되었어요',
    lines: (service: string) => [
      `운영자가 ${service} 계정의 2단계 인증이나 패스키를 삭제했어요. 모든 기기에서 로그아웃되었고, 비밀번호로 로그인할 수 있어요.`,
    ],
    advice: '요청한 적이 없다면 서비스 운영자에게 문의해 주세요.',
    action: '로그인하기',
  },
  'recovery-codes-replaced': {
    subject: '복구 코드를 새로 만들었어요',
    lines: (service: string) => [`${service} 계정의 복구 코드를 새로 만들었어요. 예전 코드는 더 이상 쓸 수 없어요.`],
    advice: '본인이 만들지 않았다면 다른 사람이 내 계정을 쓰고 있어요. 지금 비밀번호를 변경해 주세요.',
    action: '2단계 인증 열기',
  },
  'recovery-code-used': {
    subject: '복구 코드를 사용했어요',
    lines: (service: string) => [
      `${service} 계정에 인증 앱의 코드 대신 복구 코드가 입력되었어요. 이 복구 코드는 다시 쓸 수 없어요.`,
    ],
    advice:
      '본인이 입력하지 않았다면 다른 사람이 비밀번호와 복구 코드를 알고 있어요. 비밀번호를 변경하고 복구 코드를 새로 만들어 주세요.',
    action: '2단계 인증 열기',
  },
  'wrong-codes': {
    subject: '다른 사람이 비밀번호를 알고 있을 수 있어요',
    lines: (service: string) => [
      `누군가 ${service} 계정의 비밀번호를 맞게 입력한 뒤 코드를 다섯 번 연속으로 틀렸어요. 로그인되지는 않았어요.`,
    ],
    advice: '본인이 아니라면 지금 비밀번호를 변경해 주세요. 지금은 2단계 인증만이 계정을 지키고 있어요.',
    action: '내 계정 열기',
  },
};
