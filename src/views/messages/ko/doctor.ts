// `latchkey doctor`가 알려 주는 내용을 보여 주는 화면의 한국어 문구.
import type { Finding } from '../../../core/operating/doctor/finding.ts';
import type { enDoctor, FindingText } from '../en/doctor.ts';
import { KOREAN_FINDINGS } from './findings.ts';

const fill = (text: string, values: Finding['values']): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** A newer program on disk may tell what this one has no words for: then in English. */
function textOf({ code, values, found, fix }: Finding): FindingText {
  const known: readonly [found: string, fix?: string] | undefined =
    code in KOREAN_FINDINGS ? KOREAN_FINDINGS[code as keyof typeof KOREAN_FINDINGS] : undefined;
  if (known === undefined) return { found, fix };
  return { found: fill(known[0], values), fix: known[1] === undefined ? undefined : fill(known[1], values) };
}

export const koDoctor: typeof enDoctor = {
  title: '서버 점검',
  hint: 'latchkey doctor 명령과 같은 점검이에요. 페이지를 다시 열면 다시 점검하고, 10초에 한 번까지 실행돼요.',
  checkedAt: '점검한 때',
  summary: (faults, warnings, fine) => `문제 ${faults}개, 주의 ${warnings}개, 정상 ${fine}개`,
  levels: { fault: '문제', warning: '주의', ok: '정상' },
  fix: '해결 방법',
  failedTitle: '점검을 끝내지 못했어요',
  failed: '이유는 서버 로그에 있어요. 명령줄에서도 점검할 수 있어요.',
  subjects: {
    settings: '설정',
    database: '데이터베이스',
    schema: '스키마',
    keys: '서명 키',
    secrets: '서버 비밀 키',
    files: '파일',
    disk: '디스크',
    clock: '시계',
    addresses: '주소',
    accounts: '계정',
    deletion: '삭제한 계정',
    email: '이메일 주소',
    names: '사용자 이름',
    passkeys: '패스키',
    factors: '2단계 인증',
    tokens: '서비스 토큰',
    mail: '메일',
    pictures: '프로필 사진',
    policy: '정책',
    tls: 'TLS 암호화',
    proxy: '프록시',
  },
  textOf,
};
