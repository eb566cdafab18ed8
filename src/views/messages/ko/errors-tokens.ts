// Refusals of the token, revocation and introspection endpoints and of user-info, in Korean
// (protocol/refusals/token-refusals.ts).

const ON_PURPOSE = '훔치거나 추측한 값으로 아무것도 알아낼 수 없도록 어느 경우인지는 일부러 알려 주지 않아요.';

export const koTokenErrors = {
  'parameter-missing': {
    title: '필수 파라미터가 없어요',
    cause: '폼에 필수 파라미터의 값이 없어요. 어떤 파라미터인지는 설명에 나와요.',
    cure: '파라미터를 application/x-www-form-urlencoded 본문으로 보내세요. 쿼리 파라미터는 무시돼요.',
  },
  'grant-type-missing': {
    title: 'grant_type이 없어요',
    cause: '무엇을 교환할지 요청에 적혀 있지 않아요. 본문이 JSON이거나 파라미터를 쿼리에 넣은 경우가 많아요.',
    cure: '폼으로 인코딩한 본문에 grant_type=authorization_code 또는 grant_type=refresh_token을 보내세요.',
  },
  'grant-type-unsupported': {
    title: '지원하지 않는 grant type이에요',
    cause:
      '모든 앱은 인증 코드(authorization code)와 리프레시 토큰을 교환할 수 있어요. 기기 코드(device code)는 grant_types에 있을 때, client_credentials는 운영자가 API의 scope를 준 앱만 쓸 수 있고, password는 지원하지 않아요.',
    cure: 'grant_type=authorization_code나 grant_type=refresh_token을, 브라우저가 없는 기기라면 grant_type=urn:ietf:params:oauth:grant-type:device_code를 보내세요.',
  },
  'client-id-contradicts': {
    title: '요청에 서로 다른 client_id가 있어요',
    cause: '본문의 client_id가 Authorization 헤더의 client_id와 달라요.',
    cure: 'client_id를 한 곳에만 보내거나, 두 곳에 같은 값을 보내세요.',
  },
  'client-secret-twice': {
    title: '클라이언트 시크릿을 두 번 보냈어요',
    cause: '클라이언트 시크릿이 Authorization 헤더와 본문에 모두 있어요. RFC 6749 2.3은 한 가지 방식만 허용해요.',
    cure: 'client_secret_basic과 client_secret_post 중 하나만 쓰세요.',
  },
  'authorization-header-malformed': {
    title: 'Authorization 헤더의 형식이 잘못됐어요',
    cause:
      '토큰 엔드포인트에는 client_id와 클라이언트 시크릿을 각각 form-url-encoding한 뒤 콜론으로 이은 Basic이 필요해요. API 호스트에는 토큰 하나를 담은 Bearer가 필요해요.',
    cure: '헤더는 라이브러리가 만들게 하세요. 헤더를 하나 더 붙이는 프록시나 기본 헤더 설정이 있는지 확인하세요.',
  },
  'client-secret-missing': {
    title: '클라이언트 시크릿이 없어요',
    cause: '앱의 client_secret_required가 켜져 있어요. 첫 클라이언트 시크릿을 만들면 켜져요.',
    cure: '유효한 클라이언트 시크릿을 보내세요. 기기나 브라우저에서 실행되는 앱이라면 시크릿을 삭제하고 client_secret_required를 끄세요.',
  },
  'client-secret-needed': {
    title: 'introspection에는 클라이언트 인증이 필요해요',
    cause:
      '이 API 키에는 클라이언트 시크릿도 private_key_jwt도 없어요. API 키만으로는 공개된 값이라 아무것도 증명하지 못해요.',
    cure: '웹 플랫폼 항목에 클라이언트 시크릿을 만들거나 키를 등록하고, 백엔드에서 introspection을 호출하세요.',
  },
  'client-secret-unexpected': {
    title: '이 API 키에는 클라이언트 시크릿을 보낼 수 없어요',
    cause:
      '안드로이드 또는 iOS 플랫폼의 키이거나, 시크릿을 요구하지 않는 앱이에요. 시크릿을 무시하면 보호받고 있다고 오해할 수 있어서 거부해요.',
    cure: '시크릿을 생략하거나, 웹 플랫폼의 API 키를 쓰거나, client_secret_required를 켜세요.',
  },
  'client-secret-wrong': {
    title: '클라이언트 시크릿이 틀렸거나 만료됐거나 삭제됐어요',
    cause: `이 값을 가진 유효한 클라이언트 시크릿이 앱에 없어요. ${ON_PURPOSE}`,
    cure: '만들 때 복사해 둔 시크릿과 비교하세요. 잃어버렸다면 새로 만들어 배포한 뒤 이전 시크릿을 삭제하세요.',
  },
  'code-unknown': {
    title: '코드를 알 수 없거나, 만료됐거나, 다른 API 키에 발급됐어요',
    cause: `이 client_id에 발급한 인증 코드 중에 이 값이 없거나, 만료된 뒤 삭제됐어요. ${ON_PURPOSE}`,
    cure: '코드를 받자마자 정확히 한 번만 디코딩해서, 인증 요청에 쓴 client_id로 교환하세요.',
  },
  'code-expired': {
    title: '코드가 만료됐어요',
    cause: '코드의 유효 시간(기본 1분)이 지났거나, 코드의 세션이 종료됐어요.',
    cure: '코드를 받은 요청 안에서 바로 교환하세요. 로그인을 다시 시작하세요.',
  },
  'code-used': {
    title: '이미 사용한 코드예요',
    cause:
      '코드는 한 번만 쓸 수 있어요. 두 번 쓰였다면 도난당했을 수 있어서, 이 코드로 발급한 토큰을 모두 폐기했어요(RFC 6749 4.1.2).',
    cure: '로그인을 다시 시작하세요. 새로고침, 중복된 핸들러, 첫 응답을 무시하는 재시도처럼 코드를 두 번 교환하는 곳이 있는지 찾아보세요.',
  },
  'connection-ended': {
    title: '사용자가 더 이상 이 앱을 허용하지 않아요',
    cause: '로그인한 뒤 사용자가 앱 연결을 끊었거나, 계정 사용이 중지되거나 계정이 삭제됐어요.',
    cure: '로그아웃한 사용자로 처리하세요. 다시 로그인하면 다시 동의할 수 있어요.',
  },
  'session-ended': {
    title: '사용자가 로그아웃했어요',
    cause: '코드를 발급한 세션이 로그아웃, 비밀번호 변경 또는 비밀번호 재설정으로 종료됐어요.',
    cure: '로그아웃한 사용자로 처리하세요. 사용자가 돌아오면 로그인을 다시 시작하세요.',
  },
  'redirect-uri-mismatch': {
    title: 'redirect_uri가 인증 요청과 달라요',
    cause: '코드는 다른 리다이렉트 URI로 발급됐어요. 이 코드는 아직 쓸 수 있어요.',
    cure: '두 요청에 똑같은 redirect_uri를 보내세요. 프로그램에서 값을 한 곳에만 정의하세요.',
  },
  'verifier-malformed': {
    title: 'code_verifier의 형식이 잘못됐어요',
    cause: 'verifier는 A-Z a-z 0-9 - . _ ~ 로 된 43~128글자예요(RFC 7636 4.1).',
    cure: '로그인할 때마다 임의의 32바이트를 base64url로 인코딩해서 새 verifier를 만드세요.',
  },
  'verifier-missing': {
    title: 'code_verifier가 없어요',
    cause: '인증 요청에 code_challenge가 있었으니 토큰 요청에는 code_verifier가 있어야 해요.',
    cure: 'verifier를 사용자 세션에 저장해 두고 코드와 함께 보내세요.',
  },
  'verifier-unexpected': {
    title: 'code_challenge 없이 code_verifier를 보냈어요',
    cause: '인증 요청에 code_challenge가 없었어요. 다른 로그인의 코드가 끼어들었을 수 있어요(RFC 9700 4.8.2).',
    cure: '인증 요청에 code_challenge를 보내세요. 이미 보내고 있다면 다른 요청의 코드이니 로그인을 다시 시작하세요.',
  },
  'verifier-mismatch': {
    title: 'code_verifier가 code_challenge와 맞지 않아요',
    cause:
      'verifier의 SHA-256이 challenge와 달라요. 두 로그인이 겹쳐서 두 번째 verifier가 첫 번째를 덮어쓴 경우가 많아요.',
    cure: 'state마다 verifier를 하나씩 저장하세요. 디코딩한 바이트가 아니라 verifier 문자열을 해시하세요.',
  },
  'refresh-token-invalid': {
    title: '리프레시 토큰을 알 수 없거나, 만료됐거나, 이미 썼거나, 폐기됐어요',
    cause: `토큰을 써서 새 토큰으로 바뀌었거나, 다른 client_id에 발급됐거나, 같은 로그인에서 나온 토큰이 모두 폐기됐어요. 폐기 요청, 로그아웃, 비밀번호 변경, 연결 끊기, 바뀐 토큰을 뒤늦게 다시 쓴 경우(도난으로 봐요)에 모두 폐기돼요. ${ON_PURPOSE} 원인은 서버 로그에서 요청 ID로 찾을 수 있어요.`,
    cure: '사용자마다 가장 최근의 리프레시 토큰을 한 곳에 저장하고, 쓸 때마다 교체하세요. 그다음 로그인을 다시 시작하세요.',
  },
  'scope-nothing-left': {
    title: 'scope에 허용된 값이 없어요',
    cause: '요청한 값이 모두 허용되지 않았어요.',
    cure: '허용된 값을 모두 받으려면 scope를 생략하고, 아니면 첫 토큰 응답의 scope에 있는 값을 요청하세요.',
  },
  'scope-not-requested': {
    title: 'scope에 요청하지 않았던 값이 있어요',
    cause: '리프레시할 때는 scope를 줄일 수만 있고 늘릴 수 없어요. 어떤 값인지는 설명에 나와요.',
    cure: '이 값을 포함한 새 인증 요청으로 사용자를 보내세요.',
  },
  'access-token-invalid': {
    title: '액세스 토큰을 알 수 없거나, 만료됐거나, 폐기됐어요',
    cause: `토큰이 만료됐거나(기본 한 시간), 폐기됐거나, 같은 로그인의 토큰, 연결, 계정, API 키 중 하나가 종료됐거나, 앱의 로그인이 꺼져 있어요. ${ON_PURPOSE}`,
    cure: '한 번 리프레시하세요. 그래도 안 되면 로그인을 다시 시작하세요.',
  },
  'access-token-twice': {
    title: '액세스 토큰을 두 번 보냈어요',
    cause: '토큰이 헤더와 본문에 모두 있어요. RFC 6750 2는 한 곳만 허용해요.',
    cure: '토큰을 Authorization 헤더로만 보내세요.',
  },
  'api-token-invalid': {
    title: 'API 토큰을 알 수 없거나 만료됐어요',
    cause: '이 값을 가진 유효한 API 토큰이 없어요. 삭제됐거나, 만료됐거나, API 토큰이 아니에요.',
    cure: 'API 토큰(lk_api_…)을 쓰세요. `latchkey api-tokens create` 명령으로 만들 수 있어요.',
  },
  'api-token-scope': {
    title: 'API 토큰에 필요한 권한이 없어요',
    cause:
      'API 호스트의 경로마다 필요한 권한이 하나 있고, WWW-Authenticate에 적혀 있어요. 토큰을 만들 때 그 권한을 주지 않았거나, 계정의 역할로는 더 이상 쓸 수 없는 권한이에요.',
    cure: '그 권한이 있는 토큰을 만드세요. 예: `latchkey api-tokens create --scope`.',
  },
};
