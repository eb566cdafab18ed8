// Refusals that any route can return, and those of our own pages, in Korean (protocol/refusals/http-refusals.ts).

export const koHttpErrors = {
  'bad-request': {
    title: '요청을 읽을 수 없어요',
    cause:
      '요청 줄, 헤더, 경로, 쿼리가 HTTP 규칙에 어긋나거나 본문이 끝까지 오지 않았어요. 무엇이 문제인지는 detail에 나와요.',
    cure: 'HTTP 라이브러리로 요청을 보내세요. 값은 정확히 한 번만 퍼센트 인코딩하세요. 요청을 바꾸는 프록시가 있는지 확인하세요.',
  },
  'parameters-malformed': {
    title: '파라미터의 형식이 잘못됐어요',
    cause: '쿼리나 폼에 16진수 두 자리가 없는 퍼센트 기호, 잘못된 UTF-8, NUL 문자 중 하나가 있어요.',
    cure: '플랫폼의 폼 인코딩 함수로 이름과 값을 정확히 한 번만 인코딩하세요.',
  },
  'query-value-unknown': {
    title: '쿼리 파라미터의 값을 알 수 없어요',
    cause: '이 파라미터에 쓸 수 없는 값이거나 파라미터가 반복됐어요. 어떤 파라미터인지는 detail에 모두 나와요.',
    cure: 'detail에 나온 값 중 하나를 쓰거나 파라미터를 생략하세요.',
  },
  'header-doubled': {
    title: '헤더를 두 번 이상 보냈어요',
    cause: '헤더가 반복되면 서버와 프록시가 서로 다른 값을 고를 수 있어요.',
    cure: '헤더를 한 번만 보내세요. 프로그램이 기본 헤더를 한 번 더 붙이는지 확인하세요.',
  },
  'body-unexpected': {
    title: '본문을 보내면 안 되는 요청이에요',
    cause: 'GET, HEAD, DELETE, OPTIONS 요청과 입력을 받지 않는 메서드에는 본문이 없어야 해요.',
    cure: '본문을 빼세요. 0보다 큰 Content-Length와 Transfer-Encoding을 보내지 마세요.',
  },
  'body-missing': {
    title: 'JSON 본문이 없어요',
    cause: '이 메서드에는 JSON 본문이 필요해요.',
    cure: 'Content-Type: application/json으로 JSON 문서를 보내세요.',
  },
  'json-malformed': {
    title: '본문이 올바른 JSON이 아니에요',
    cause:
      '본문이 JSON이 아니거나, UTF-8이 아니거나, 너무 깊이 중첩됐거나, NUL, 짝이 없는 surrogate, 금지된 멤버 이름이 들어 있어요.',
    cure: 'JSON은 라이브러리로 만드세요. 무엇이 문제인지는 detail에 나와요.',
  },
  'json-member-doubled': {
    title: 'JSON 멤버를 두 번 이상 보냈어요',
    cause: '반복된 멤버는 JSON 파서마다 다르게 처리해요. 어떤 멤버인지는 detail에 나와요.',
    cure: '멤버마다 한 번씩만 보내세요.',
  },
  'token-missing': {
    title: '토큰이 없어요',
    cause: '요청에 Bearer 토큰을 담은 Authorization 헤더가 없어요. 쿼리에 넣은 토큰은 무시돼요.',
    cure: 'Authorization: Bearer와 함께 액세스 토큰(user-info) 또는 API 토큰(등록 API)을 보내세요.',
  },
  forbidden: {
    title: '권한이 없어요',
    cause: '누구인지는 확인됐지만 이 작업을 할 권한이 없어요.',
    cure: '필요한 역할이 있는 사람에게 부탁하거나 그 역할을 요청하세요.',
  },
  'not-found': {
    title: '찾을 수 없어요',
    cause: '이 경로가 없거나, 리소스가 삭제됐거나 다른 사람의 것이에요. 어느 경우인지는 일부러 구분하지 않아요.',
    cure: '호스트, 경로, id를 확인하세요. 호스트마다 제공하는 경로가 다르고, 끝에 슬래시가 있으면 다른 경로예요.',
  },
  'method-not-allowed': {
    title: '허용되지 않는 메서드예요',
    cause: '경로는 있지만 이 메서드를 지원하지 않아요.',
    cure: 'Allow 헤더에 있는 메서드를 쓰세요.',
  },
  'not-acceptable': {
    title: '요청한 미디어 타입으로 응답할 수 없어요',
    cause: 'Accept 헤더가 이 경로의 타입을 모두 제외하거나, Accept-Encoding이 모든 인코딩을 제외했어요.',
    cure: 'Accept에 application/json을 넣거나, Accept와 Accept-Encoding을 생략하세요.',
  },
  'request-timeout': {
    title: '요청 시간이 초과됐어요',
    cause: '헤더는 10초, 요청 전체는 15초 안에 도착해야 해요.',
    cure: '요청을 다시 보내세요. 서버까지의 네트워크 연결을 확인하세요.',
  },
  'precondition-failed': {
    title: '리소스가 변경됐어요',
    cause: '읽은 뒤에 리소스가 변경되어 If-Match가 현재 ETag와 맞지 않아요. 목록에는 ETag가 없어요.',
    cure: '리소스를 다시 GET해서 변경 내용을 적용하고 새 ETag와 함께 보내세요. 목록을 삭제할 때는 If-Match를 빼거나 항목을 하나씩 삭제하세요.',
  },
  'body-too-large': {
    title: '본문이 너무 커요',
    cause: 'detail에 다른 값이 나와 있지 않으면 64 KiB까지 보낼 수 있어요.',
    cure: '본문을 줄이거나 요청을 나누세요.',
  },
  'uri-too-long': {
    title: 'URL이 8 KiB보다 길어요',
    cause: '쿼리에 긴 값이 있어요. state인 경우가 많아요.',
    cure: '대신 폼으로 보내거나, 짧은 값을 보내고 데이터는 앱에 저장하세요.',
  },
  'unsupported-media-type': {
    title: '지원하지 않는 미디어 타입이에요',
    cause: 'Content-Type이 없거나, 지원하지 않는 타입이거나, charset이 UTF-8이 아니거나, 본문이 압축되어 있어요.',
    cure: '/oauth/에는 application/x-www-form-urlencoded, 등록 API에는 application/json을 보내세요. 본문을 압축하지 마세요.',
  },
  'expectation-failed': {
    title: 'Expect 헤더를 충족할 수 없어요',
    cause: 'Expect: 100-continue만 지원해요.',
    cure: 'Expect 헤더를 빼세요.',
  },
  'misdirected-request': {
    title: '다른 호스트로 보낸 요청이에요',
    cause: '요청 대상이 이 서버가 제공하지 않는 호스트의 전체 URL이에요.',
    cure: 'URL과 서버 앞의 프록시를 확인하세요.',
  },
  'too-many-requests': {
    title: '요청이 너무 많아요',
    cause: '이 키, 토큰, 계정 또는 네트워크가 요청, 인증 실패, 틀린 비밀번호의 횟수 제한을 넘었어요.',
    cure: 'Retry-After에 적힌 시간만큼 기다리세요. 토큰을 새로 요청하지 말고 만료될 때까지 다시 쓰세요.',
  },
  'headers-too-large': {
    title: '헤더가 16 KiB보다 커요',
    cause: '쿠키가 너무 커진 경우가 많아요.',
    cure: '헤더를 줄이거나, 사용자에게 이 사이트의 쿠키를 삭제해 달라고 안내하세요.',
  },
  'server-error': {
    title: '서버 내부 오류예요',
    cause: '요청이 아니라 서버의 오류예요. 자세한 내용은 서버 로그에만 있어요.',
    cure: '서버 운영자에게 요청 ID를 알려 주세요. 한 번은 다시 시도해도 안전해요.',
  },
  unavailable: {
    title: '서비스를 잠시 이용할 수 없어요',
    cause:
      '데이터베이스가 제때 응답하지 않거나, 서버에 요청이 몰렸거나, 비밀번호를 너무 많이 확인하고 있거나, 서버가 종료되는 중이에요.',
    cure: 'Retry-After에 적힌 시간이 지난 뒤 다시 시도하세요. 요청에 문제가 있는 것은 아니에요.',
  },
  'form-refused': {
    title: '폼을 확인할 수 없어요',
    cause: 'CSRF 토큰이 없거나 만료됐거나, 쿠키가 차단됐거나, 다른 사이트가 폼을 보냈어요.',
    cure: '페이지를 새로고침하고 폼을 다시 제출하세요. 앱에서 이 서버의 페이지로 POST하지 마세요.',
  },
  'link-expired': {
    title: '일회용 링크를 더 이상 쓸 수 없어요',
    cause: '링크를 이미 썼거나, 만료됐거나, 새 링크로 바뀌었어요. 어느 경우인지는 구분하지 않아요.',
    cure: '새 링크를 만드세요.',
  },
};
