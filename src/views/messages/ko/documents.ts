// The documents of the service in Korean.

import type { Phrase } from '../../page/phrase.ts';
import type { enDocuments } from '../en/documents.ts';
import { towardOf } from './particles.ts';

export const koDocuments: typeof enDocuments = {
  legend: '약관 동의',
  labels: {
    agree: (title: string): Phrase => [{ name: title }, '\u2060에 동의해요'],
    consent: (title: string): Phrase => [{ name: title }, '\u2060에 동의해요'],
    notice: (title: string): Phrase => [{ name: title }, ' 보기'],
  },
  all: '전체 동의 (선택 항목 포함)',
  required: '필수',
  optional: '선택',
  age: (years: number) => `만 ${years}세 이상이에요`,
  updated: (date: string) => `${date}에 동의한 뒤 변경됐어요`,
  title: '약관 동의',
  titleFor: (name: string) => `${name}${towardOf(name)} 이동하려면 약관 동의`,
  lede: (name: string): Phrase => [{ name }, `${towardOf(name)} 계속 이동하려면 동의해 주세요`],
  ledeAlone: (service: string): Phrase => [{ name: service }, ' 계정을 계속 쓰려면 동의해 주세요'],
  submit: '동의하고 계속하기',
  section: '약관과 동의',
  sectionHint: '내가 동의한 내용이에요. 선택 항목은 언제든지 바꿀 수 있어요.',
  version: (version: string) => `버전 ${version}`,
  agreedOn: (date: string) => `${date} 동의`,
  agreedBefore: (version: string, date: string) => `${date}에 버전 ${version}에 동의했어요`,
  notAgreed: '동의하지 않음',
  save: '변경 내용 저장',
};
