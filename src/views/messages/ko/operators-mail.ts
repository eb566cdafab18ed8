// Mails about rights that operators give or take, in Korean.
import type { enOperatorsMail } from '../en/operators-mail.ts';

export const koOperatorsMail: typeof enOperatorsMail = {
  'operators-told': {
    subject: '서비스의 권한이 바뀌었어요',
    lines: {
      'machine-token': (service: string, scopes: string, days: number) =>
        `${service}에 서비스 토큰이 만들어졌어요. ${days}일 동안 쓸 수 있고, 권한은 ${scopes}예요.`,
      role: (service: string, role: string) => `${service}의 한 계정에 ${role} 역할이 주어졌어요.`,
      factors: (service: string) =>
        `${service}에서 일하는 계정의 2단계 인증이 삭제되었어요. 본인이 다시 설정할 때까지 한 가지 인증만으로 로그인할 수 있어요.`,
      import: (service: string, roles: string) => `가져오기로 ${service}에 역할이 있는 계정이 만들어졌어요: ${roles}.`,
    },
    roles: { user: '사용자', owner: '앱 소유자', support: '고객지원', operator: '운영자' },
    advice:
      '이 메일은 모든 운영자에게 보내요. 운영자 중 누구도 하지 않은 일이라면 되돌리고, 누가 했는지 감사 기록에서 확인해 주세요. 누군가 운영자 계정을 쓰고 있을 수 있어요.',
    actions: { 'machine-token': '서비스 토큰 열기', role: '계정 열기', factors: '계정 열기', import: '계정 목록 열기' },
  },
  'applications-received': {
    subject: '앱의 소유권을 넘겨받았어요',
    line: (service: string, count: number) => `${service} 운영자가 앱 ${count}개의 소유권을 나에게 넘겼어요.`,
    application: '앱',
    more: (count: number) => `나머지 ${count}개는 콘솔에서 볼 수 있어요.`,
    advice:
      '앱마다 팀원과 클라이언트 시크릿을 확인해 주세요. 이전 소유자가 시크릿을 아직 알고 있을 수 있어요. 예상하지 못한 일이라면 서비스 운영자에게 문의해 주세요.',
    action: '콘솔 열기',
  },
  'test-mail': {
    subject: '테스트 메일이에요',
    lines: (service: string) => [
      `${service}의 메일이 잘 도착하는지 확인하려고 운영자가 요청한 메일이에요. 잘 도착했어요.`,
    ],
    advice:
      '본인이 요청하지 않았다면 다른 사람이 내 계정에 로그인할 수 있어요. 모르는 기기를 로그아웃하고 비밀번호를 다시 설정해 주세요.',
    action: '기기 목록 열기',
  },
};
