// 정책 화면의 한국어 문구.
import type { enDocumentFaults, enPolicy, enPolicyFaults } from '../en/policy.ts';

export const koPolicy: typeof enPolicy = {
  title: '정책',
  hint: '서버를 다시 시작하지 않아도 1초 안에 적용돼요.',
  lockedBy: '서버 설정에서 정해서 여기서 바꿀 수 없어요:',
  none: '없음',
  save: '정책 저장',
  needsMail: '메일 서버가 필요한데, 이 서버에는 없어요.',
  setUpFactor: {
    why: '아직 2단계 인증을 설정하지 않았어요. 저장하면 바로 나에게도 콘솔에서 요구하니, 운영자에게 필수로 하려면 먼저 설정해 주세요.',
    action: '2단계 인증 설정하기',
  },
  logos: {
    title: '로고',
    light: {
      title: '밝은 화면',
      none: '아직 로고가 없어요. 대신 열쇠 그림을 보여 줘요.',
      shown: '모든 화면에서 서비스 이름 옆에 보여요. 메일에는 그림을 넣지 않아요.',
      remove: '밝은 화면 로고 제거',
    },
    dark: {
      title: '어두운 화면',
      none: '등록하지 않았어요. 어두운 화면에서도 같은 로고를 흰 배경으로 보여 줘요.',
      shown: '어두운 화면에서 흰 배경 없이 보여요.',
      remove: '어두운 화면 로고 제거',
    },
  },
  preview: {
    title: '이 색상을 쓴 로그인 화면이에요. 읽기 어려운 색은 더 어둡거나 밝게 보여 줘요.',
    light: '밝은 로그인 화면',
    dark: '어두운 로그인 화면',
    pick: '색상 고르기',
  },
  mails: {
    title: '메일',
    hint: '이 서비스가 보내는 메일이에요. 이름, 코드, 시간은 예시예요. 받는 사람의 언어로 보내요.',
    shown: '예시',
    test: {
      title: '테스트 메일',
      hint: (email: string) => [
        '메일이 잘 도착하는지 확인해 보세요. 다른 메일과 똑같이 ',
        { name: email },
        '로 보내요.',
      ],
      send: '나에게 테스트 메일 보내기',
      late: '도착하지 않으면 메일 서버의 응답을 확인해 보세요:',
      givenUp: '약 10분이 지나면 여기에 나와요:',
      off: '메일을 보내지 않는 서버라서 테스트할 수 없어요. smtp_url과 mail_from을 설정해 주세요.',
      memory: '메일을 보내지 않고 메모리에 두는 서버라서 테스트할 수 없어요. smtp_url과 mail_from을 설정해 주세요.',
      unverified: '테스트 메일은 내 이메일 주소로 보내요. 먼저 주소를 인증해 주세요.',
      verify: '이메일 주소 인증하기',
    },
    all: '모든 메일',
  },
  documents: {
    hint: '가입할 때 이 순서대로 보여 줘요. 누가 언제 어떤 버전에 동의했는지 보관해요.',
    none: '약관이 없어요. 가입할 때 아무것도 동의받지 않아요.',
    open: '약관 편집하기',
    add: '약관 추가',
    full: (most: number) => `약관은 최대 ${most}개예요. 더 추가하려면 하나를 먼저 삭제해 주세요.`,
    editOne: (title: string) => `${title} 수정`,
    moveUp: '위로',
    kinds: { agree: '약관', consent: '개인정보 동의', notice: '안내' },
    kindChoices: {
      agree: '약관: “…에 동의해요”',
      consent: '개인정보 동의: “…에 동의해요”',
      notice: '안내: “… 보기”, 체크박스 없음',
    },
    fields: { id: '약관 ID', kind: '종류', required: '필수', version: '버전', title: '제목', uri: '본문 링크' },
    hints: {
      id: '예: terms. 동의 기록이 이 ID로 남아서 나중에 바꿀 수 없어요.',
      required: '동의해야 가입하고 앱에 로그인할 수 있어요. 안내에는 쓸 수 없어요.',
      version: '예: 2026-01',
      newVersion: '다시 동의받아야 할 때만 바꿔 주세요. 필수 약관이면 모두 다음 로그인 때 다시 동의해야 해요.',
      title: '위 문장의 …에 들어가요. 한 언어만 입력하면 다른 언어 화면에도 그대로 보여 줘요.',
      uri: 'https://로 시작하는 주소예요. 한 언어만 입력해도 돼요.',
    },
    remove: {
      title: '이 약관 삭제',
      ask: '더 이상 보여 주지 않고 동의도 받지 않아요. 지금까지의 동의 기록은 남아요.',
      confirm: '약관 삭제',
    },
  },
  groups: { brand: '모양', signUp: '가입', access: '권한' },
  fields: {
    serviceName: '서비스 이름',
    accentColor: '색상',
    supportContact: '고객센터',
    openRegistration: '누구나 가입할 수 있어요',
    requireVerifiedEmail: '이메일을 인증해야 가입할 수 있어요',
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
    allowedEmailDomains: '쉼표나 줄바꿈으로 나눠 주세요. 비우면 모두 허용해요. 이메일 인증이 필요해요.',
    refusedEmailDomains: '쉼표나 줄바꿈으로 나눠 주세요. 하위 도메인도 거부해요.',
    reservedUsernames:
      '쉼표나 줄바꿈으로 나눠 주세요. 비슷해 보이는 이름까지 운영자만 줄 수 있어서, 앱이 권한을 주는 이름을 다른 사람이 가져갈 수 없어요.',
    minimumAge: '최대 120세예요. 0이면 묻지 않아요.',
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
  'policy-secondFactor': '이 중에서 하나를 골라 주세요.',
};

/** Beside the fields of one document. */
export const koDocumentFaults: typeof enDocumentFaults = {
  'document-id': '영문 소문자, 숫자, 하이픈으로 1~40자를 입력해 주세요. minimum-age는 쓸 수 없어요.',
  'document-id-taken': '다른 약관에서 쓰는 ID예요.',
  'document-kind': '이 중에서 하나를 골라 주세요.',
  'document-required': '안내는 읽기만 하는 문서라서 필수로 할 수 없어요.',
  'document-version': '영문, 숫자, 점, 하이픈, 밑줄로 1~40자를 입력해 주세요.',
  'document-title': '제어 문자 없이 100자까지 입력해 주세요.',
  'document-title-missing': '한 언어로라도 제목을 입력해 주세요.',
  'document-uri': 'https://로 시작하는 전체 주소를 입력해 주세요.',
  'document-uri-missing': '한 언어로라도 링크를 입력해 주세요.',
  'documents-full': '약관이 가득 찼어요. 하나를 먼저 삭제해 주세요.',
};
