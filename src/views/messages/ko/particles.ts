// Korean particles follow the sound a word ends in. That of Hangul and digits is certain. Latin letters are decided
// where Koreans read them in one way only; otherwise both forms are written, as Korean orthography allows: 을(를).

type Ending = 'vowel' | 'consonant' | 'rieul' | 'unknown';

const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;
const FINALS_PER_SYLLABLE = 28;
const FINAL_RIEUL = 8;

// 영 일 이 삼 사 오 육 칠 팔 구
const DIGIT_ENDINGS: readonly Ending[] = [
  'consonant',
  'rieul',
  'vowel',
  'consonant',
  'vowel',
  'vowel',
  'consonant',
  'rieul',
  'rieul',
  'vowel',
];

const ofSyllable = (code: number): Ending => {
  const final = (code - HANGUL_FIRST) % FINALS_PER_SYLLABLE;
  if (final === 0) return 'vowel';
  return final === FINAL_RIEUL ? 'rieul' : 'consonant';
};

/** An abbreviation is read letter by letter: 엘, 알 end in ㄹ, 엠, 엔 in a consonant, the others in a vowel. */
const ofAbbreviation = (letter: string): Ending => {
  if ('LR'.includes(letter)) return 'rieul';
  return 'MN'.includes(letter) ? 'consonant' : 'vowel';
};

// A short vowel before p or t, and -ck, -ook: shop 숍, app 앱, market 마켓, stack 스택, book 북.
const STOPPED = /(?:^|[^aeiou])(?:[aeiou]pp?|[aeo]t)$|ck$|ook$/i;

const ofLatin = (word: string): Ending => {
  if (STOPPED.test(word)) return 'consonant';
  const letter = word.slice(-1).toLowerCase();
  if ('aiouyrsxzfw'.includes(letter)) return 'vowel';
  if ('mn'.includes(letter)) return 'consonant';
  return letter === 'l' ? 'rieul' : 'unknown';
};

/** The sound a word ends in; trailing punctuation is silent. */
export const endingOf = (word: string): Ending => {
  const spoken = word.normalize('NFC').replace(/[^\p{L}\p{N}]+$/u, '');
  const last = spoken.at(-1) ?? '';
  const code = last.charCodeAt(0);
  if (code >= HANGUL_FIRST && code <= HANGUL_LAST) return ofSyllable(code);
  if (/[0-9]/.test(last)) return DIGIT_ENDINGS[Number(last)] ?? 'unknown';
  if (/(^|[^A-Za-z])[A-Z]{1,5}$/.test(spoken)) return ofAbbreviation(last);
  return /[A-Za-z]/.test(last) ? ofLatin(spoken) : 'unknown';
};

const choose = (word: string, afterConsonant: string, afterVowel: string, both: string): string => {
  const ending = endingOf(word);
  if (ending === 'unknown') return both;
  return ending === 'vowel' ? afterVowel : afterConsonant;
};

/** 은/는 */
export const topicOf = (word: string): string => choose(word, '은', '는', '은(는)');
/** 이/가 */
export const subjectOf = (word: string): string => choose(word, '이', '가', '이(가)');
/** 을/를 */
export const objectOf = (word: string): string => choose(word, '을', '를', '을(를)');
/** 으로/로: a final ㄹ counts as a vowel. The word joiner keeps (으)로 on one line. */
export const towardOf = (word: string): string =>
  endingOf(word) === 'rieul' ? '로' : choose(word, '으로', '로', '(으)\u2060로');
