// 정책 화면의 한국어 문구.
import type { enPolicy, enPolicyFaults } from './en-policy.ts';

export const koPolicy: typeof enPolicy = {
  title: '정책',
  hint: '서버를 다시 시작하지 않아도 1초 안에 적용돼요.',
  lockedBy: '잠긴 곳:',
  none: '없음',
  save: '정책 저장',
  needsMail: '메일 서버가 필요한데, 이 서버에는 없어요.',
  setUpFactor: {
    why: '아직 2단계 인증을 설정하지 않았어요. 저장하면 바로 나에게도 콘솔에서 요구하니, 운영자에게 필수로 하려면 먼저 설정해 주세요.',
    action: '2단계 인증 설정하기',
  },
  noLogo: '아직 로고가 없어요. 대신 열쇠 그림을 보여 줘요.',
  logoShown: '모든 화면에서 서비스 이름 옆에 보여요. 메일에는 그림을 넣지 않아요.',
  groups: { brand: '모양', signUp: '가입', access: '권한' },
  fields: {
    serviceName: '서비스 이름',
    accentColor: '색상',
    supportContact: '고객센터',
    openRegistration: '누구나 가입할 수 있어요',
    requireVerifiedEmail: '이메일을 확인해야 가입할 수 있어요',
    allowedEmailDomains: '허용하는 이메일 도메인',
    refusedEmailDomains: '거부하는 이메일 도메인',
    openOwnership: '누구나 앱 소유자가 될 수 있어요',
    reservedUsernames: '예약한 사용자 이름',
    secondFactor: '2단계 인증이 필요한 사람',
    minimumAge: '최소 나이',
    documents: '약관과 동의',
    deletionDelayDays: '삭제한 계정을 복구할 수 있는 기간',
  },
  hints: {
    serviceName: '최대 60자예요.',
    accentColor: '버튼과 링크의 색이에요. 예: #2456c7',
    supportContact: '이메일 주소나 https 주소예요. 비워 둘 수 있어요.',
    allowedEmailDomains: '쉼표나 줄바꿈으로 나눠 주세요. 비우면 모두 허용해요. 이메일 확인이 필요해요.',
    refusedEmailDomains: '쉼표나 줄바꿈으로 나눠 주세요. 하위 도메인도 거부해요.',
    reservedUsernames:
      '쉼표나 줄바꿈으로 나눠 주세요. 비슷해 보이는 이름까지 운영자만 줄 수 있어서, 앱이 권한을 주는 이름을 다른 사람이 가져갈 수 없어요.',
    minimumAge: '최대 120세예요. 0이면 묻지 않아요.',
    documents: 'docs/documents.md에 나온 JSON 목록이에요. 비워 둘 수 있어요.',
    deletionDelayDays: '최대 30일이에요. 0이면 바로 삭제해요.',
  },
  choices: {
    secondFactor: {
      optional: '없음',
      staff: '운영자',
      owners: '운영자, 소유자, 편집자',
      everyone: '모두',
    },
  },
};

/** Beside the fields of its form. */
export const koPolicyFaults: typeof enPolicyFaults = {
  'policy-serviceName': '제어 문자 없이 1~60자로 입력해 주세요.',
  'policy-accentColor': '#2456c7 같은 색상을 입력해 주세요.',
  'policy-supportContact': '이메일 주소나 https 주소를 입력해 주세요.',
  'policy-allowedEmailDomains': 'example.com 같은 도메인을 쉼표로 나눠 입력해 주세요.',
  'policy-refusedEmailDomains': 'example.com 같은 도메인을 쉼표로 나눠 입력해 주세요.',
  'policy-reservedUsernames':
    '영문 소문자, 숫자, 점, 하이픈, 밑줄로 된 3~30자의 사용자 이름을 쉼표로 나눠 입력해 주세요.',
  'policy-minimumAge': '0부터 120까지의 숫자를 입력해 주세요.',
  'policy-deletionDelayDays': '0부터 30까지의 숫자를 입력해 주세요.',
  'policy-documents': '문서 목록이 아니에요. 문서마다 id, kind, required, version, title, uri가 있어야 해요.',
  'policy-secondFactor': '이 중에서 하나를 골라 주세요.',
};
