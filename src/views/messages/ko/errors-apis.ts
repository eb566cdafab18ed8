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
  'resource-not-granted': {
    title: '사용자가 동의하지 않은 resource예요',
    cause: '토큰 요청의 resource가 인증 요청에서 지정한 것 중에 없어요.',
    cure: '인증 요청의 resource에 넣고(여러 개를 보낼 수 있어요) 사용자에게 다시 동의를 받으세요.',
  },
  'api-scope-missing': {
    title: '요청에 API의 scope가 없어요',
    cause: 'scope에 앱이 요청할 수 있는 이 API의 scope가 없고, 기본으로 주는 scope도 없어요.',
    cure: 'scope에 API의 scope를 넣으세요.',
  },
  'api-access-ended': {
    title: '동의한 API 권한이 남아 있지 않아요',
    cause:
      '사용자가 API의 scope에 대한 동의를 철회했거나, 앱 소유자가 scope를 뺐거나, 운영자가 요청할 수 있는 앱을 바꿨어요.',
    cure: '로그인을 다시 시작하세요. 아직 받을 수 있는 권한은 동의 화면에서 다시 물어봐요.',
  },
  'api-not-admitted': {
    title: '정해진 그룹의 구성원만 쓸 수 있는 API예요',
    cause:
      'API의 audience가 groups인데, 사용자가 allowed_groups에 있는 어느 그룹에도 속해 있지 않아요. 취소되는 것은 없어요.',
    cure: '서버 운영자에게 사용자를 그룹에 추가해 달라고 요청하세요. 만료되지 않은 코드와 토큰은 다시 쓸 수 있어요.',
  },
  'api-machine-default': {
    title: '프로그램용 scope를 사람에게 기본으로 줄 수 없어요',
    cause: 'machine: true인 scope는 운영자가 프로그램에 주고, 앱이 사람에게 요청하지 않아요.',
    cure: 'machine이나 default 중 하나를 빼세요.',
  },
  'api-applications': {
    title: 'applications가 올바르지 않아요',
    cause: '어느 앱이 사람에게 API의 scope를 요청할 수 있는지 정하는 값이에요.',
    cure: 'any를 쓰거나, 앱 id를 중복 없이 1,000개까지 쓰세요.',
  },
  'api-groups': {
    title: '그룹 목록이 올바르지 않아요',
    cause: '목록에는 그룹을 한 번씩만, 읽을 수 있을 만큼만 넣어요.',
    cure: '그룹 이름을 중복 없이 50개까지 쓰세요.',
  },
  'api-group-unknown': {
    title: '그런 그룹이 없어요',
    cause: 'API의 목록에 없는 그룹 이름이 있어요.',
    cure: '있는 그룹의 이름을 보내세요. latchkey groups list로 볼 수 있어요.',
  },
  'api-allowed-groups': {
    title: 'audience와 allowed_groups가 서로 맞지 않아요',
    cause: 'audience가 groups면 토큰을 받을 그룹이 있어야 하고, everyone이면 막을 사람이 없어요.',
    cure: 'allowed_groups에 토큰을 받을 그룹을 쓰거나, audience를 everyone으로 하고 allowed_groups를 빼세요.',
  },
  'api-scope-unknown': {
    title: '앱이 요청할 수 없는 scope예요',
    cause:
      '이 이름의 scope가 없거나, 프로그램용이거나, API가 이 앱의 요청을 허용하지 않아요. 어느 앱이 요청할 수 있는지는 운영자가 정해요.',
    cure: '이 앱이 요청할 수 없는 scope예요. 앱이 API를 쓸 수 있게 해 달라고 서버 운영자에게 요청하세요.',
  },
  'api-scope-asked-twice': {
    title: 'scope가 목록에 두 번 있어요',
    cause: '같은 scope가 두 개 있으면 서로 어긋날 수 있어요.',
    cure: '이미 목록에 있는 scope예요.',
  },
  'api-scopes-asked-too-many': {
    title: '앱이 요청하는 scope가 너무 많아요',
    cause: '이보다 긴 동의 화면은 아무도 읽지 않아요.',
    cure: 'scope는 100개까지 넣을 수 있어요.',
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
    cause:
      'security_profile이 FAPI 2.0인 앱이 RS256으로 서명하는 API의 scope를 가지고 있거나, 받게 되거나, 사용자에게 요청해요.',
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
