// What each code of `/errors` means, in the languages that have their own texts. English is in the definitions
// themselves (core/applications/error-catalogue.ts).
import type { CatalogueCode, ChapterId } from '../../core/applications/error-catalogue.ts';
import type { Language } from '../page/page.ts';
import { koApiErrors } from './ko/errors-apis.ts';
import { koAssertionErrors } from './ko/errors-assertions.ts';
import { koAuthorizationErrors } from './ko/errors-authorization.ts';
import { koDeviceErrors } from './ko/errors-devices.ts';
import { koDocumentErrors } from './ko/errors-documents.ts';
import { koFaults } from './ko/errors-faults.ts';
import { koHttpErrors } from './ko/errors-http.ts';
import { koProofErrors } from './ko/errors-proofs.ts';
import { koPushErrors } from './ko/errors-pushes.ts';
import { koRegistrationErrors } from './ko/errors-registration.ts';
import { koTokenErrors } from './ko/errors-tokens.ts';
import { koUriFaults } from './ko/errors-uris.ts';

/** `cause`: what happened; `cure`: what the application's developer can do. */
export type ErrorText = { title: string; cause: string; cure: string };

/** A code without a text is a type error. */
export const KO_ERROR_TEXTS: Readonly<Record<CatalogueCode, ErrorText>> = {
  ...koAuthorizationErrors,
  ...koTokenErrors,
  ...koAssertionErrors,
  ...koProofErrors,
  ...koPushErrors,
  ...koDeviceErrors,
  ...koDocumentErrors,
  ...koApiErrors,
  ...koRegistrationErrors,
  ...koFaults,
  ...koUriFaults,
  ...koHttpErrors,
};

export const KO_CHAPTERS: Readonly<Record<ChapterId, string>> = {
  'chapter-authorization': '인증 요청과 로그아웃',
  'chapter-tokens': '토큰과 사용자 정보',
  'chapter-registration': '등록 API',
  'chapter-faults': '등록 API의 입력 오류',
  'chapter-http': '모든 요청',
};

const CHAPTERS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, ko: KO_CHAPTERS };
const TEXTS: Readonly<Record<Language, Readonly<Record<string, ErrorText>>>> = { en: {}, ko: KO_ERROR_TEXTS };

/** @returns undefined where the English text of the definition is shown */
export const errorTextIn = (language: Language, code: string): ErrorText | undefined => TEXTS[language][code];

/** @returns undefined where the English title is shown */
export const chapterTitleIn = (language: Language, id: string): string | undefined => CHAPTERS[language][id];
