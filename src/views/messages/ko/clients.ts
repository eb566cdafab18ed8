// Clients that nobody registered, in the console, in Korean.
import type { enClients } from '../en/clients.ts';

export const koClients: typeof enClients = {
  title: '등록되지 않은 클라이언트',
  hint: 'MCP 클라이언트처럼 여기에 등록되지 않은 프로그램이에요. 제작사 사이트에 있는 문서로 자신을 소개해요.',
  off: '꺼져 있어요. LATCHKEY_CLIENT_METADATA_DOCUMENTS에서 어느 제작사의 프로그램을 쓸 수 있는지 정해요.',
  any: '차단하지 않은 모든 제작사의 프로그램을 받아요.',
  listed: (count) => `허용한 URL 앞부분 ${count}개`,
  empty: '아직 이런 프로그램을 쓴 사람이 없어요',
  emptyHint: '누군가 프로그램에서 오면 그 호스트가 여기에 표시돼요.',
  people: (count) => `${count}명`,
  usedAt: (day) => `마지막 사용 ${day}`,
  noDocument: '30일 동안 사용하지 않음',
  blocked: '차단됨',
  block: '차단',
  unblock: '차단 해제',
};
