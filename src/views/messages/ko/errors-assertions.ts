// Refusals of clients that authenticate with an assertion, in Korean (protocol/refusals/assertion-refusals.ts).

export const koAssertionErrors = {
  'client-authentication-twice': {
    title: '두 가지 방식으로 인증했어요',
    cause:
      '요청에 client_assertion이 있는데 클라이언트 시크릿이나 Authorization 헤더도 있어요. RFC 6749 2.3은 한 가지 방식만 허용해요.',
    cure: 'client_assertion과 client_assertion_type만 보내세요. client_id는 본문에 있어도 돼요.',
  },
  'client-assertion-incomplete': {
    title: 'client_assertion과 client_assertion_type은 함께 보내야 해요',
    cause: '둘 중 하나만 보냈거나, client_assertion_type이 JWT를 뜻하는 값이 아니에요(RFC 7523 2.2).',
    cure: 'client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer를 보내고, JWT는 client_assertion에 넣으세요.',
  },
  'client-assertion-unexpected': {
    title: '이 API 키는 private_key_jwt로 인증하지 않아요',
    cause:
      'Android나 iOS의 키이거나, 앱의 token_endpoint_auth_method가 private_key_jwt가 아니에요. 무시하고 받아 주면 없는 보호가 있는 것처럼 보여요.',
    cure: 'jwks나 jwks_uri를 등록해 방식을 켜고, 웹 항목의 API 키를 쓰세요.',
  },
  'client-assertion-missing': {
    title: '이 앱은 private_key_jwt로 인증해야 해요',
    cause:
      'token_endpoint_auth_method가 private_key_jwt라서 클라이언트 시크릿이나 API 키만으로는 인증할 수 없어요. 첫 키를 등록하면 켜져요.',
    cure: '등록한 키로 JWT에 서명해서 client_assertion으로 보내세요. 클라이언트 시크릿으로 돌아가려면 token_endpoint_auth_method를 지우세요(PATCH로 null).',
  },
  'client-assertion-malformed': {
    title: 'client_assertion이 서명된 JWT가 아니에요',
    cause:
      '헤더와 클레임이 중복 멤버 없는 JSON 객체인 8 KiB 이하의 compact JWS가 아니거나, 헤더에 crit이 있거나 kid가 문자열이 아니에요.',
    cure: '라이브러리로 만들어 그대로 보내세요. 패딩 없는 base64url 세 부분을 점으로 이은 값이에요.',
  },
  'client-assertion-algorithm': {
    title: 'client_assertion에 쓸 수 없는 서명 알고리즘이에요',
    cause:
      'ES256, PS256, EdDSA(또는 Ed25519), RS256을 받아요. none과 HS256은 아무것도 증명하지 못해요. 서버와 나눠 가진 비밀이 없기 때문이에요.',
    cure: '등록한 공개 키와 짝인 개인 키로 서명하세요.',
  },
  'client-assertion-type': {
    title: 'client_assertion이 다른 용도의 JWT예요',
    cause: '헤더의 typ은 JWT를 만든 용도를 뜻하는데, 클라이언트 인증이 아니에요.',
    cure: 'typ을 JWT나 client-authentication+jwt로 하거나 생략하세요. ID 토큰이나 액세스 토큰을 보내지 마세요.',
  },
  'client-assertion-key-inside': {
    title: 'client_assertion에 키나 키의 주소가 들어 있어요',
    cause:
      '헤더에 jwk, jku, x5u, x5c 중 하나가 있어요. 등록한 키만 인정하고, JWT에 적힌 주소는 열지 않아요. 보낸 개인 키는 더 이상 비밀이 아니에요.',
    cure: 'kid로 키를 가리키세요. 개인 키가 들어 있었다면 새 키로 바꾸세요.',
  },
  'client-assertion-key-unknown': {
    title: 'client_assertion에 맞는 등록된 키가 없어요',
    cause:
      'jwks나 jwks_uri에 헤더의 kid와 알고리즘에 맞는 키가 없어요. jwks_uri의 키는 10분 동안 보관하고, 모르는 kid가 오면 1분에 한 번 다시 가져와요.',
    cure: '공개 키를 등록하거나, 서명하기 1분 전에 공개하세요.',
  },
  'client-keys-unreachable': {
    title: 'jwks_uri의 키를 읽지 못했어요',
    cause:
      '5초 안에 64 KiB 이하의 JWK 세트를 200으로 돌려주지 않았거나, 내부 주소예요. 리다이렉트는 따라가지 않아요. 마지막 응답은 한 시간 동안 써요. 원인은 서버 로그에서 요청 ID로 찾을 수 있어요.',
    cure: '네트워크 밖에서 jwks_uri를 열어 보세요. 1분이 지나야 다시 가져와요.',
  },
  'client-assertion-signature': {
    title: 'client_assertion의 서명이 틀려요',
    cause: '헤더에 맞는 등록된 키 중에 이 서명을 만든 키가 없어요.',
    cure: '등록한 공개 키와 서명하는 개인 키가 짝인지 확인하세요. ES256 서명은 DER가 아니라 r과 s를 이은 64바이트예요.',
  },
  'client-assertion-issuer': {
    title: 'client_assertion의 iss와 sub가 client_id가 아니에요',
    cause: '둘 다 웹 항목의 API 키여야 하고, client_id를 보냈다면 그 값과도 같아야 해요.',
    cure: 'iss와 sub에 API 키를 넣으세요. ID 토큰이나 액세스 토큰은 쓸 수 없어요.',
  },
  'client-assertion-audience': {
    title: 'client_assertion이 다른 서버를 위한 것이에요',
    cause:
      'aud는 issuer, 토큰 엔드포인트의 URL, 호출한 엔드포인트의 URL 중 하나의 값이어야 해요. 값이 둘이면 그곳에 적힌 다른 서버가 여기서 쓸 수 있어요.',
    cure: 'aud에 메타데이터의 issuer를 문자열 하나로 넣으세요.',
  },
  'client-assertion-expiry': {
    title: 'client_assertion이 만료됐거나 너무 오래 유효해요',
    cause: 'exp는 초 단위 숫자이고, 서버 시각보다 뒤이면서 10분을 넘지 않아야 해요.',
    cure: 'exp를 지금부터 1분 뒤로 하고, 서버의 시각을 확인하세요.',
  },
  'client-assertion-early': {
    title: 'client_assertion이 아직 유효하지 않아요',
    cause: 'nbf나 iat이 서버 시각보다 30초 넘게 앞서거나 숫자가 아니에요.',
    cure: '서버의 시각을 확인하세요. nbf는 생략해도 돼요.',
  },
  'client-assertion-id': {
    title: 'client_assertion에 jti가 없어요',
    cause: 'jti가 있어야 한 번만 쓸 수 있어요. 1~256자의 문자열이어야 해요.',
    cure: '만들 때마다 jti에 UUID 같은 새 무작위 값을 넣으세요.',
  },
  'client-assertion-used': {
    title: '이미 사용한 client_assertion이에요',
    cause: '앱이 같은 jti를 이미 보냈고, 아직 만료되지 않았어요. 중간에서 누군가 가로챘다는 뜻일 수도 있어요.',
    cure: '요청마다, 다시 시도할 때도, 새 jti로 새로 만드세요.',
  },
};
