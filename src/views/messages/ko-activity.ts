// What happened to an account, in Korean.
import type { enActivity } from './en-activity.ts';
import { objectOf, subjectOf } from './particles.ts';
import type { Phrase } from './phrase.ts';

export const koActivity: typeof enActivity = {
  none: '최근 90일 동안 활동이 없어요.',
  older: '이전 활동',
  someApplication: '삭제된 앱',
  roles: { operator: '서비스 운영자', other: '앱 담당자' },
  kinds: {
    'signed-in': '로그인했어요',
    'sign-in-failed': (times: number) => `비밀번호나 코드가 틀려서 로그인에 ${times}번 실패했어요`,
    'new-device': '새 기기에서 로그인했다는 알림을 보냈어요',
    'signed-out': '로그아웃했어요',
    'sign-ins-ended': '다른 기기에서 로그아웃했어요',
    'password-changed': '비밀번호를 변경했어요',
    'email-changed': '이메일 주소를 변경했어요',
    'username-changed': '사용자 이름을 정하거나 변경했어요',
    'passkey-added': (name: string): Phrase => ['패스키 ', { name }, `${objectOf(name)} 추가했어요`],
    'passkey-removed': (name: string): Phrase => ['패스키 ', { name }, `${objectOf(name)} 삭제했어요`],
    'two-step-on': '2단계 인증을 켰어요',
    'two-step-off': '2단계 인증을 껐어요',
    'recovery-code-used': '복구 코드를 사용했어요',
    'device-trusted': '기기를 신뢰하도록 설정했어요. 30일 동안 코드를 묻지 않아요',
    'api-token-made': (name: string): Phrase => ['API 토큰 ', { name }, `${objectOf(name)} 만들었어요`],
    agreed: (name: string): Phrase => [{ name }, '에 정보를 공유하는 데 동의했어요'],
    'choices-changed': (name: string): Phrase => [{ name }, `${subjectOf(name)} 볼 수 있는 정보를 변경했어요`],
    disconnected: {
      person: (name: string): Phrase => [{ name }, ' 연결을 끊었어요'],
      application: (name: string): Phrase => [{ name }, `${subjectOf(name)} 연결을 끊었어요`],
      owner: (name: string): Phrase => [{ name }, ' 담당자가 연결을 끊었어요'],
      operator: (name: string): Phrase => ['운영자가 ', { name }, ' 연결을 끊었어요'],
    },
    'tokens-reused': (name: string): Phrase => [{ name }, '의 코드나 토큰이 두 번 사용되어 접근 권한을 끊었어요'],
    'role-changed': (role: string) => `계정 역할이 변경됐어요: ${role}`,
    'account-disabled': '계정이 비활성화되어 모든 기기에서 로그아웃됐어요',
    'account-enabled': '계정이 다시 활성화됐어요',
    'account-leaving': '계정을 삭제해서 모든 기기에서 로그아웃됐어요',
    'account-restored': '계정을 복구했어요',
    'operator-acted': (who: string, action: string): Phrase => [`${who}가 작업하거나 조회했어요: `, { name: action }],
  },
  advice: {
    'sign-in-failed': '본인이 아니라면 다른 곳에서 쓰지 않는 비밀번호나 패스키를 사용하세요.',
    'tokens-reused': '누군가 복사했을 수 있어요. 앱에 다시 로그인해 주세요.',
    'recovery-code-used': '본인이 아니라면 비밀번호를 변경하고 복구 코드를 새로 만드세요.',
  },
};
