// What the errors of the operator's own APIs mean, in Korean.
export const koApiErrors = {
  'client-not-confidential': {
    title: 'client_credentials에는 클라이언트 인증이 필요해요',
    cause: 'API 키는 공개된 값이라서, 키만으로는 누구나 프로그램인 척할 수 있어요.',
    cure: 'Web 플랫폼의 클라이언트 시크릿을 만들거나 private_key_jwt 키를 등록해서 함께 보내세요.',
  },
  'scope-not-given': {
    title: '앱이 직접 쓸 수 없는 scope예요',
    cause: '앱이 직접 쓰는 scope는 운영자가 정해요. scope에 그중에 없는 값이 있어요.',
    cure: '운영자에게 요청하거나 값을 빼세요. scope를 보내지 않으면 그 API의 scope를 모두 받아요.',
  },
  'scope-of-other-resource': {
    title: '다른 API의 scope예요',
    cause: '토큰 하나는 API 하나에만 쓸 수 있는데, scope에 resource가 가리키는 API의 것이 아닌 값이 있어요.',
    cure: 'API마다 토큰을 따로 요청하세요.',
  },
  'resource-twice': {
    title: 'resource가 여러 개예요',
    cause: '받은 API가 다른 API에 쓰지 못하도록 토큰 하나는 API 하나에만 쓸 수 있어요.',
    cure: 'API마다 resource를 하나씩 넣어 토큰을 따로 요청하세요.',
  },
  'resource-missing': {
    title: '어느 API의 토큰인지 알 수 없어요',
    cause: '앱이 여러 API의 scope를 가지고 있는데, 요청한 scope가 한 API의 것이 아니에요.',
    cure: 'API의 식별자를 resource로 보내거나 한 API의 scope만 보내세요.',
  },
  'resource-unknown': {
    title: '앱에 이 resource의 scope가 없어요',
    cause: '이 식별자의 API가 없거나, 운영자가 앱에 그 API의 scope를 주지 않았어요.',
    cure: 'resource가 API의 식별자와 같은지 확인하세요. 스킴과 호스트는 대소문자를 가리지 않고, 경로는 글자 그대로 비교해요.',
  },
  'program-access-ended': {
    title: '앱이 쓸 수 있는 범위가 방금 바뀌었어요',
    cause: '토큰을 만드는 동안 운영자가 scope를 회수했거나 API 키가 삭제됐어요.',
    cure: '요청을 다시 보내세요. 무엇이 빠졌는지 응답에 나와요.',
  },
  'api-secret-wrong': {
    title: 'API의 시크릿이 틀렸어요',
    cause: 'client_id는 API의 id인데, 시크릿이 그 API의 것이 아니거나 삭제됐어요.',
    cure: 'API의 시크릿을 새로 만들어 API 서버에 설정하세요.',
  },
  'api-resource-taken': {
    title: '다른 API가 쓰는 resource예요',
    cause: 'resource는 토큰의 대상이라서 API 하나에만 쓸 수 있어요. 스킴과 호스트는 대소문자를 가리지 않아요.',
    cure: '다른 API를 바꾸거나 다른 resource를 쓰세요.',
  },
  'api-scope-taken': {
    title: '다른 API가 쓰는 scope 이름이에요',
    cause: 'scope 이름은 서버에서 하나뿐이에요. 이미 쓰는 이름은 detail에 있어요.',
    cure: 'billing.read처럼 API 이름으로 시작하는 이름을 쓰세요.',
  },
  'api-secrets-too-many': {
    title: 'API에 시크릿이 이미 2개 있어요',
    cause: '2개면 중단 없이 하나를 다른 하나로 바꿀 수 있어요.',
    cure: '쓰지 않는 시크릿을 삭제한 다음 새로 만드세요.',
  },
  'api-resource-malformed': {
    title: 'resource가 올바르지 않아요',
    cause: '토큰의 대상이 되는 값이라서 프로그램이 글자 그대로 비교해요.',
    cure: '프래그먼트와 사용자 정보가 없는 ASCII https URI를 쓰세요. 루프백에서는 http도 쓸 수 있어요.',
  },
  'api-resource-own': {
    title: '이 서버의 주소예요',
    cause: '사용자 정보용 토큰에는 정해진 대상이 따로 있어요.',
    cure: 'API 서버의 주소를 쓰세요.',
  },
  'api-text': {
    title: 'API의 글이 비어 있거나 너무 길거나 보이지 않는 문자가 있어요',
    cause: '운영자가 읽는 API 이름과 scope 설명이에요.',
    cure: '이름은 60자, 설명은 200자까지예요. 줄여 주세요.',
  },
  'api-scope-malformed': {
    title: 'scope 이름이 올바르지 않아요',
    cause: 'scope는 공백으로 나누고, 프로그램이 이름을 글자 그대로 비교해요.',
    cure: '영문자, 숫자와 : . _ / - 로 1~100자를 쓰고, 영문자나 숫자로 시작하세요.',
  },
  'api-scope-reserved': {
    title: '뜻이 정해진 scope예요',
    cause: 'openid, offline_access와 동의 항목의 scope는 앱이 사용자에게서 받는 정보를 나타내요.',
    cure: 'API 이름으로 시작하는 이름처럼 다른 이름을 쓰세요.',
  },
  'api-scope-twice': {
    title: '같은 scope가 두 번 있어요',
    cause: 'API에는 같은 scope를 한 번만 넣을 수 있어요.',
    cure: '하나를 빼세요.',
  },
  'api-scopes-too-many': {
    title: 'API의 scope가 너무 많아요',
    cause: 'API 하나에는 scope를 100개까지 둘 수 있어요.',
    cure: '여러 권한을 scope 하나로 묶거나 API를 나누세요.',
  },
  'api-machine-scope': {
    title: '프로그램이 쓸 수 없는 scope예요',
    cause: 'machine_access에 API에 없거나 machine: true가 아닌 scope가 있어요.',
    cure: 'scopes에 machine: true로 추가하거나 빼세요.',
  },
  'api-machine-access': {
    title: 'machine_access가 유효하지 않아요',
    cause: '항목마다 앱 하나와 scope가 하나 이상 있어야 하고, 같은 앱은 한 번만 쓸 수 있어요.',
    cure: '같은 앱의 항목을 합치고 scope가 없는 항목을 빼세요.',
  },
  'api-application-unknown': {
    title: '없는 앱이에요',
    cause: 'machine_access에 이 서버에 없는 앱의 id가 있어요.',
    cure: '있는 앱의 id를 보내세요. latchkey applications list 명령으로 볼 수 있어요.',
  },
  'api-fapi-algorithm': {
    title: 'FAPI 2.0을 따르는 앱은 RS256으로 서명한 토큰을 받을 수 없어요',
    cause: 'security_profile이 FAPI 2.0인 앱이 RS256으로 서명하는 API의 scope를 가지고 있거나 받게 돼요.',
    cure: 'access_token_signing_alg를 ES256으로 바꾸거나 앱의 scope를 회수하세요.',
  },
  'api-choice': {
    title: '없는 형식이나 알고리즘이에요',
    cause: '액세스 토큰의 형식이나 서명 알고리즘이 정해진 값이 아니에요.',
    cure: 'detail에 나온 값 중에서 쓰거나 빼세요.',
  },
  'api-ttl': {
    title: '액세스 토큰의 유효 시간이 범위를 벗어났어요',
    cause: '1분보다 짧으면 느린 네트워크에서 쓸 수 없고, JWT는 취소해도 만료될 때까지 유효해요.',
    cure: '60~86,400초를 쓰거나 빼세요. 빼면 jwt는 300초, opaque는 3,600초예요.',
  },
} as const;
