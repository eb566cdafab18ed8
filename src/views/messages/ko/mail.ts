// The mails in Korean.
import type { enMail } from '../en/mail.ts';
import { koFactorMail } from './factor-mail.ts';
import { koLeavingMail } from './leaving-mail.ts';
import { koOperatorsMail } from './operators-mail.ts';

export const koMail: typeof enMail = {
  when: '일시',
  device: '기기',
  unknownDevice: '알 수 없는 기기',
  network: '네트워크',
  who: '작업한 사람',
  operator: '서비스 운영자',
  automatic: (service: string) => `${service}에서 자동으로 보낸 메일이에요. 답장은 확인하지 않아요.`,
  support: (contact: string) => `궁금한 점은 ${contact}에 문의해 주세요.`,
  summary: {
    subject: (subject: string, count: number) => `${subject} (${count}번 더)`,
    line: (count: number) => `1시간 안에 ${count}번 더 있었던 일이라 메일 한 통으로 모아서 알려 드려요.`,
  },
  toFormer: {
    line: '최근에 계정의 이메일 주소가 변경됐어요. 그전까지 이 주소를 쓰던 계정이라서 알려 드려요.',
    advice:
      '본인이 이메일 주소를 변경했다면 이 메일을 무시해 주세요. 아니라면 이 주소로 보낸 링크로 변경을 되돌려 주세요. 링크를 찾을 수 없으면 비밀번호 찾기에 이 주소를 입력해 주세요. 다시 보내 드려요.',
    action: '링크 다시 받기',
  },
  toUnproven:
    '아직 인증하지 않은 이메일 주소라서 이 계정에 관한 메일은 하루에 한 통까지만 보내 드려요. 내 계정에서 주소를 인증하면 모두 받을 수 있어요.',
  kinds: {
    ...koFactorMail,
    ...koLeavingMail,
    ...koOperatorsMail,
    'password-changed': {
      subject: '비밀번호가 변경되었어요',
      lines: (service: string) => [`${service} 계정의 비밀번호가 변경되었어요. 다른 기기에서는 로그아웃되었어요.`],
      advice: '본인이 변경하지 않았다면 다른 사람이 내 계정에 로그인할 수 있어요. 지금 비밀번호를 다시 설정해 주세요.',
      action: '내 계정 열기',
    },
    'api-token-created': {
      subject: '새 API 토큰이 만들어졌어요',
      lines: (service: string) => [
        `${service} 계정으로 새 API 토큰이 만들어졌어요. 이 토큰이 있으면 누구나 내 앱을 관리할 수 있어요.`,
      ],
      advice: '본인이 만들지 않았다면 토큰을 삭제하고 비밀번호를 변경해 주세요.',
      action: '내 API 토큰 열기',
    },
    'new-device': {
      subject: '새 기기에서 로그인했어요',
      lines: (service: string) => [
        `지금까지 쓰지 않던 기기에서 ${service} 계정에 로그인했어요. 쿠키를 지운 브라우저도 새 기기로 보여요.`,
      ],
      advice:
        '본인이 로그인하지 않았다면 다른 사람이 내 계정에 로그인할 수 있어요. 내 계정에서 그 기기를 로그아웃하고 비밀번호를 변경해 주세요.',
      action: '내 계정 열기',
    },
    'passkey-added': {
      subject: '패스키가 추가되었어요',
      lines: (service: string) => [
        `${service} 계정에 패스키가 추가되었어요. 이 패스키가 있으면 누구나 내 계정에 로그인할 수 있어요.`,
      ],
      advice: '본인이 추가하지 않았다면 패스키를 삭제하고 비밀번호를 변경해 주세요.',
      action: '내 패스키 열기',
    },
    'passkey-removed': {
      subject: '패스키가 삭제되었어요',
      lines: (service: string) => [
        `${service} 계정의 패스키가 삭제되었어요. 이제 그 패스키로는 로그인할 수 없고, 다른 기기에서는 로그아웃되었어요.`,
      ],
      advice: '본인이 삭제하지 않았다면 다른 사람이 내 계정을 쓰고 있을 수 있어요. 지금 비밀번호를 변경해 주세요.',
      action: '내 패스키 열기',
    },
    'passkey-copied': {
      subject: '패스키가 복제되었을 수 있어요',
      lines: (service: string) => [
        `사용 횟수가 이전보다 줄어든 패스키로 ${service} 계정에 로그인했어요. 패스키를 여러 기기에서 함께 쓸 때 생기는 일이지만, 누군가 복제했을 수도 있어요.`,
      ],
      advice: '본인이 로그인하지 않았다면 이 패스키를 삭제하고 새로 추가해 주세요.',
      action: '내 패스키 열기',
    },
    'passkey-synced': {
      subject: '패스키를 동기화할 수 있게 되었어요',
      lines: (service: string) => [
        `한 기기에만 있던 패스키로 ${service} 계정에 로그인했어요. 이제 이 패스키는 다른 기기로 동기화될 수 있어요.`,
      ],
      advice: '본인이 로그인하지 않았다면 이 패스키를 삭제하고 새로 추가해 주세요.',
      action: '내 패스키 열기',
    },
    'event-endpoint-disabled': {
      subject: '이벤트 수신 주소가 꺼졌어요',
      lines: (service: string) => [
        `${service}에 등록한 앱의 이벤트 수신 주소가 410으로 응답했거나 5일 동안 실패해서, 그 주소로는 더 이상 이벤트를 보내지 않아요.`,
      ],
      advice: '수신 주소를 고친 뒤 다시 켜 주세요. 놓친 이벤트는 이벤트 목록에서 30일 동안 볼 수 있어요.',
      action: '이벤트 열기',
    },
    'verify-email': {
      subject: '이메일 주소를 인증해 주세요',
      lines: (service: string) => [
        `${service} 계정에 이 이메일 주소가 입력되었어요. 본인이라면 인증을 시작한 페이지에 코드를 입력하거나, 같은 브라우저에서 링크를 열어 주세요. 60분 동안 쓸 수 있어요.`,
      ],
      advice: '본인이 요청하지 않았다면 이 메일을 무시해 주세요. 코드는 누구에게도 알려 주지 마세요.',
      action: '주소 인증하기',
    },
    'sign-up-code': {
      subject: '계정을 만들 인증 코드예요',
      lines: (service: string) => [
        `이 주소로 ${service} 계정을 만들고 있어요. 본인이라면 가입을 시작한 페이지에 코드를 입력하거나, 같은 브라우저에서 링크를 열어 주세요. 60분 동안 쓸 수 있어요.`,
      ],
      advice:
        '본인이 요청하지 않았다면 이 메일을 무시해 주세요. 계정은 만들어지지 않아요. 코드는 누구에게도 알려 주지 마세요.',
      action: '계정 만들기',
    },
    'account-exists': {
      subject: '이미 계정이 있어요',
      lines: (service: string) => [
        `이 주소로 ${service} 계정을 만들려고 했지만 이미 계정이 있어요. 본인이라면 로그인해 주세요. 비밀번호를 잊었다면 로그인 페이지에서 다시 설정할 수 있어요.`,
      ],
      advice: '본인이 요청하지 않았다면 이 메일을 무시해 주세요. 바뀐 것은 없어요.',
      action: '로그인',
    },
    'address-taken': {
      subject: '이미 계정이 있는 주소예요',
      lines: (service: string) => [`${service} 계정에 이 주소를 쓰려고 했지만, 이미 다른 계정에서 쓰고 있어요.`],
      advice:
        '본인이라면 이 주소의 계정으로 로그인해 주세요. 본인이 아니라면 이 메일을 무시해 주세요. 바뀐 것은 없어요.',
      action: '로그인',
    },
    'address-reserved': {
      subject: '아직 쓸 수 없는 주소예요',
      lines: (service: string) => [
        `${service} 계정에 이 주소를 쓰려고 했어요. 며칠 전까지 어떤 계정에서 쓰던 주소라 지금은 쓸 수 없어요.`,
      ],
      until: (time: string) => `${time}부터 다른 계정에서 쓸 수 있어요.`,
      advice:
        '원하지 않았는데 계정의 주소가 변경되었다면 그때 받은 메일의 링크를 열어 주세요. 아니라면 이 메일을 무시해 주세요.',
      action: '로그인',
    },
    'email-change-asked': {
      subject: '이메일 주소 변경을 요청받았어요',
      lines: (service: string) => [
        `${service} 계정에 로그인한 사람이 이메일 주소 변경을 요청했어요. 새 주소를 확인하기 전까지는 바뀌지 않아요.`,
      ],
      advice:
        '본인이 요청하지 않았다면 다른 사람이 내 계정에 로그인할 수 있어요. 내 계정에서 변경을 취소하고 비밀번호를 변경해 주세요.',
      action: '내 계정 열기',
    },
    'email-changed': {
      subject: '이메일 주소가 변경되었어요',
      lines: (service: string) => [
        `${service} 계정의 이메일 주소가 다른 주소로 변경되었어요. 이제 이 주소로는 로그인할 수 없어요.`,
      ],
      until: (time: string) =>
        `본인이 변경하지 않았다면 ${time}까지 되돌릴 수 있어요. 되돌리면 이 주소를 다시 쓰고 비밀번호를 새로 설정해요. 모든 기기에서 로그아웃되고, 변경을 요청한 뒤에 계정에 추가된 것은 삭제돼요.`,
      advice:
        '본인이 변경했다면 이 메일을 무시해 주세요. 링크가 있으면 누구나 변경을 되돌릴 수 있으니 다른 사람에게 전달하지 마세요.',
      action: '변경 되돌리기',
    },
    'take-back-link': {
      subject: '이메일 주소 변경을 되돌리는 링크예요',
      lines: (service: string) => [
        `${service}의 비밀번호 찾기에서 이 주소가 입력됐어요. 이 주소를 쓰던 계정의 이메일 주소가 최근에 변경돼서, 이 주소로는 비밀번호를 재설정할 수 없어요.`,
      ],
      until: (time: string) =>
        `본인이 변경하지 않았다면 ${time}까지 되돌릴 수 있어요. 되돌리면 이 주소를 다시 쓰고 비밀번호를 새로 설정해요.`,
      advice:
        '본인이 변경했다면 이 메일을 무시해 주세요. 링크가 있으면 누구나 변경을 되돌릴 수 있으니 다른 사람에게 전달하지 마세요.',
      action: '변경 되돌리기',
    },
    'reset-link-sent': {
      subject: '비밀번호 재설정 링크가 요청됐어요',
      lines: (service: string) => [
        `최근까지 이 주소를 쓰던 ${service} 계정의 비밀번호 재설정 링크가 요청됐어요. 링크는 계정의 현재 이메일 주소로 보냈어요.`,
      ],
      advice:
        '본인이 이메일 주소를 변경하지 않았다면 이 주소로 보낸 링크로 변경을 되돌려 주세요. 링크를 찾을 수 없으면 비밀번호 찾기에 이 주소를 입력해 주세요. 다시 보내 드려요.',
      action: '링크 다시 받기',
    },
    'email-taken-back': {
      subject: '이메일 주소 변경을 되돌렸어요',
      lines: (service: string) => [
        `${service} 계정의 이메일 주소가 이전 주소로 돌아갔어요. 이 주소는 이제 그 계정의 주소가 아니에요.`,
      ],
      advice:
        '되돌리는 링크나 코드는 이전 주소로 보냈어요. 본인이 사용하지 않았다면 다른 사람이 이전 주소의 메일을 읽을 수 있어요.',
      action: '로그인',
    },
    'account-unclaimed': {
      subject: '이 이메일 주소로 만든 계정이 있어요',
      lines: (service: string) => [
        `이 이메일 주소로 만든 ${service} 계정이 있어요. 아직 주소를 인증한 사람이 없는데, 방금 아래와 같이 계정이 사용되었어요.`,
        '본인이 만든 계정이라면 로그인해서 주소를 인증해 주세요. 인증하기 전에는 이 계정에 관한 메일을 하루에 한 통까지만 보내 드려요.',
      ],
      advice:
        '본인이 만들지 않았다면 이 메일을 무시하거나 계정을 내 것으로 가져올 수 있어요. 이 주소로 보내 드리는 링크에서 비밀번호를 새로 설정하면 다른 사람은 모두 로그아웃돼요. 링크가 오지 않으면 서비스 운영자에게 문의해 주세요.',
      action: '내 계정으로 가져오기',
    },
    'account-created': {
      subject: '새 계정의 비밀번호를 설정해 주세요',
      lines: (service: string) => [
        `${service} 운영자가 이 주소로 계정을 만들었어요. 비밀번호를 설정하면 쓸 수 있어요. 링크는 60분 동안 한 번만 쓸 수 있어요.`,
      ],
      advice: '예상하지 못한 메일이라면 무시해 주세요. 비밀번호를 설정하기 전에는 아무도 로그인할 수 없어요.',
      action: '비밀번호 설정하기',
    },
    'reset-password': {
      subject: '비밀번호를 다시 설정해 주세요',
      lines: (service: string) => [
        `이 주소로 만든 ${service} 계정의 비밀번호 재설정을 요청받았어요. 링크는 60분 동안 한 번만 쓸 수 있어요.`,
      ],
      advice: '본인이 요청하지 않았다면 이 메일을 무시해 주세요. 비밀번호는 바뀌지 않아요.',
      action: '비밀번호 다시 설정하기',
    },
    invitation: {
      subject: (service: string) => `${service}의 앱에 초대받았어요`,
      line: (service: string) =>
        `${service}의 앱을 함께 관리하자는 초대가 이 주소로 왔어요. 누가 어떤 앱에 초대했는지는 링크를 열면 볼 수 있어요.`,
      offer: (service: string) =>
        `${service}의 앱을 넘기겠다는 제안이 이 주소로 왔어요. 누가 어떤 앱을 넘기려고 하는지는 링크를 열면 볼 수 있어요.`,
      expires: (time: string) => `링크는 ${time}까지 한 번만 쓸 수 있어요.`,
      advice: '예상하지 못한 초대라면 이 메일을 무시해 주세요. 수락하기 전에는 아무 일도 일어나지 않아요.',
      action: '초대 확인하기',
    },
  },
};
