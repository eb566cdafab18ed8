// Refusals of authorization requests and of sign-outs, in Korean (protocol/refusals).

const UNTRUSTED = '이 리다이렉트 URI가 앱의 것인지 확인할 수 없어서 오류를 페이지로 보여 줘요.';

export const koAuthorizationErrors = {
  'client-id-missing': {
    title: 'client_id가 없어요',
    cause: '요청에 client_id가 없거나 값이 비어 있어요.',
    cure: '플랫폼의 API 키를 client_id로 보내세요.',
  },
  'unknown-client': {
    title: '이 client_id를 쓰는 앱이 없어요',
    cause: '이 API 키를 가진 플랫폼이 없어요. 키를 잘못 입력했거나, 다른 서버의 키이거나, 플랫폼 또는 앱이 삭제됐어요.',
    cure: '앱의 플랫폼에서 API 키를 복사해 쓰세요. 삭제된 키는 다시 발급되지 않아요.',
  },
  'redirect-uri-missing': {
    title: 'redirect_uri가 없어요',
    cause: `응답을 어디로 보낼지 요청에 적혀 있지 않아요. ${UNTRUSTED}`,
    cure: '등록된 주소가 하나뿐이어도 전체 리다이렉트 URI를 보내세요. 예: https://www.example.com/callback',
  },
  'redirect-uri-malformed': {
    title: '리다이렉트 URI의 형식이 잘못됐어요',
    cause: `리다이렉트 URI는 스킴, 호스트, 경로를 모두 갖춘 절대 URI여야 하고 fragment가 없어야 해요. ${UNTRUSTED}`,
    cure: 'https://host/path 형식을 쓰세요. 파라미터로 보낼 때는 퍼센트 인코딩을 정확히 한 번만 하세요.',
  },
  'redirect-uri-unregistered': {
    title: '등록되지 않은 리다이렉트 URI예요',
    cause: `앱에 등록된 리다이렉트 URI 중에 일치하는 것이 없어요. URI는 한 글자씩 그대로 비교해요. https 대신 http를 쓰거나, 끝에 슬래시가 있거나, 포트가 다르거나, 127.0.0.1 대신 localhost를 쓴 경우가 많아요. ${UNTRUSTED}`,
    cure: '보내는 URI를 그대로 등록하거나, 등록된 URI를 그대로 보내세요. loopback 주소의 포트만 달라도 돼요.',
  },
  'parameter-doubled': {
    title: '파라미터를 두 번 이상 보냈어요',
    cause: '값이 비어 있더라도 파라미터를 반복하면 안 돼요(RFC 6749 3.1). 어떤 파라미터인지는 설명에 나와요.',
    cure: '파라미터마다 한 번씩만 보내세요. 이미 파라미터가 있는 URL에 다시 덧붙이는 코드가 있는지 확인하세요.',
  },
  'query-too-long': {
    title: '쿼리가 6 KiB보다 길어요',
    cause: '인증 요청의 쿼리가 6 KiB 제한을 넘었어요.',
    cure: 'state를 짧게 유지하세요. 임의의 값만 보내고 데이터는 앱에 저장하세요.',
  },
  'login-activation-off': {
    title: '앱의 로그인이 꺼져 있어요',
    cause:
      '로그인 활성화가 OFF인 동안에는 아무도 앱에 로그인할 수 없고, 코드와 리프레시 토큰도 동작하지 않아요. 폐기된 것은 아니에요.',
    cure: 'login_activation을 ON으로 바꾸세요. 만료되지 않은 코드와 토큰은 다시 동작해요.',
  },
  'request-not-supported': {
    title: 'request 파라미터는 지원하지 않아요',
    cause:
      'request object(OpenID Connect Core 6)는 지원하지 않아요. 읽을 수 있으면 이 오류를 돌려보내는 데 필요한 response_mode와 state만 써요.',
    cure: '파라미터를 쿼리나 POST 폼으로 보내세요.',
  },
  'request-uri-not-supported': {
    title: 'request_uri 파라미터는 지원하지 않아요',
    cause:
      '이 서버는 다른 URI에서 인증 요청을 가져오지 않아요. 요청을 푸시할 수 있는 서버에서는 서버가 준 urn:ietf:params:oauth:request_uri: 값만 받아요.',
    cure: '파라미터를 쿼리나 POST 폼으로 보내거나, 메타데이터에 있는 주소로 푸시하세요.',
  },
  'registration-not-supported': {
    title: 'registration 파라미터는 지원하지 않아요',
    cause: '인증 요청으로는 앱을 등록할 수 없어요. 앱은 소유자만 등록할 수 있어요.',
    cure: '등록 API나 콘솔에서 앱을 등록하세요.',
  },
  'response-type-missing': {
    title: 'response_type이 없어요',
    cause: '요청에 response_type이 없어요.',
    cure: 'response_type=code를 보내세요.',
  },
  'response-type-unsupported': {
    title: 'response_type은 code만 지원해요',
    cause: 'implicit과 hybrid flow는 토큰을 URL에 담아 돌려줘서 브라우저 기록과 로그에 남아요(RFC 9700 2.1.2).',
    cure: 'response_type=code를 보내고, 받은 코드를 토큰 엔드포인트에서 교환하세요.',
  },
  'response-mode-unknown': {
    title: 'response_mode는 query 또는 form_post여야 해요',
    cause: '응답은 리다이렉트 URI의 쿼리나 POST 폼으로만 보내요.',
    cure: 'response_mode를 생략하거나 query 또는 form_post를 보내세요.',
  },
  'response-mode-not-postable': {
    title: '이 리다이렉트 URI에는 form_post를 쓸 수 없어요',
    cause: '브라우저는 http와 https URL에만 폼을 전송하는데, 이 리다이렉트 URI는 앱 전용(private-use) 스킴을 써요.',
    cure: '앱 전용 스킴에는 response_mode=query를 쓰세요.',
  },
  'code-challenge-missing': {
    title: 'code_challenge가 없어요',
    cause: '요청에 code_challenge_method는 있는데 code_challenge가 없어요.',
    cure: 'code_challenge와 code_challenge_method=S256을 함께 보내세요.',
  },
  'pkce-required': {
    title: 'PKCE가 필요해요',
    cause:
      '앱의 require_pkce가 켜져 있거나 리다이렉트 URI가 등록되지 않은 localhost 포트를 쓰는데, 요청에 code_challenge가 없어요.',
    cure: 'code_challenge를 code_challenge_method=S256과 함께 보내고, 토큰 엔드포인트에 code_verifier를 보내세요(RFC 7636).',
  },
  'code-challenge-method-unsupported': {
    title: 'code_challenge_method는 S256이어야 해요',
    cause:
      'code_challenge_method가 없거나(plain이라는 뜻이에요) S256이 아니에요. plain을 쓰면 요청을 볼 수 있는 사람은 누구나 코드를 쓸 수 있어요.',
    cure: 'code_challenge_method=S256과 함께 verifier의 SHA-256을 base64url로 인코딩해서 보내세요.',
  },
  'code-challenge-malformed': {
    title: 'code_challenge의 형식이 잘못됐어요',
    cause: 'verifier의 SHA-256은 패딩 없는 base64url 43글자예요.',
    cure: 'verifier를 SHA-256으로 해시하고 32바이트를 “=” 없는 base64url로 인코딩하세요. 16진수로 쓰지 마세요.',
  },
  'prompt-unknown': {
    title: 'prompt에 지원하지 않는 값이 있어요',
    cause: 'discovery 문서의 prompt_values_supported에 없는 값이 들어 있어요.',
    cure: 'none, login, consent, select_account, create 중에서 골라 공백으로 구분해 보내세요.',
  },
  'prompt-none-combined': {
    title: 'prompt=none을 다른 값과 함께 보냈어요',
    cause:
      'none은 어떤 페이지도 보여 주지 말라는 뜻인데, 함께 보낸 값에는 페이지가 필요해요(OpenID Connect Core 3.1.2.1).',
    cure: 'prompt=none만 보내세요.',
  },
  'max-age-malformed': {
    title: 'max_age의 형식이 잘못됐어요',
    cause: 'max_age는 숫자로만 적은 0 이상의 정수여야 해요.',
    cure: '초 단위로 보내세요. 예: max_age=3600',
  },
  'claims-malformed': {
    title: 'claims의 형식이 잘못됐어요',
    cause:
      'claims는 OpenID Connect Core 5.5에 따라 userinfo와 id_token을 가진 JSON 객체여야 하고, sub의 값은 문자열이어야 해요.',
    cure: '퍼센트 인코딩한 JSON 객체를 보내세요. 예: {"id_token":{"email":null}}',
  },
  'id-token-hint-invalid': {
    title: 'id_token_hint가 유효하지 않아요',
    cause: 'ID 토큰이 손상됐거나, 이 서버가 발급하지 않았거나, 다른 앱에 발급됐어요.',
    cure: '이 서버가 이 앱에 발급한 ID 토큰을 보내세요. 만료된 토큰이어도 돼요.',
  },
  'persons-contradict': {
    title: '요청이 서로 다른 사용자를 가리켜요',
    cause: 'id_token_hint와 claims의 sub가 서로 다른 사용자를 가리켜요.',
    cure: '둘 중 하나만 보내거나, 둘이 같은 사용자를 가리키게 하세요.',
  },
  'another-person-signed-in': {
    title: '다른 사용자가 로그인했어요',
    cause: '요청은 특정 사용자를 지정했는데 다른 사용자가 로그인했거나 선택됐어요.',
    cure: '반드시 그 사용자여야 하면 요청을 다시 보내세요. 누구든 괜찮다면 id_token_hint를 생략하세요.',
  },
  'sign-in-needed': {
    title: '사용자가 로그인해야 해요',
    cause:
      'prompt=none이라 페이지를 보여 줄 수 없는데, 사용자가 로그인하지 않았거나, 로그인한 지 너무 오래됐거나, 요청한 사용자가 아니에요.',
    cure: '화면 없이 보낸 요청에서는 정상적인 응답이에요. prompt=none 없이 사용자를 다시 보내세요.',
  },
  'account-choice-needed': {
    title: '사용자가 계정을 골라야 해요',
    cause: 'prompt=none이라 페이지를 보여 줄 수 없는데, 여러 계정이 로그인되어 있고 선택된 계정이 없어요.',
    cure: 'id_token_hint로 사용자를 지정하거나, prompt=none 없이 사용자를 다시 보내세요.',
  },
  'consent-needed': {
    title: '사용자가 동의 화면을 거쳐야 해요',
    cause:
      'prompt=none이라 페이지를 보여 줄 수 없는데, 사용자가 아직 모두 동의하지 않았어요. 네이티브 앱의 사용자는 매번 동의 화면을 거쳐요.',
    cure: 'prompt=none 없이 사용자를 다시 보내세요.',
  },
  'documents-needed': {
    title: '사용자가 서비스 약관에 동의해야 해요',
    cause:
      'prompt=none이라 페이지를 보여 줄 수 없는데, 서버 운영자가 요구하는 약관 같은 문서의 현재 버전에 사용자가 아직 동의하지 않았어요.',
    cure: 'prompt=none 없이 사용자를 다시 보내세요. 버전마다 한 번만 물어봐요.',
  },
  'second-factor-needed': {
    title: '사용자가 추가 인증을 해야 해요',
    cause:
      'prompt=none이라 페이지를 보여 줄 수 없는데, 서버 운영자가 모두에게 추가 인증을 요구하고 사용자는 추가 인증 없이 로그인했거나 아직 설정하지 않았어요.',
    cure: 'prompt=none 없이 사용자를 다시 보내세요. 추가 인증을 하거나 설정하도록 안내해요.',
  },
  'verification-needed': {
    title: '사용자가 이메일 주소를 인증해야 해요',
    cause:
      'prompt=none이라 페이지를 보여 줄 수 없는데, 앱은 인증된 이메일 주소를 요구하고(동의 항목 email의 verified) 사용자의 주소는 인증되지 않았어요.',
    cure: 'prompt=none 없이 사용자를 다시 보내세요. 주소를 인증하도록 안내해요.',
  },
  'address-unverified': {
    title: '이메일 주소가 인증되지 않았어요',
    cause:
      '앱은 인증된 이메일 주소를 요구하지만(동의 항목 email의 verified), 서버가 메일을 보내지 않아 사용자가 주소를 인증할 수 없어요.',
    cure: '운영자에게 사용자의 주소를 인증해 달라고 요청하거나, 동의 항목에서 verified를 빼세요.',
  },
  'value-needed': {
    title: '필수 항목의 값이 없어요',
    cause: 'prompt=none이라 페이지를 보여 줄 수 없는데, 앱이 요구하는 값을 사용자가 입력해야 해요.',
    cure: 'prompt=none 없이 사용자를 다시 보내거나, 동의 항목을 선택으로 바꾸세요.',
  },
  'acr-unreachable': {
    title: '요청한 인증 수준(acr)을 충족할 수 없어요',
    cause:
      'claims가 essential로 요청한 acr 값을 사용자의 로그인이 충족할 수 없어요. 2단계 인증이 꺼져 있는 계정은 서버 운영자가 모두에게 추가 인증을 요구할 때만 2를 충족할 수 있어요.',
    cure: 'acr_values_supported에 있는 값만 요청하고, 없으면 앱이 동작할 수 없는 값만 essential로 표시하세요.',
  },
  'not-in-team': {
    title: '앱이 테스트 모드예요',
    cause:
      '앱의 audience가 team인데 사용자가 앱의 팀원이 아니에요. 팀원이 아니면 로그인할 수 없고, 코드와 리프레시 토큰도 동작하지 않아요. 폐기된 것은 아니에요.',
    cure: '사용자를 팀에 초대하거나 audience를 everyone으로 바꾸세요. 만료되지 않은 코드와 토큰은 다시 동작해요.',
  },
  'not-in-groups': {
    title: '사용자가 허용된 그룹에 없어요',
    cause:
      '앱의 audience가 groups인데 사용자가 allowed_groups의 어느 그룹에도 속해 있지 않아요. 그룹에 없으면 로그인할 수 없고, 코드와 리프레시 토큰, 액세스 토큰도 동작하지 않아요. 폐기된 것은 아니에요.',
    cure: '서버 운영자에게 사용자를 그룹에 추가해 달라고 요청하거나 allowed_groups를 바꾸세요. 만료되지 않은 코드와 토큰은 다시 동작해요.',
  },
  'user-cancelled': {
    title: '사용자가 취소했어요',
    cause:
      '사용자가 로그인이나 동의 같은 화면에서 취소를 눌렀어요. 2단계 인증을 설정하는 화면에서 취소했다면 오류는 unmet_authentication_requirements예요.',
    cure: '어디서 다시 시작할 수 있는지 안내하세요. 요청하는 항목을 줄이고, 필요한 이유를 목적에 적으세요.',
  },
  'id-token-hint-key-gone': {
    title: 'id_token_hint가 삭제된 API 키에 발급됐어요',
    cause: '이 ID 토큰을 받은 플랫폼 또는 앱이 삭제됐어요.',
    cure: 'id_token_hint를 생략하고 client_id를 보내세요. 로그아웃할지 사용자에게 물어봐요.',
  },
  'id-token-hint-of-another': {
    title: 'id_token_hint와 client_id가 서로 다른 앱의 값이에요',
    cause: 'ID 토큰이 client_id가 가리키는 앱이 아닌 다른 앱에 발급됐어요.',
    cure: '같은 앱의 값을 보내거나 id_token_hint만 보내세요.',
  },
  'post-logout-uri-unregistered': {
    title: '등록되지 않은 post_logout_redirect_uri예요',
    cause: '앱의 post_logout_redirect_uris 중에 일치하는 URI가 없어요. URI는 한 글자씩 그대로 비교해요.',
    cure: '보내는 URI를 그대로 등록하세요. 로그인용 리다이렉트 URI는 여기에 쓸 수 없어요.',
  },
};
