// The pages for developers in Korean.
import type { enReference } from './en-reference.ts';
import type { Phrase } from './phrase.ts';

export const koReference: typeof enReference = {
  errors: {
    title: '오류',
    lede: '앱이 받을 수 있는 모든 오류의 원인과 해결 방법이에요. 코드의 뜻은 바뀌지 않아요.',
    search: '코드나 내용으로 검색',
    submit: '검색',
    searched: (query: string) => `${query} – 오류 검색`,
    found: (count: number, query: string): Phrase => [{ name: query }, ` 검색 결과: 오류 ${count}개`],
    none: (query: string): Phrase => [{ name: query }, ' 검색 결과가 없어요. 코드나 한 단어로 검색해 보세요.'],
    all: '모든 오류 보기',
    contents: '목차',
    codes: (count: number) => `코드 ${count}개`,
    fix: '해결 방법:',
    returnedAs: '응답 형태:',
    reports: { page: '오류 페이지', fault: 'errors의 항목' },
  },
};
