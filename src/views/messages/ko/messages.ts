// Every text of the pages in Korean, in the polite 해요 style throughout. Particles after a name follow the sound the
// name ends in.
import type { SignUpsLimit } from '../../page/page.ts';
import type { Phrase } from '../../page/phrase.ts';
import { dateText, timeText } from '../../page/time-text.tsx';
import type { en, FaultValues } from '../en/messages.ts';
import { koAccount } from './account.ts';
import { koAccountData } from './account-data.ts';
import { koActivity } from './activity.ts';
import { koAddedLately, koAfterReset } from './after-reset.ts';
import { koApis } from './apis.ts';
import { koAudit } from './audit.ts';
import { koClients } from './clients.ts';
import { koConsole } from './console.ts';
import { koDemandedFactor } from './demanded-factor.ts';
import { koDevelopers } from './developers.ts';
import { koDevices } from './devices.ts';
import { koDoctor } from './doctor.ts';
import { koDocuments } from './documents.ts';
import { koErrors } from './errors.ts';
import { koEvents } from './events.ts';
import { koGivenUpMessages } from './given-up-messages.ts';
import { koGroups } from './groups.ts';
import { koLeaving } from './leaving.ts';
import { koMachineTokens } from './machine-tokens.ts';
import { koMail } from './mail.ts';
import { koOperators } from './operators.ts';
import { subjectOf, topicOf, towardOf } from './particles.ts';
import { koPasskeys } from './passkeys.ts';
import { koPicture } from './picture.ts';
import { koPolicy } from './policy.ts';
import { koReceipts } from './receipts.ts';
import { koReference } from './reference.ts';
import { koServerState } from './server-state.ts';
import { koSigningKeys } from './signing-keys.ts';
import { koStatistics } from './statistics.ts';
import { koTrustedDevices } from './trusted-devices.ts';
import { koTwoStep } from './two-step.ts';
import { koVerification } from './verification.ts';

/** A wait of many minutes, in hours. */
const waitText = (minutes: number): string => (minutes < 120 ? `${minutes}분` : `${Math.ceil(minutes / 60)}시간`);

export const ko: typeof en = {
  languageName: '한국어',
  languages: '언어',
  service: { links: '서비스 안내', terms: '이용약관', privacy: '개인정보 처리방침', help: '도움말' },
  pageTitle: (title: string, service: string) => `${title} – ${service}`,
  faultyTitle: (title: string) => `오류: ${title}`,
  skip: '본문으로 건너뛰기',
  newTab: '(새 탭에서 열림)',
  cancel: '취소',
  working: '잠시만 기다려 주세요…',
  items: {
    nickname: '닉네임',
    username: '사용자 이름',
    profile_image: '프로필 사진',
    name: '이름',
    gender: '성별',
    birthdate: '생년월일',
    website: '웹사이트',
    locale: '언어와 시간대',
    email: '이메일 주소',
    phone_number: '전화번호',
    address: '주소',
    groups: '그룹',
  },
  faults: {
    'email-missing': () => '이메일 주소를 입력해 주세요.',
    'email-malformed': () => 'name@example.com 형식으로 입력해 주세요.',
    'email-taken-by-other': () => '이미 이 이메일 주소를 쓰는 계정이 있어요. 다른 주소를 입력해 주세요.',
    'email-unchanged': () => '지금 쓰고 있는 이메일 주소예요. 다른 주소를 입력해 주세요.',
    'email-not-plain': ({ email }) =>
      `비슷해 보이는 다른 글자가 들어 있어요. 내 주소가 맞다면 이렇게 입력해 주세요: ${email}`,
    'email-domain-refused': () => '이 도메인의 이메일 주소는 쓸 수 없어요. 다른 주소를 입력해 주세요.',
    'email-taken': () => '이미 이 이메일 주소를 쓰는 계정이 있어요. 로그인해 주세요.',
    'password-missing': () => '비밀번호를 입력해 주세요.',
    'password-too-short': () => '8자 이상 입력해 주세요.',
    'password-too-long': () => '256자 이하로 입력해 주세요.',
    'password-common': () => '너무 흔한 비밀번호예요. 다른 비밀번호를 입력해 주세요.',
    'password-like-email': () => '이메일 주소와 너무 비슷해요. 다른 비밀번호를 입력해 주세요.',
    'password-unchanged': () => '지금 쓰고 있는 비밀번호예요. 새 비밀번호를 입력해 주세요.',
    'current-password-wrong': () => '현재 비밀번호가 맞지 않아요.',
    'credentials-wrong': () => '이메일 주소나 비밀번호가 맞지 않아요. 다시 확인해 주세요.',
    'code-missing': () => '코드를 입력해 주세요.',
    'code-wrong': () => '코드가 맞지 않거나 이미 사용했어요. 다음 코드를 입력해 주세요.',
    'user-code-wrong': () => '이 코드를 기다리는 기기가 없어요. 코드를 확인하거나 기기에서 새 코드를 받으세요.',
    'codes-resting': () => '잘못된 코드를 너무 많이 입력했어요. 복구 코드를 사용해 주세요.',
    'passkey-wrong': () => '패스키를 사용하지 못했어요. 다시 시도하거나 다른 방법으로 로그인해 주세요.',
    'passkey-changed': () =>
      '추가한 뒤로 패스키가 바뀌어서 더 이상 쓸 수 없어요. 다른 방법으로 로그인해서 삭제한 다음 다시 추가해 주세요.',
    'passkey-unknown': () => '이 패스키에 연결된 계정이 없어요. 다른 패스키나 다른 방법으로 로그인해 주세요.',
    'passkey-late': () => '시간이 너무 오래 걸렸어요. 다시 시도해 주세요.',
    'passkey-known': () => '이미 사용 중인 패스키예요.',
    'passkey-full': () => '패스키를 더 추가할 수 없어요. 먼저 하나를 삭제해 주세요.',
    'passkey-last': () => '유일한 로그인 방법이라 삭제할 수 없어요.',
    'passkey-name': () => '이름을 60자 이하로 입력해 주세요.',
    'second-step-expired': () => '로그인 시간이 지났거나 중단됐어요. 다시 로그인해 주세요.',
    'mailed-code-malformed': () => '메일로 받은 숫자 8자리를 입력해 주세요.',
    'mailed-code-wrong': () =>
      '인증 코드가 올바르지 않거나 만료됐어요. 가장 최근 메일을 확인하거나 코드를 다시 받아 주세요.',
    'claim-choice-missing': () => '이 계정을 어떻게 할지 선택해 주세요.',
    'nickname-missing': () => '닉네임을 입력해 주세요.',
    'age-unconfirmed': ({ years }) => `만 ${years}세 이상만 계정을 만들 수 있어요.`,
    'documents-unagreed': () => '필수 항목에 모두 동의해 주세요.',
    'username-malformed': () =>
      '영문자(a–z), 숫자, 점(.), 붙임표(-), 밑줄(_)로 3~30자를 입력해 주세요. 영문자로 시작하고 영문자나 숫자로 끝나야 하며, 기호는 연달아 쓸 수 없어요.',
    'username-unavailable': () => '사용할 수 없는 이름이에요. 다른 이름을 입력해 주세요.',
    'username-changes': ({ until }) =>
      typeof until === 'number'
        ? `최근 1년 동안 사용자 이름을 세 번 변경했어요. ${dateText(until, 'ko')}부터 다시 변경할 수 있어요.`
        : '최근 1년 동안 사용자 이름을 세 번 변경했어요. 나중에 다시 변경할 수 있어요.',
    'username-tries': ({ minutes }) =>
      typeof minutes === 'number'
        ? `사용자 이름을 너무 많이 시도했어요. ${minutes}분 뒤에 다시 시도해 주세요.`
        : '사용자 이름을 너무 많이 시도했어요. 나중에 다시 시도해 주세요.',
    'account-in-doubt': ({ until }) =>
      typeof until === 'number'
        ? `최근에 이메일 주소가 변경됐어요. ${timeText(until, 'ko')}까지 변경을 되돌릴 수 있어서, 그 뒤에 할 수 있어요.`
        : '최근에 이메일 주소가 변경됐어요. 변경을 되돌릴 수 있는 동안에는 할 수 없어요.',
    'value-missing': () => '이 항목을 입력해 주세요.',
    'optional-value-missing': () => '이 항목을 입력하거나 선택을 해제해 주세요.',
    'text-too-long': (values: FaultValues) =>
      typeof values.maximum === 'number'
        ? `${values.maximum}자 이하로 입력해 주세요.`
        : '너무 길어요. 더 짧게 입력해 주세요.',
    'text-forbidden-characters': () => '보이지 않는 문자나 제어 문자가 들어 있어요. 붙여 넣지 말고 직접 입력해 주세요.',
    'birthdate-malformed': () => '1990-05-17 형식으로 입력해 주세요.',
    'url-malformed': () => 'https://example.com처럼 전체 URL을 입력해 주세요.',
    'phone-number-malformed': () =>
      '전화번호를 다시 확인해 주세요. 예: 010-\u20601234-\u20605678, +1\u00a0212-\u2060555-\u20600100',
    'locale-malformed': () => 'ko-KR이나 en-US 같은 언어 코드를 입력해 주세요.',
    'zoneinfo-malformed': () => 'Asia/Seoul 같은 시간대를 입력해 주세요.',
    'picture-missing': () => '이미지 파일을 골라 주세요.',
    'picture-several': () => '이미지를 하나만 골라 주세요.',
    'picture-too-large': () => '파일이 8MB보다 커요. 더 작은 파일을 골라 주세요.',
    'picture-type': () => 'PNG, JPEG, WebP 이미지를 골라 주세요.',
    'picture-malformed': () => '이미지를 읽을 수 없어요. 다른 이미지를 골라 주세요.',
    'picture-pixels': () => '4,000만 화소보다 큰 이미지예요. 더 작은 이미지를 골라 주세요.',
    'picture-busy': () => '이 계정에 다른 사진을 올리고 있어요. 끝날 때까지 기다려 주세요.',
    'picture-full': () => '지금 사진을 올리는 사람이 많아요. 잠시 뒤에 다시 시도해 주세요.',
    'picture-unavailable': () => '지금은 사진을 올릴 수 없어요. 나중에 다시 시도해 주세요.',
    'last-operator': () => '마지막 운영자예요. 먼저 다른 운영자를 만들거나 다시 사용하게 해 주세요.',
    'owns-applications': () =>
      '이 계정이 소유한 앱이 있어요. 아래에 있는 앱을 넘겨받을 사람을 고르거나, 먼저 모두 넘기거나 삭제해 주세요.',
    'new-owner-unknown': () => '없는 계정이거나 이메일이 인증되지 않은 계정이에요.',
    'new-owner-same': () => '이 계정이 앱을 계속 소유할 수는 없어요. 다른 사람을 골라 주세요.',
    'new-owner-inactive': () => '사용 중지했거나 삭제 중인 계정이에요. 다른 사람을 골라 주세요.',
    'new-owner-in-doubt': () =>
      '최근에 이메일 주소가 변경됐고 아직 되돌릴 수 있는 계정이에요. 다른 사람을 골라 주세요.',
    'new-owner-role': () => '앱을 소유할 수 없는 역할이에요. 먼저 앱 소유자 역할을 주세요.',
    'new-owner-no-member': () => '앱을 넘겨받으려면 모든 앱의 팀원이어야 해요. 먼저 팀에 초대해 주세요.',
    'offer-not-meant': () => '초대받은 이메일 주소를 인증한 계정만 수락할 수 있어요.',
    'offer-may-own-none': () => '앱을 소유할 수 없는 역할이에요. 운영자에게 역할 변경을 요청해 주세요.',
    'offer-owns-too-many': () => '한 계정이 소유할 수 있는 앱의 수를 넘어요.',
    'new-owner-full': () => '이 계정이 가질 수 있는 앱의 수를 넘어요. 다른 사람을 골라 주세요.',
    'no-factors': () => '해제할 2단계 인증이 없어요.',
    'no-reset': () =>
      '링크를 보내지 않았어요. 사용 중지된 계정이거나, 이메일을 인증하지 않은 고객지원·운영자·앱 소유자의 계정이에요. 이메일을 먼저 인증해 주세요.',
    'resets-too-many': () => '이 주소로 한 시간 안에 메일을 다섯 번 보냈어요. 잠시 뒤에 다시 시도해 주세요.',
    'form-expired': () => '페이지를 연 뒤에 변경된 내용이 있어 처리하지 않았어요. 확인하고 다시 제출해 주세요.',
    'cookies-blocked': () =>
      '브라우저에서 쿠키가 차단되어 있어 처리하지 않았어요. 이 사이트의 쿠키를 허용하거나 다른 브라우저를 사용해 주세요.',
    'other-host': ({ here, server }) =>
      `이 페이지는 ${here}에서 열렸지만 서버 주소는 ${server}예요. 그래서 처리하지 않았어요. 서버 주소로 접속하거나 앱에서 다시 시작해 주세요.`,
  },
  openAgain: '이 페이지 다시 열기',
  faultUnknown: '이 항목을 확인해 주세요.',
  faultsTitle: (count: number) => `${count}개 항목을 확인해 주세요`,

  fields: {
    email: '이메일 주소',
    password: '비밀번호',
    nickname: '닉네임',
    age: '나이',
    documents: '약관 동의',
    current_password: '현재 비밀번호',
    new_password: '새 비밀번호',
    code: '코드',
    preferred_username: '사용자 이름',
    picture: '이미지 파일',
    name: '이름',
    given_name: '이름 (성 제외)',
    family_name: '성',
    middle_name: '중간 이름',
    gender: '성별',
    birthdate: '생년월일',
    website: '웹사이트',
    profile: '프로필 페이지',
    locale: '언어',
    zoneinfo: '시간대',
    phone_number: '전화번호',
    street_address: '도로명 주소',
    locality: '시·군·구',
    region: '시·도',
    postal_code: '우편번호',
    country: '국가',
  },
  hints: {
    password: '8자 이상 입력해 주세요. 관련 없는 단어 몇 개를 이어 쓰면 안전해요.',
    nickname: '앱에서 나를 부르는 이름이에요.',
    preferred_username: '영문자, 숫자, 점, 붙임표, 밑줄로 3~30자. 예: mina.kim',
    website: '예: https://example.com',
    profile: '예: https://example.com/me',
    birthdate: '연-월-일. 예: 1990-05-17',
    phone_number: '예: 010-\u20601234-\u20605678. 다른 나라 번호는 +1처럼 국가 번호부터 입력해 주세요.',
  },
  genders: { none: '선택 안 함', female: '여성', male: '남성', other: '기타' },
  passwordShow: '표시',
  passwordHide: '숨김',
  passwordShowLabel: '비밀번호 표시',
  passwordStrength: ['너무 짧아요', '약해요', '좋아요', '안전해요'],

  signIn: {
    title: '로그인',
    titleFor: (name: string) => `${name}${towardOf(name)} 이동하려면 로그인`,
    lede: (name: string): Phrase => ['로그인하면 ', { name }, `${towardOf(name)} 이동해요`],
    ledeAlone: (service: string): Phrase => [{ name: service }, ' 계정으로 로그인해 주세요'],
    persistent: '로그인 상태 유지',
    submit: '로그인',
    forgot: '비밀번호를 잊으셨나요?',
    forgotAsk: (service: string): Phrase => [{ name: service }, ' 운영자에게 비밀번호 재설정 링크를 요청해 주세요.'],
    forgotWrite: ['문의: '],
    forgotWriteAfter: '. 비밀번호 재설정 링크를 보내 드려요.',
    noAccount: '계정이 없으신가요?',
    create: '계정 만들기',
    limited: (minutes: number) => `로그인을 너무 많이 시도했어요. ${minutes}분 뒤에 다시 시도해 주세요.`,
    signedInAs: (name: string): Phrase => [{ name }, ' 계정으로 로그인되어 있어요'],
    goOn: '이 계정으로 계속하기',
    sessionEnded: '로그인이 풀렸어요. 다시 로그인해 주세요.',
    again: {
      title: '본인 확인',
      titleFor: (name: string) => `${name}${towardOf(name)} 이동하려면 본인 확인`,
      lede: (name: string): Phrase => [{ name }, `${towardOf(name)} 이동하려면 비밀번호를 입력해 주세요`],
      submit: '계속하기',
    },
  },
  signUp: {
    title: '계정 만들기',
    titleFor: (name: string) => `${name}${towardOf(name)} 이동하려면 계정 만들기`,
    lede: (name: string): Phrase => ['계정을 만들면 ', { name }, `${towardOf(name)} 이동해요`],
    ledeAlone: (service: string): Phrase => [{ name: service }, ' 계정 하나로 여러 앱에 로그인할 수 있어요'],
    submit: '계정 만들기',
    haveOne: '이미 계정이 있으신가요?',
    signIn: '로그인',
    limited: ({ minutes, perAddress, perNetwork }: SignUpsLimit) =>
      `같은 네트워크에서 계정을 너무 많이 만들었어요. ${minutes}분 뒤에 다시 시도해 주세요. 이 서비스에서는 한 시간에 IP 주소 하나에서 ${perAddress}개, 네트워크 하나에서 ${perNetwork}개까지 만들 수 있고, 같은 네트워크를 쓰는 다른 사람이 만든 계정도 포함돼요. 서비스 운영자가 이 한도를 늘릴 수 있어요.`,
  },
  selectAccount: {
    title: '계정 선택',
    titleFor: (name: string) => `${name}에 로그인할 계정 선택`,
    lede: (name: string): Phrase => [{ name }, '에 로그인할 계정을 선택해 주세요'],
    ledeAlone: '이 기기에 로그인되어 있는 계정이에요',
    switch: '계정 전환',
  },
  consent: {
    title: (name: string) => `${name}${towardOf(name)} 계속하기`,
    heading: (name: string): Phrase => [{ name }, `${towardOf(name)} 계속하기`],
    asks: (name: string, service: string): Phrase => [
      { name },
      `${subjectOf(name)} `,
      { name: service },
      ' 계정의 다음 정보를 요청했어요.',
    ],
    asksAgain: (name: string): Phrase => [{ name }, `${subjectOf(name)} 볼 수 있는 정보를 다시 확인해 주세요.`],
    asksMore: (name: string): Phrase => [
      { name },
      `${subjectOf(name)} 새로운 정보를 요청했어요. 이전에 답한 내용은 아래에 그대로 있어요.`,
    ],
    nothing: (name: string): Phrase => [{ name }, `${topicOf(name)} 나를 알아볼 수만 있어요. 다른 정보는 받지 않아요.`],
    asksScopes: (name: string): Phrase => [{ name }, `${subjectOf(name)} 나를 대신해 다음 작업을 하려고 해요.`],
    scopes: {
      required: (api: string): Phrase => [{ name: api }, ': 계속하는 데 필요한 권한'],
      optional: (api: string): Phrase => [{ name: api }, ': 선택 권한'],
    },
    unregistered: (name: string, host: string, to: string): Phrase => [
      '여기에 등록되지 않은 프로그램이에요. 이름은 ',
      { name },
      ', 제작사 사이트는 ',
      { name: host },
      '라고 해요. 계속하면 ',
      { name: to },
      ' 사이트로 이동해요.',
    ],
    onDevice: (name: string, host: string): Phrase => [
      '이 기기의 프로그램이 요청했어요. 자신을 ',
      { name },
      '(',
      { name: host },
      ')라고 소개했어요. 방금 직접 실행한 경우에만 계속하세요.',
    ],
    otherAccount: '다른 계정 사용',
    account: '내 계정',
    required: '필수',
    needed: '계속하는 데 필요한 정보',
    optional: '선택',
    optionalHint: '동의하지 않아도 계속할 수 있어요',
    missing: '아직 계정에 없는 정보',
    missingHint: '입력하면 프로필에 저장돼요',
    isNew: '새 항목',
    choose: '선택해 주세요',
    before: '이전에 답한 항목',
    all: '선택 항목에 모두 동의',
    agreeAll: '모두 동의하고 계속하기',
    withheld: '이메일 주소가 인증된 뒤에만 앱에 전달돼요.',
    asName: { always: '(이름으로도 전달돼요)', 'unless-named': '(이름에 동의하지 않으면 이름으로도 전달돼요)' },
    picture: '내 프로필 사진',
    noPicture: '아직 사진이 없어서 전달되지 않아요.',
    usernameHint: '앱이 이 이름으로 나를 알아볼 수 있어요. 다른 사람이 쓴 적 없는 이름이에요.',
    later: '동의한 내용은 언제든지 변경할 수 있어요',
    laterNothing: '언제든지 연결을 끊을 수 있어요',
    about: '정보를 받는 곳과 거부할 권리',
    recipient: '정보를 받는 곳',
    refuse: '거부할 권리',
    refuseHint: '선택 정보는 동의하지 않아도 계속할 수 있어요. 취소하면 아무 정보도 전달되지 않고 앱으로 돌아가요.',
    refuseNothing: '취소하면 아무 정보도 전달되지 않고 앱으로 돌아가요.',
    kept: '보유 기간',
    goTo: (host: string): Phrase => ['이동할 주소: ', { name: host }],
    privacy: '개인정보 처리방침',
    terms: '이용약관',
    homepage: '웹사이트',
    agree: '동의하고 계속하기',
    goOn: '계속하기',
    noGroups: '없음',
  },
  notAdmitted: {
    'team-only': {
      title: (name: string) => `${name} 테스트 중`,
      heading: (name: string): Phrase => [{ name }, `${topicOf(name)} 테스트 중이에요`],
      lede: ['팀원만 로그인할 수 있어요.'] as Phrase,
      help: (): Phrase => ['로그인해야 한다면 앱을 만든 사람에게 팀 초대를 요청해 주세요.'],
    },
    'groups-only': {
      title: (name: string) => `${name}에 로그인할 수 없음`,
      heading: (name: string): Phrase => [{ name }, '에 로그인할 수 없어요'],
      lede: ['정해진 그룹의 구성원만 로그인할 수 있는데, 내 계정은 어느 그룹에도 속해 있지 않아요.'] as Phrase,
      help: (service: string): Phrase => [
        '로그인해야 한다면 ',
        { name: service },
        ' 운영자에게 그룹에 추가해 달라고 요청해 주세요.',
      ],
    },
    unverified: {
      title: (name: string) => `${name}에 인증된 이메일 주소 필요`,
      heading: (name: string): Phrase => [{ name }, '에는 인증된 이메일 주소가 필요해요'],
      lede: ['내 이메일 주소가 아직 인증되지 않았어요.'] as Phrase,
      help: (service: string): Phrase => [{ name: service }, ' 운영자에게 주소를 인증해 달라고 요청해 주세요.'],
    },
    back: '앱으로 돌아가기',
  },
  formPost: {
    title: '앱으로 돌아가기',
    goTo: (host: string): Phrase => ['이동할 주소: ', { name: host }],
    submit: '계속하기',
    stays: '자동으로 이동하지 않으면 계속하기를 눌러 주세요.',
  },
  error: {
    ...koErrors,
    retryAfter: (seconds: number) =>
      seconds <= 90
        ? `${Math.max(1, Math.ceil(seconds))}초 뒤에 다시 시도해 주세요.`
        : `${Math.ceil(seconds / 60)}분 뒤에 다시 시도해 주세요.`,
    code: '오류 코드',
    request: '요청 번호',
    developers: '개발자 정보',
    explain: '이 오류의 뜻과 해결 방법',
    next: '첫 화면으로 이동',
    back: '앱으로 돌아가기',
    programOf: (host: string): Phrase => ['제작사 사이트: ', { name: host }],
    addressesOf: '문서와 그 안의 주소',
    cameFrom: (application: string): Phrase => [{ name: application }, '에서 오셨어요.'],
    runBy: (company: string): Phrase => [{ name: company }, '에서 운영해요.'],
    contact: '문의: ',
  },
  setup: {
    title: '서버 시작하기',
    lede: (service: string): Phrase => [
      { name: service },
      ' 운영자 계정을 만들어 주세요. 이 링크는 한 번만 쓸 수 있어요.',
    ],
    submit: '운영자 계정 만들기',
  },
  welcome: {
    title: (service: string) => `${service} 시작하기`,
    heading: (service: string): Phrase => [{ name: service }, ' 시작하기'],
    lede: '운영자 계정을 만들었어요. 이제 아래 단계를 진행해 주세요.',
    ready: '모든 단계를 마쳤어요.',
    done: '완료',
    open: '할 일',
    address: {
      title: '주소와 프록시 확인',
      reach: {
        everybody: '이 주소로 서버에 안전하게 연결돼요.',
        'this-machine':
          '이 주소는 이 컴퓨터에서만 쓸 수 있어요. 다른 사람도 로그인하려면 auth_url과 api_url에 공개 https 주소를 설정해 주세요.',
      },
      trouble: {
        unencrypted: {
          found: '비밀번호와 토큰이 암호화되지 않은 채 전송돼요.',
          fix: '서버 앞에 TLS 프록시를 두거나 tls_certificate_file과 tls_key_file을 설정해 주세요.',
        },
        'range-too-wide': {
          found: 'trust_proxy의 범위가 너무 넓어서 누구나 접속 주소를 속일 수 있어요.',
          fix: 'trust_proxy에 프록시의 주소만 설정해 주세요.',
        },
        'not-trusted': {
          found: '서버 앞의 프록시가 trust_proxy에 없어서 모든 사용자가 요청 한도를 함께 써요.',
          fix: 'trust_proxy에 프록시의 주소를 설정하고 서버를 다시 시작해 주세요.',
        },
        'no-client-address': {
          found: '프록시가 사용자의 주소를 전달하지 않아서 모든 사용자가 요청 한도를 함께 써요.',
          fix: '프록시가 X-Forwarded-For를 보내도록 설정해 주세요.',
        },
        'no-proxy': {
          found: 'trust_proxy를 설정했지만 프록시를 거치지 않고 연결됐어요.',
          fix: '프록시가 없다면 trust_proxy를 지우고 서버를 다시 시작해 주세요.',
        },
        unchecked: { found: '프록시를 확인하지 못했어요.', fix: '페이지를 새로고침해 주세요.' },
      },
      doctor: 'API 호스트를 포함해 나머지를 확인하려면 다음 명령을 실행해 주세요.',
    },
    application: {
      title: '첫 앱 등록',
      text: '로그인 버튼에 쓸 API 키와 예제 코드를 받을 수 있어요. 1분도 걸리지 않아요.',
      register: '앱 등록',
      doneText: '앱의 로그인을 켜면 사용자가 로그인할 수 있어요.',
      console: '콘솔 열기',
    },
  },
  secondStep: {
    title: '2단계 인증',
    app: {
      lede: '인증 앱에 표시된 코드를 입력해 주세요.',
      label: '인증 코드',
      hint: undefined,
      other: '복구 코드 사용',
    },
    recovery: {
      lede: '저장해 둔 복구 코드 중 하나를 입력해 주세요. 코드마다 한 번만 쓸 수 있어요.',
      label: '복구 코드',
      hint: '영문자와 숫자 5자리씩 2묶음이에요. 예전 코드는 4자리씩 6묶음이에요.',
      other: '인증 앱 사용',
    },
    either: '인증 앱의 코드',
    eitherHint: '복구 코드를 입력해도 돼요',
    submit: '계속하기',
    startOver: '다른 계정으로 로그인',
  },
  afterReset: koAfterReset,
  addedLately: koAddedLately,
  twoStep: koTwoStep,
  trustedDevices: koTrustedDevices,
  leaving: koLeaving,
  activity: koActivity,
  receipts: koReceipts,
  accountData: koAccountData,
  demandedFactor: koDemandedFactor,
  passkeys: koPasskeys,
  picture: koPicture,
  givenUpMessages: koGivenUpMessages,
  signingKeys: koSigningKeys,
  doctor: koDoctor,
  devices: koDevices,
  machineTokens: koMachineTokens,
  policy: koPolicy,
  operators: koOperators,
  groups: koGroups,
  apis: koApis,
  clients: koClients,
  confirm: {
    title: '본인 확인',
    lede: '계속하려면 비밀번호를 입력해 주세요. 10분 동안은 다시 묻지 않아요.',
    ledeCode: '계속하려면 비밀번호와 코드를 입력해 주세요. 10분 동안은 다시 묻지 않아요.',
    ledeByPasskey: '계속하려면 패스키로 확인해 주세요. 10분 동안은 다시 묻지 않아요.',
    ledeFactor: '비밀번호만 아는 다른 사람이 로그인 방법을 바꾸지 못하도록 패스키로 확인해 주세요.',
    byMail: '패스키를 쓸 수 없어요',
    mailLede: (email: string): Phrase => [
      '비밀번호만 아는 다른 사람이 진행하지 못하도록 ',
      { name: email },
      ' 주소로 코드를 보내 드릴게요.',
    ],
    kept: '입력한 내용은 그대로 있어요. 본인 확인 후 검토하고 제출해 주세요.',
    submit: '확인',
    limited: (minutes: number) => `너무 많이 시도했어요. ${waitText(minutes)} 뒤에 다시 시도해 주세요.`,
  },
  setPassword: {
    title: '새 비밀번호 설정',
    lede: '이 링크는 한 번만 쓸 수 있어요. 새 비밀번호를 설정하면 모든 기기에서 로그아웃되고, 연결된 앱의 접근 권한과 API 토큰이 모두 사라져요.',
    submit: '비밀번호 설정',
    claim: {
      title: '본인이 만든 계정인가요?',
      lede: (since: string) =>
        `${since}에 이 이메일 주소로 만들어졌지만 주소가 아직 인증되지 않았어요. 다른 사람이 만든 계정일 수 있어요.`,
      applications: '연결된 앱:',
      none: '연결된 앱이 없어요.',
      teams: '팀원으로 있는 앱:',
      factor: '2단계 인증이 켜져 있어요.',
      passkeys: '이 계정의 패스키는 삭제돼요.',
      choices: {
        'start-empty': '아니요, 또는 잘 모르겠어요. 빈 계정으로 시작할게요',
        keep: '네. 프로필과 연결된 앱을 그대로 둘게요',
        'prove-factor': '네. 인증 앱의 코드도 입력할 수 있어요',
      },
      hints: {
        'start-empty': '이 계정은 삭제되고 팀에서도 나가요. 앱은 나를 알아볼 수 없어요.',
        keep: '다른 사람은 모두 로그아웃돼요.',
        'keep-factor': '다른 사람은 모두 로그아웃되고 2단계 인증은 꺼져요.',
        'prove-factor': '2단계 인증은 계속 켜져 있어요.',
      },
      codeHint: '코드를 입력할 수 있다고 답한 경우에만 입력해 주세요. 코드가 맞기 전에는 아무것도 바뀌지 않아요.',
    },
  },
  invitation: {
    title: (name: string) => `${name} 팀 초대`,
    heading: (name: string): Phrase => [{ name }, ' 팀 초대'],
    lede: (inviter, role) => [
      { name: inviter },
      role === 'owner'
        ? '님이 이 앱을 넘기려고 해요.'
        : `님이 ${role === 'editor' ? '편집자' : '조회자'}로 초대했어요.`,
    ],
    offer: {
      title: (name: string) => `${name} 소유권 이전`,
      heading: (name: string): Phrase => [{ name }, ' 소유권 이전'],
      accept: '소유자 되기',
      notMeant: '초대받은 이메일 주소를 인증한 계정만 수락할 수 있어요. 그 계정으로 로그인해 주세요.',
    },
    roles: {
      owner: '소유자는 팀, 설정, 연결된 사람을 관리하고 앱을 삭제할 수 있어요. 지금 소유자는 편집자로 남아요.',
      editor: '편집자는 이 앱을 보고 변경할 수 있어요.',
      viewer: '조회자는 이 앱을 볼 수 있지만 변경할 수는 없어요.',
    },
    until: (date: string) => `이 초대는 ${date}에 만료돼요.`,
    shown: '수락하면 팀원에게 닉네임과 이메일 주소가 보여요.',
    account: '내 계정',
    accept: '수락',
    decline: '거절',
    otherAccount: '다른 계정 사용',
    signInFirst: '초대에 답하려면 로그인하거나 계정을 만들어 주세요.',
    signInOnly: '초대에 답하려면 로그인해 주세요.',
    signIn: '로그인',
    signUp: '계정 만들기',
    belongs: '이미 이 팀의 팀원이에요. 이 초대는 다른 사람이 쓸 수 있어요.',
    open: '앱 열기',
  },
  signOut: {
    title: (service: string) => `${service}에서 로그아웃할까요?`,
    heading: (service: string): Phrase => [{ name: service }, '에서 로그아웃할까요?'],
    asks: (name: string): Phrase => [{ name }, `${subjectOf(name)} 로그아웃을 요청했어요.`],
    check: '로그아웃할지 확인해 주세요.',
    fault: '앱이 잘못된 요청을 보내서 앱으로 돌아갈 수 없어요. 여기서 로그아웃할 수는 있어요.',
    submit: '로그아웃',
    stay: '로그인 유지',
  },
  signedOut: {
    title: '로그아웃했어요',
    text: '일부 앱에는 아직 로그인되어 있을 수 있어요. 앱마다 따로 로그아웃해 주세요.',
    fault: '앱이 잘못된 요청을 보내서 앱으로 돌아갈 수 없어요.',
    action: '다시 로그인',
  },
  home: {
    heading: (service: string): Phrase => [{ name: service }, ' 계정'],
    lede: '계정 하나로 여러 앱에 로그인할 수 있어요.',
    signIn: '로그인',
    signUp: '계정 만들기',
    account: '내 계정으로 이동',
    signedInAs: (name: string): Phrase => [{ name }, ' 계정으로 로그인되어 있어요'],
    contact: '문의: ',
  },
  catalogue: {
    title: '동의 항목',
    lede: '앱이 요청할 수 있는 정보예요. 항목마다 클레임과 scope 값을 확인할 수 있어요.',
    item: '항목',
    claims: '클레임',
    scopes: 'scope 값',
  },
  account: koAccount,
  documents: koDocuments,
  mail: koMail,
  verification: koVerification,
  console: koConsole,
  developers: koDevelopers,
  reference: koReference,
  events: koEvents,
  audit: koAudit,
  serverState: koServerState,
  notSetUp: {
    title: '아직 설정하지 않은 서버예요.',
    text: '서버를 시작할 때 출력된 링크를 열거나 다음 명령어로 계정을 만드세요:',
  },
  statistics: koStatistics,
};
