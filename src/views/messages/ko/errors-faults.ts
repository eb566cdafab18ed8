// Input errors of applications, their platforms, consent items and members, in Korean
// (core/applications/applications/fault-causes.ts). Those of addresses: ko/errors-uris.ts.

const ITEMS =
  'profile_image, nickname, username, name, gender, birthdate, website, locale, email, phone_number, address, groups';

export const koFaults = {
  'name-missing': {
    title: '이름이 없어요',
    cause: '동의 화면에 이름을 보여 줘서 누가 요청하는지 사용자가 알 수 있어요.',
    cure: '1~60자의 이름을 입력하세요.',
  },
  'name-mixed-scripts': {
    title: '이름에 비슷하게 생긴 문자가 섞여 있어요',
    cause: '라틴 문자 단어에 섞인 키릴 문자 а는 눈으로 구별할 수 없어서 다른 이름인 척할 수 있어요.',
    cure: '이름의 한 단어 안에 라틴, 그리스, 키릴 문자를 섞지 마세요. 서로 비슷하게 생겼어요.',
  },
  'name-of-service': {
    title: '이름이 서비스 이름과 비슷해요',
    cause: '사용자가 앱을 서비스 자체로 오해할 수 있어요.',
    cure: '이 서비스의 이름과 너무 비슷해요. 다른 이름을 쓰세요.',
  },
  'name-too-long': {
    title: '이름이 너무 길어요',
    cause: '더 긴 이름은 휴대전화의 동의 화면에 다 들어가지 않아요.',
    cure: '이름은 60자까지 쓸 수 있어요.',
  },
  'text-forbidden-characters': {
    title: '쓸 수 없는 문자가 들어 있어요',
    cause: '제어 문자, 폭이 없는 문자, 쓰기 방향을 바꾸는 문자는 텍스트를 다른 텍스트처럼 보이게 할 수 있어요.',
    cure: '제어 문자, 폭이 없는(zero-width) 문자, 방향(bidirectional) 문자를 제거하세요.',
  },
  'implementation-method-unknown': {
    title: '알 수 없는 구현 방식이에요',
    cause: '콘솔에서 보여 줄 샘플 코드를 고르는 값이라 샘플 코드가 있는 값만 쓸 수 있어요.',
    cure: '다음 중 하나를 쓰세요: REST API, JavaScript, Android, iOS, Flutter.',
  },
  'login-activation-unknown': {
    title: 'login_activation이 유효하지 않아요',
    cause: 'login_activation은 ON과 OFF만 있는 스위치예요.',
    cure: 'ON 또는 OFF를 쓰세요.',
  },
  'link-malformed': {
    title: '링크가 https URI가 아니에요',
    cause: '동의 화면에 보이는 링크이고, 암호화된 페이지로만 연결할 수 있어요.',
    cure: '사용자 이름과 비밀번호가 없는 2,000자 이하의 전체 https URI를 입력하세요.',
  },
  'audience-unknown': {
    title: 'audience가 유효하지 않아요',
    cause: '앱은 모든 사람, 팀, 정해진 그룹 중 하나를 위한 것이에요.',
    cure: '다음 중 하나를 쓰세요: everyone, team, groups.',
  },
  'group-unknown': {
    title: '앱이 쓸 수 없는 그룹이에요',
    cause:
      '이런 이름의 그룹이 없거나, 그룹이 이 앱에 허용되지 않았어요. 어떤 앱이 그룹을 쓸 수 있는지는 운영자가 정해요.',
    cure: '서버 운영자에게 앱이 그룹을 쓸 수 있게 해 달라고 요청하세요.',
  },
  'group-twice': {
    title: '그룹이 목록에 두 번 있어요',
    cause: '목록마다 그룹을 한 번만 쓸 수 있어요.',
    cure: '겹치는 이름을 지우세요.',
  },
  'groups-too-many': {
    title: '그룹이 너무 많아요',
    cause: '프로그램은 사용자의 그룹을 쿠키에 저장하는데, 목록이 길면 쿠키가 깨져요.',
    cure: '목록에는 그룹을 50개까지 쓸 수 있어요.',
  },
  'groups-missing': {
    title: '동의 항목 groups는 있는데 그룹이 없어요',
    cause: '앱은 groups에 적은 그룹만 받아요. 하나도 없으면 모든 사용자의 목록이 비어 있어요.',
    cure: '앱이 받을 그룹을 groups에 적거나 동의 항목 groups를 지우세요.',
  },
  'allowed-groups-missing': {
    title: '아무도 로그인할 수 없어요',
    cause: 'audience가 groups이면 allowed_groups의 구성원만 로그인할 수 있는데 목록이 비어 있어요.',
    cure: '로그인할 수 있는 그룹을 allowed_groups에 적거나 audience를 everyone이나 team으로 바꾸세요.',
  },
  'allowed-groups-audience': {
    title: 'allowed_groups가 효과가 없어요',
    cause: '이 목록은 audience가 groups일 때만 로그인할 수 있는 사람을 정해요.',
    cure: 'audience를 groups로 바꾸거나 빈 목록을 보내세요.',
  },
  'auth-method-unknown': {
    title: 'token_endpoint_auth_method가 유효하지 않아요',
    cause:
      '이 값이 있으면 웹 키는 private_key_jwt로 인증해요. 없으면 client_secret_required에 따라 클라이언트 시크릿으로 인증해요.',
    cure: 'private_key_jwt를 쓰거나 token_endpoint_auth_method를 생략하세요.',
  },
  'jwks-malformed': {
    title: 'jwks가 JWK 세트가 아니에요',
    cause: 'JWK 세트는 keys 목록이 있는 객체예요(RFC 7517 5).',
    cure: 'JWK 세트를 보내세요: {"keys": [ … ]}',
  },
  'jwks-too-many': {
    title: '키가 너무 많아요',
    cause: '서명을 확인할 때 맞는 키를 하나씩 모두 시도할 수 있어요.',
    cure: '키는 앱마다 20개까지예요. 더 많으면 jwks_uri에 공개하세요.',
  },
  'security-profile-unknown': {
    title: 'security_profile 값이 올바르지 않아요',
    cause: '앱은 FAPI 2.0을 따르거나 일반 규칙을 따라요.',
    cure: 'FAPI 2.0을 쓰거나 security_profile을 생략하세요.',
  },
  'fapi-key-missing': {
    title: 'FAPI 2.0에는 키가 필요해요',
    cause: '앱은 private_key_jwt로만 인증하기 때문에 키가 없으면 아무것도 할 수 없어요(contract 44).',
    cure: 'FAPI 2.0을 쓰려면 jwks나 jwks_uri를 등록하세요.',
  },
  'fapi-redirect-uri': {
    title: 'FAPI 2.0의 리다이렉트 URI는 https여야 해요',
    cause: '응답을 중간에서 읽으면 코드를 훔칠 수 있어요(FAPI 2.0 Security Profile 5.3.2.2).',
    cure: 'FAPI 2.0에서는 https를 쓰세요. http는 루프백에서만 쓸 수 있어요.',
  },
  'fapi-device-grant': {
    title: 'FAPI 2.0에서는 기기 로그인을 쓸 수 없어요',
    cause:
      '기기에서 보여 주는 코드는 미리 보내 키에 묶어 둔 요청이 아니라서, 이 프로필에서는 허용하지 않아요(contract 44).',
    cure: 'FAPI 2.0을 쓰려면 grant_types에서 기기 로그인을 빼세요.',
  },
  'fapi-platform': {
    title: 'FAPI 2.0에서는 공개 클라이언트를 쓸 수 없어요',
    cause: 'Android와 iOS의 키는 공개된 값이라 인증할 수 없어요(FAPI 2.0 Security Profile 5.3.2.1).',
    cure: 'FAPI 2.0은 키를 지킬 수 있는 클라이언트용이에요. Android와 iOS 항목을 삭제하세요.',
  },
  'fapi-algorithm': {
    title: 'FAPI 2.0에서는 RS256을 쓸 수 없어요',
    cause:
      '서명은 PS256, ES256, EdDSA 중 하나여야 해요(FAPI 2.0 Security Profile 5.4.1). 이 서버는 뒤의 둘로 서명해요.',
    cure: 'FAPI 2.0에서는 RS256 대신 ES256이나 EdDSA를 쓰세요.',
  },
  'fapi-api-algorithm': {
    title: '앱이 쓰는 API가 RS256으로 서명해요',
    cause:
      '앱이 직접 받았거나 사용자에게 요청하는 scope의 액세스 토큰도 앱이 받는 토큰인데, FAPI 2.0은 PS256, ES256, EdDSA만 허용해요(contract 45).',
    cure: 'FAPI 2.0을 쓰려면 운영자에게 API의 서명 알고리즘을 ES256으로 바꿔 달라고 하세요.',
  },
  'pushed-requests-off': {
    title: '이 서버에서는 인증 요청을 푸시할 수 없어요',
    cause: '푸시를 받지 않는 서버에서 푸시한 요청만 받게 하면 아무도 로그인할 수 없어요(contract 42).',
    cure: '운영자에게 LATCHKEY_PUSHED_REQUESTS를 켜 달라고 하세요.',
  },
  'jwks-twice': {
    title: 'jwks와 jwks_uri가 모두 있어요',
    cause: '어느 키를 써야 하는지 알 수 없어요(RFC 7591 2).',
    cure: 'jwks와 jwks_uri 중 하나만 두고, 다른 하나에는 null을 보내세요.',
  },
  'jwks-not-web': {
    title: '키를 등록하려면 웹 항목이 필요해요',
    cause: 'Android와 iOS의 키는 공개된 값이에요. 기기에 있는 것으로는 앱을 증명할 수 없어요.',
    cure: '먼저 Web 플랫폼을 추가하세요.',
  },
  'jwks-uri-malformed': {
    title: 'jwks_uri가 https URI가 아니에요',
    cause: '중간에서 응답을 바꿀 수 있는 사람이 앱 대신 서명할 수 있게 돼요.',
    cure: '2,000자 이하의 https URI를 입력하세요.',
  },
  'jwk-private': {
    title: '공개 키가 아니에요',
    cause: '개인 키나 대칭 키에만 있는 값이 들어 있어요. 개인 키는 서명하는 서버 밖으로 나가면 안 돼요.',
    cure: '공개 키만 등록하고, 보낸 개인 키는 새 키로 바꾸세요.',
  },
  'jwk-unusable': {
    title: '서명을 확인할 수 없는 키예요',
    cause: '키의 종류, 곡선, 크기, use, alg, kid 중 client_assertion에 쓸 수 없는 것이 있어요.',
    cure: '서명용 공개 키를 쓰세요: EC P-256(ES256), OKP Ed25519(EdDSA), 2048~8192비트 RSA(PS256, RS256).',
  },
  'company-name-length': {
    title: '회사 이름이 비어 있거나 너무 길어요',
    cause: '동의 화면은 누가 정보를 받는지 한 줄로 보여 줘요.',
    cure: '회사 이름을 100자 이하로 입력하거나 생략하세요.',
  },
  'country-unknown': {
    title: '알 수 없는 국가예요',
    cause: '동의 화면은 코드로 국가를 찾아 사용자의 언어로 국가 이름을 보여 줘요.',
    cure: 'ISO 3166-1 alpha-2 국가 코드를 대문자로 쓰세요. 예: KR',
  },
  'platform-missing': {
    title: '플랫폼이 없어요',
    cause: '항목마다 플랫폼이 하나씩 있고, 플랫폼에 따라 규칙이 정해져요.',
    cure: 'platform을 다음 중 하나로 정하세요: Web, Android, iOS.',
  },
  'platform-unknown': {
    title: '알 수 없는 플랫폼이에요',
    cause: '플랫폼 이름은 대소문자를 구분해요.',
    cure: '다음 중 하나를 쓰세요: Web, Android, iOS.',
  },
  'platform-twice': {
    title: '한 플랫폼이 두 번 들어 있어요',
    cause: '플랫폼마다 API 키는 하나뿐이에요.',
    cure: '앱에는 플랫폼마다 항목을 하나만 둘 수 있어요. 이미 있는 항목을 바꾸세요.',
  },
  'platform-fixed': {
    title: '항목의 플랫폼은 바꿀 수 없어요',
    cause: '클라이언트가 이미 그 API 키를 쓰고 있고, 플랫폼에 따라 규칙이 달라져요.',
    cure: '항목의 플랫폼은 바꿀 수 없어요. 다른 플랫폼의 항목을 새로 만드세요.',
  },
  'package-name-not-android': {
    title: '패키지 이름은 안드로이드 항목에만 있어요',
    cause: 'iOS와 웹 항목에는 패키지 이름이 없어요.',
    cure: '안드로이드 항목에만 패키지 이름을 넣으세요.',
  },
  'package-name-malformed': {
    title: '패키지 이름의 형식이 잘못됐어요',
    cause: '글자, 숫자, 밑줄로 된 부분이 점으로 구분되어 두 개 이상 있어야 하고, 255자까지 쓸 수 있어요.',
    cure: '안드로이드 매니페스트에 있는 그대로 입력하세요. 예: com.example.app',
  },
  'bundle-id-not-ios': {
    title: '번들 ID는 iOS 항목에만 있어요',
    cause: '안드로이드와 웹 항목에는 번들 ID가 없어요.',
    cure: 'iOS 항목에만 번들 ID를 넣으세요.',
  },
  'bundle-id-malformed': {
    title: '번들 ID의 형식이 잘못됐어요',
    cause: '글자, 숫자, 하이픈, 점으로 이루어지고 155자까지 쓸 수 있어요.',
    cure: 'Xcode에 있는 그대로 입력하세요. 예: com.example.app',
  },
  'grant-types-unknown': {
    title: '알 수 없는 grant_types 값이에요',
    cause: '토큰 엔드포인트는 목록에 있는 방식만 받아요.',
    cure: '다음 값만 쓰세요: authorization_code, refresh_token, urn:ietf:params:oauth:grant-type:device_code.',
  },
  'grant-types-incomplete': {
    title: '모든 앱에 있어야 하는 grant_types 값이 빠졌어요',
    cause: '모든 앱은 코드로 로그인하고 토큰을 갱신해요. grant_types에는 그 밖에 할 수 있는 것을 더해요.',
    cure: 'grant_types에 authorization_code와 refresh_token을 그대로 두세요.',
  },
  'signing-algorithm-unknown': {
    title: '알 수 없는 서명 알고리즘이에요',
    cause: '서버에는 이 알고리즘의 키만 있어요. none과 HS256은 절대 쓰지 않아요.',
    cure: '다음 중 하나를 쓰세요: RS256, ES256, EdDSA.',
  },
  'item-missing': {
    title: '동의 항목이 없어요',
    cause: '각 항목은 동의 항목 목록 중 하나를 가리켜야 해요.',
    cure: `item을 다음 중 하나로 정하세요: ${ITEMS}.`,
  },
  'item-unknown': {
    title: '알 수 없는 동의 항목이에요',
    cause: '앱은 동의 항목 목록에 있는 것만 요청할 수 있어요.',
    cure: `다음 중 하나를 쓰세요: ${ITEMS}.`,
  },
  'item-twice': {
    title: '동의 항목이 두 번 들어 있어요',
    cause: '같은 동의 항목이 두 개 있으면 서로 어긋날 수 있어요.',
    cure: '이미 목록에 있는 동의 항목이에요. 그 항목을 바꾸세요.',
  },
  'item-fixed': {
    title: '동의 항목의 종류는 바꿀 수 없어요',
    cause: '사용자는 다른 항목이 아니라 이 항목에 동의했어요.',
    cure: '동의 항목의 종류는 바꿀 수 없어요. 다른 동의 항목을 새로 만드세요.',
  },
  'consent-missing': {
    title: 'consent가 없어요',
    cause: '사용자가 이 항목을 거절할 수 있는지 소유자가 정해야 해요.',
    cure: 'consent를 required 또는 optional로 정하세요.',
  },
  'consent-unknown': {
    title: 'consent가 유효하지 않아요',
    cause: '항목은 필수이거나 선택이에요.',
    cure: 'required 또는 optional을 쓰세요.',
  },
  'verified-not-email': {
    title: 'verified는 email에만 쓸 수 있어요',
    cause: 'verified는 앱에 인증된 이메일 주소가 필요하다는 뜻이에요. 다른 항목은 인증할 수 없어요.',
    cure: 'verified는 email 항목에만 쓸 수 있어요. 생략하세요.',
  },
  'purpose-too-long': {
    title: '목적이 너무 길어요',
    cause: '동의 화면에서 사용자의 값 옆에 보여 줘요.',
    cure: '목적은 200자까지 쓸 수 있어요.',
  },
  'retention-too-long': {
    title: '보유 기간이 너무 길어요',
    cause: '동의 화면에서 사용자의 값 옆에 보여 줘요.',
    cure: '보유 기간 설명은 200자까지 쓸 수 있어요.',
  },
  'member-email-malformed': {
    title: '팀원의 이메일 주소 형식이 잘못됐어요',
    cause: '팀원은 이메일 주소로 초대해요.',
    cure: '이메일 주소를 입력하세요. 예: name@example.com',
  },
  'member-email-not-plain': {
    title: '팀원의 이메일 주소가 일반 글자가 아니에요',
    cause: '다른 글자로 취급되는 글자가 있어요.',
    cure: '주소를 일반 글자로 입력하세요.',
  },
  'member-role-new': {
    title: '초대할 때 쓸 수 없는 역할이에요',
    cause: '초대로는 아무도 소유자가 될 수 없어요.',
    cure: 'editor 또는 viewer를 쓰세요.',
  },
  'member-role-unknown': {
    title: '알 수 없는 역할이에요',
    cause: '팀원은 소유자, 편집자, 조회자 중 하나예요.',
    cure: 'owner, editor, viewer 중 하나를 쓰세요. owner를 주면 소유권이 이전돼요.',
  },
  'member-may-own-none': {
    title: '앱을 소유할 수 없는 계정이에요',
    cause: '역할이 owner나 operator인 계정만 앱을 소유할 수 있어요.',
    cure: '이 계정은 앱을 소유할 수 없어요. 운영자가 먼저 소유자로 지정해야 해요(latchkey accounts set-role).',
  },
  'member-owner-leaves': {
    title: '소유자의 역할은 바꿀 수 없어요',
    cause: '앱에는 항상 소유자가 정확히 한 명 있어요.',
    cure: '먼저 다른 팀원에게 소유권을 이전하세요.',
  },
  'logo-malformed': {
    title: '로고가 올바른 이미지가 아니에요',
    cause: '파일은 앞뒤에 다른 데이터가 없는 온전한 PNG 또는 WebP 이미지여야 해요.',
    cure: '본문이 Content-Type에 적힌 종류의 온전한 이미지가 아니에요. PNG 또는 WebP 파일을 그대로 보내세요.',
  },
  'logo-too-large': {
    title: '로고 파일이 너무 커요',
    cause: '로그인 화면마다 불러오고, 느린 연결에서도 불러와요.',
    cure: '로고는 48 KiB까지 쓸 수 있어요.',
  },
  'logo-side': {
    title: '로고의 픽셀 수가 너무 많아요',
    cause: '로고는 56픽셀로 보여요. 512픽셀이면 어떤 화면에도 충분해요.',
    cure: '로고는 512 × 512픽셀까지 쓸 수 있어요.',
  },
  'logo-animated': {
    title: '움직이는 로고예요',
    cause: '움직이는 이미지는 비밀번호를 입력하는 화면에서 사용자의 주의를 흩뜨려요.',
    cure: '움직이지 않는 이미지를 보내세요.',
  },
  'expires-at-past': {
    title: '만료 시각이 과거예요',
    cause: '시크릿이 처음부터 만료된 상태가 돼요.',
    cure: '만료 시각은 미래여야 해요.',
  },
  'event-url-missing': {
    title: '이벤트를 받을 주소가 없어요',
    cause: '서버가 이 주소로 이벤트를 보내요.',
    cure: '이벤트를 받을 주소를 입력하세요. 예: https://www.example.com/events',
  },
  'event-types-missing': {
    title: '이벤트 종류가 없어요',
    cause: '종류가 없는 수신 주소는 아무것도 받지 못해요.',
    cure: '종류를 하나 이상 고르세요. types를 보내지 않으면 모두 받아요.',
  },
  'event-type-unknown': {
    title: '알 수 없는 이벤트 종류예요',
    cause: '서버는 아래 종류만 보내요.',
    cure: '다음 중 하나를 쓰세요: connection.created, connection.ended, consent.changed, account.updated, account.disabled, account.enabled, account.deleted, session.ended, tokens.revoked',
  },
  'event-type-twice': {
    title: '이벤트 종류가 겹쳐요',
    cause: '종류는 목록에 한 번만 있어야 해요.',
    cure: '이미 목록에 있는 종류예요.',
  },
  'event-to-send': {
    title: '무엇을 보낼지 알 수 없어요',
    cause: '요청 하나로 테스트나 기록된 이벤트 하나만 보낼 수 있어요.',
    cure: '{"test": true}나 이벤트 ID를 넣은 {"event": "…"} 중 하나를 보내세요.',
  },
  'account-value-unknown': {
    title: '쓸 수 없는 값이에요',
    cause: '이 항목에는 detail에 있는 값만 쓸 수 있어요.',
    cure: 'detail에 있는 값 가운데 하나를 쓰세요.',
  },
  'event-unknown': {
    title: '없는 이벤트예요',
    cause: '이벤트는 30일 동안 보관해요.',
    cure: '이 앱에 없거나 30일이 지난 이벤트예요.',
  },
};
