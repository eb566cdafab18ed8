// Texts of the console's pages of the audit, in Korean.
import type { enAudit } from './en-audit.ts';

export const koAudit: typeof enAudit = {
  title: '감사 기록',
  hint: '누가 이 앱을 변경했는지, 연결된 사용자나 팀을 누가 조회했는지 최신순으로 보여 드려요. 이 페이지를 열어도 기록이 남아요.',
  serverTitle: '서버 감사 기록',
  serverHint:
    '누가 이 서버에서 무엇을 변경했는지, 누구의 정보를 조회했는지 최신순으로 보여 드려요. 이 페이지를 열어도 기록이 남아요.',
  empty: '아직 기록이 없어요',
  emptyHint: '변경과 조회가 여기에 표시돼요.',
  noneFound: '조건에 맞는 기록이 없어요.',
  showAll: '모두 보기',
  onlyAction: '이 작업만 보는 중:',
  by: '작업한 사람',
  everyone: '모두',
  show: '보기',
  filter: '조건으로 찾기',
  actors: { operator: '운영자', server: '서버', someone: '팀에 없는 사람' },
  roles: {
    user: '사용자',
    owner: '소유자',
    support: '고객지원',
    operator: '운영자',
    machine: '서비스 토큰',
    server: '서버',
  },
  commandLine: '명령줄에서',
  byToken: 'API 토큰으로',
  refused: '거부됨:',
  facts: {
    about: '대상',
    entry: '항목',
    fields: '필드',
    application: '앱',
    account: '대상 계정',
    machineUser: '서버 사용자',
    address: '접속 주소',
    token: 'API 토큰',
    request: '요청 ID',
    reason: '이유',
  },
  fields: {
    application: '앱 ID',
    account: '작업한 계정 ID',
    subject: '대상 계정 ID',
    action: '작업',
    from: '시작 날짜나 시각',
    to: '끝 날짜나 시각',
  },
  periodHints: {
    from: '예: 2031-01-31(UTC 0시부터) 또는 2031-01-31T09:30:00Z',
    to: '날짜만 쓰면 그날까지 보여 드려요.',
  },
  periodFaults: {
    malformed: '2031-01-31 같은 날짜나 2031-01-31T09:30:00Z 같은 시각을 입력해 주세요.',
    backwards: '끝은 시작보다 뒤여야 해요.',
  },
};
