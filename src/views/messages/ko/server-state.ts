// The menu of operators and their first page, in Korean.
import type { enServerState } from '../en/server-state.ts';

export const koServerState: typeof enServerState = {
  title: '서버 현황',
  menu: '운영자 메뉴',
  groups: {
    server: '서버',
    people: '사용자',
    applications: '앱',
    service: '서비스',
    watch: '모니터링',
    keys: '키와 토큰',
  },
  applications: '모든 앱',
  search: {
    title: '검색',
    label: '주소, 이름 또는 ID',
    button: '검색',
    none: (text) => [{ name: text }, '에 대한 검색 결과가 없어요.'],
    more: '모두 보기',
  },
  signIns: '앱 로그인',
  signInsHint: '하루는 UTC 기준이에요. 최근 몇 초는 아직 포함되지 않았어요.',
  measures: {
    completed: { today: '오늘 로그인', yesterday: '어제 로그인' },
    failed: { today: '오늘 실패한 요청', yesterday: '어제 실패한 요청' },
  },
  state: '상태',
  look: '확인 필요',
  checking: '점검을 시작했어요. 몇 초 뒤에 새로고침해 주세요.',
  noneGivenUp: '지난 7일 동안 없었어요.',
  givenUp: (count) => `지난 7일 동안 ${count}건`,
  backup: '마지막 백업',
  noBackup: '확인된 백업이 없어요. 다음 명령어로 백업하세요:',
  version: '버전',
};
