// Refusals of DPoP proofs, in Korean (protocol/refusals/proof-refusals.ts).

export const koProofErrors = {
  'dpop-jkt-malformed': {
    title: 'dpop_jkt의 형식이 잘못됐어요',
    cause: 'dpop_jkt는 공개 키의 SHA-256 지문이에요(RFC 7638). 패딩 없는 base64url 43자예요.',
    cure: 'DPoP 라이브러리가 계산한 값을 쓰거나 생략하세요. 생략하면 토큰 요청에서 토큰이 키에 묶여요.',
  },
  'dpop-proof-missing': {
    title: 'DPoP 증명이 없어요',
    cause:
      '앱의 dpop_bound_access_tokens가 켜져 있어 모든 토큰 요청에 DPoP 헤더가 필요하거나, DPoP 스킴으로 user-info를 요청하면서 DPoP 헤더를 보내지 않았어요.',
    cure: '이 요청을 위해 만든 증명을 DPoP 헤더로 보내세요.',
  },
  'dpop-proof-malformed': {
    title: 'DPoP 헤더가 서명된 JWT 하나가 아니에요',
    cause:
      '헤더와 클레임이 중복 멤버 없는 JSON 객체인 8 KiB 이하의 compact JWS가 아니거나, 헤더에 crit이 있거나, 증명이 여러 개예요.',
    cure: 'DPoP 헤더 하나에 증명 하나만 보내세요. 헤더를 하나 더 붙이는 코드가 있는지 확인하세요.',
  },
  'dpop-proof-type': {
    title: 'DPoP 헤더에 다른 용도의 JWT가 있어요',
    cause: '헤더의 typ이 dpop+jwt가 아니라서 다른 용도로 만든 JWT예요.',
    cure: 'typ을 dpop+jwt로 하세요. ID 토큰, 액세스 토큰, client_assertion을 증명으로 보내지 마세요.',
  },
  'dpop-proof-algorithm': {
    title: 'DPoP 증명에 쓸 수 없는 서명 알고리즘이에요',
    cause: 'ES256, PS256, EdDSA(또는 Ed25519)를 받아요. none과 HS256은 키를 증명하지 못해요.',
    cure: '모든 라이브러리와 브라우저가 지원하는 ES256 키를 만드세요.',
  },
  'dpop-proof-key': {
    title: 'DPoP 증명에 알고리즘에 맞는 공개 키가 없어요',
    cause: '헤더에 jwk가 없거나, 키의 종류나 곡선, 크기가 alg에 맞지 않아요.',
    cure: 'jwk에 공개 키만 넣으세요: EC P-256, OKP Ed25519, 2048비트 이상의 RSA.',
  },
  'dpop-proof-private-key': {
    title: 'DPoP 증명에 개인 키가 들어 있어요',
    cause: '헤더의 jwk에 개인 키나 대칭 키에만 있는 값이 있어요. 보낸 키는 더 이상 비밀이 아니에요.',
    cure: '키를 새로 만들고 공개 키만 내보내세요.',
  },
  'dpop-proof-signature': {
    title: 'DPoP 증명의 서명이 틀려요',
    cause: 'jwk의 키로 만든 서명이 아니에요.',
    cure: 'jwk와 짝인 개인 키로 서명하세요. ES256 서명은 DER가 아니라 r과 s를 이은 64바이트예요.',
  },
  'dpop-proof-method': {
    title: 'DPoP 증명이 다른 메서드를 위한 것이에요',
    cause: 'htm이 요청의 메서드(대문자)와 달라요.',
    cure: '요청마다 그 메서드로 증명을 만드세요.',
  },
  'dpop-proof-uri': {
    title: 'DPoP 증명이 다른 주소를 위한 것이에요',
    cause:
      'htu가 엔드포인트의 공개 URL이 아니에요. 스킴과 호스트의 대소문자, 기본 포트, 쿼리, 프래그먼트는 달라도 되지만 호스트, 포트, 경로는 같아야 해요.',
    cure: '프록시나 내부 서버의 주소가 아니라 메타데이터의 주소를 쓰세요.',
  },
  'dpop-proof-time': {
    title: 'DPoP 증명이 너무 오래됐거나 미래의 것이에요',
    cause: 'iat이 숫자가 아니거나, 서버 시각보다 60초 넘게 앞서거나, 서버의 nonce 없이 60초 넘게 지났어요.',
    cure: '요청을 보낼 때 증명을 만들고 시각을 확인하세요. DPoP-Nonce 헤더의 nonce를 쓰면 시계가 느려도 괜찮아요.',
  },
  'dpop-proof-id': {
    title: 'DPoP 증명에 jti가 없어요',
    cause: 'jti가 있어야 한 번만 쓸 수 있어요. 1~256자의 문자열이어야 해요.',
    cure: '증명을 만들 때마다 jti에 UUID 같은 새 무작위 값을 넣으세요.',
  },
  'dpop-proof-used': {
    title: '이미 사용한 DPoP 증명이에요',
    cause: '같은 키와 jti의 증명이 이 엔드포인트에 이미 왔어요. 중간에서 누군가 가로챘다는 뜻일 수도 있어요.',
    cure: '요청마다, 다시 시도할 때도, 새 jti로 새로 만드세요.',
  },
  'dpop-proof-token': {
    title: 'DPoP 증명이 이 액세스 토큰을 위한 것이 아니에요',
    cause: 'ath가 없거나, Authorization 헤더에 있는 액세스 토큰의 SHA-256 해시가 아니에요.',
    cure: 'user-info를 요청할 때마다 보내는 토큰의 ath로 증명을 만드세요.',
  },
  'dpop-nonce-missing': {
    title: 'DPoP 증명에 nonce가 필요해요',
    cause: '운영자가 모든 증명에 서버의 nonce를 요구하는데, 이 증명에는 없어요.',
    cure: '이 응답의 DPoP-Nonce 헤더에 있는 nonce로 다시 요청하세요. 라이브러리는 알아서 해요.',
  },
  'dpop-nonce-unknown': {
    title: 'DPoP 증명의 nonce가 이 서버의 것이 아니거나 만료됐어요',
    cause: 'nonce는 5분 동안 쓸 수 있어요. 증명이 있는 요청에는 응답마다 새 nonce가 있어요.',
    cure: '이 응답의 DPoP-Nonce 헤더에 있는 nonce로 다시 요청하세요. 라이브러리는 알아서 해요.',
  },
  'dpop-proof-needed': {
    title: '키에 묶인 코드 또는 리프레시 토큰이에요',
    cause: '인증 요청의 dpop_jkt나 이전 토큰 요청의 증명으로 키에 묶였는데, 이 요청에는 증명이 없어요.',
    cure: '이 로그인의 모든 토큰 요청에 DPoP 증명을 보내세요.',
  },
  'dpop-key-mismatch': {
    title: 'DPoP 증명의 키가 달라요',
    cause:
      '코드나 리프레시 토큰이 다른 키에 묶여 있거나, 갱신을 처음과 다른 키로 반복했어요. 아무것도 끝나지 않았어요.',
    cure: '로그인마다 키 하나를 끝까지 쓰세요. 키를 잃어버렸다면 로그인을 다시 시작하세요.',
  },
  'access-token-bound': {
    title: '액세스 토큰이 다른 키에 묶여 있거나 스킴이 달라요',
    cause: 'token_type이 DPoP인 토큰은 DPoP 스킴과 그 키의 증명으로만, bearer 토큰은 Bearer로만 받아요.',
    cure: 'Authorization: DPoP로 토큰을 보내고, DPoP 헤더에 증명을 넣으세요.',
  },
};
