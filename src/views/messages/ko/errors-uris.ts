// Input errors of site domains, redirect URIs and logout URIs, in Korean
// (core/applications/applications/fault-causes.ts).

const NORMALISED = '사이트 도메인은 브라우저가 Origin으로 보내는 값 그대로예요.';
const EXACT = 'URI는 한 글자씩 그대로 비교하니 보내는 그대로 등록하세요.';
const REPEATED = '응답에 같은 파라미터가 두 번 들어가게 되고, 반복된 파라미터는 파서마다 다르게 처리해요.';
const LIMIT = '앱 전체에 적용되는 제한이에요.';

export const koUriFaults = {
  'site-domains-missing': {
    title: '웹 항목에는 사이트 도메인이 필요해요',
    cause: '이 origin에서 실행되는 브라우저만 토큰 응답을 읽을 수 있어요.',
    cure: '웹 항목에는 사이트 도메인이 1~10개 필요해요.',
  },
  'site-domains-not-web': {
    title: '사이트 도메인은 웹 항목에만 있어요',
    cause: '브라우저만 Origin 헤더를 보내요.',
    cure: '웹 항목에만 사이트 도메인을 넣으세요.',
  },
  'site-domains-too-many': {
    title: '사이트 도메인이 너무 많아요',
    cause: LIMIT,
    cure: '앱에는 사이트 도메인을 10개까지 등록할 수 있어요.',
  },
  'site-domain-twice': {
    title: '사이트 도메인이 두 번 들어 있어요',
    cause: '정규화(소문자, A-label, 기본 포트 생략)하면 목록의 다른 값과 같아요.',
    cure: '이미 목록에 있는 사이트 도메인이에요.',
  },
  'site-domain-malformed': {
    title: '사이트 도메인의 형식이 잘못됐어요',
    cause: NORMALISED,
    cure: '사이트 도메인은 scheme://host[:port] 형식으로 적으세요. 예: https://www.example.com',
  },
  'site-domain-scheme': {
    title: '사이트 도메인에 쓸 수 없는 스킴이에요',
    cause: `${NORMALISED} 페이지는 http, https 또는 파일로 열려요.`,
    cure: '사이트 도메인의 스킴은 http, https, file 중 하나여야 해요.',
  },
  'site-domain-user': {
    title: '사이트 도메인에 사용자 이름이나 비밀번호가 있어요',
    cause: NORMALISED,
    cure: '사이트 도메인에서 사용자 이름과 비밀번호를 제거하세요.',
  },
  'site-domain-host': {
    title: '사이트 도메인의 호스트가 유효하지 않아요',
    cause: `${NORMALISED} 와일드카드, 밑줄, 줄여 쓴 IP 주소는 쓸 수 없어요.`,
    cure: '호스트는 도메인 이름이나 IP 주소여야 해요.',
  },
  'site-domain-port': {
    title: '사이트 도메인의 포트가 유효하지 않아요',
    cause: NORMALISED,
    cure: '포트는 0으로 시작하지 않는 1~65535의 수여야 해요.',
  },
  'site-domain-path': {
    title: '사이트 도메인에 경로가 있어요',
    cause: NORMALISED,
    cure: '경로를 제거하세요. 호스트와 포트 뒤의 모든 것이에요.',
  },
  'site-domain-query': {
    title: '사이트 도메인에 쿼리가 있어요',
    cause: NORMALISED,
    cure: '물음표(?)와 그 뒤의 모든 것을 제거하세요.',
  },
  'site-domain-fragment': {
    title: '사이트 도메인에 fragment가 있어요',
    cause: NORMALISED,
    cure: '샵 기호(#)와 그 뒤의 모든 것을 제거하세요.',
  },
  'site-domain-file-host': {
    title: 'file 사이트 도메인에는 호스트가 없어야 해요',
    cause: '파일로 연 페이지는 모두 같은 origin이에요.',
    cure: '호스트 없이 file://이라고 적으세요.',
  },
  'redirect-uris-too-many': {
    title: '리다이렉트 URI가 너무 많아요',
    cause: LIMIT,
    cure: '앱에는 리다이렉트 URI를 20개까지 등록할 수 있어요.',
  },
  'redirect-uri-twice': {
    title: 'URI가 두 번 들어 있어요',
    cause: '목록의 다른 URI와 같아요.',
    cure: '이미 목록에 있는 URI예요.',
  },
  'redirect-uri-too-long': {
    title: 'URI가 너무 길어요',
    cause: '브라우저와 서버가 더 긴 URI를 자르거나 거부할 수 있어요.',
    cure: 'URI는 2,000자까지 쓸 수 있어요.',
  },
  'redirect-uri-characters': {
    title: 'URI에 쓸 수 없는 문자가 있어요',
    cause: EXACT,
    cure: 'URI에는 공백, 제어 문자, 역슬래시, ASCII가 아닌 글자를 쓸 수 없어요. 경로의 글자는 퍼센트 인코딩하고, 호스트는 A-label로 적으세요.',
  },
  'redirect-uri-percent-encoding': {
    title: 'URI의 퍼센트 인코딩이 잘못됐어요',
    cause: EXACT,
    cure: '퍼센트 기호 뒤에는 16진수 두 자리가 와야 해요.',
  },
  'redirect-uri-fragment': {
    title: 'URI에 fragment가 있어요',
    cause: '브라우저는 fragment를 서버로 보내지 않아요(RFC 6749 3.1.2).',
    cure: 'fragment를 제거하세요. 샵 기호(#)와 그 뒤의 모든 것이에요.',
  },
  'redirect-uri-wildcard': {
    title: 'URI에 와일드카드가 있어요',
    cause: `${EXACT} 와일드카드를 쓰면 다른 사람의 URI도 허용하게 돼요(RFC 9700 4.1).`,
    cure: '와일드카드는 지원하지 않아요. 모든 URI를 전체 그대로 등록하세요.',
  },
  'redirect-uri-relative': {
    title: '절대 URI가 아니에요',
    cause: EXACT,
    cure: 'URI는 https://처럼 스킴으로 시작하는 절대 URI여야 해요.',
  },
  'redirect-uri-scheme': {
    title: 'URI에 쓸 수 없는 스킴이에요',
    cause: 'javascript:, data:, file: 같은 스킴은 코드를 실행하거나 파일을 열고, 점이 없는 스킴은 주인을 알 수 없어요.',
    cure: '스킴은 https, http 또는 점이 들어간 앱 전용(private-use) 스킴이어야 해요. 예: com.example.app',
  },
  'redirect-uri-scheme-case': {
    title: 'URI의 스킴이 소문자가 아니에요',
    cause: EXACT,
    cure: '스킴은 소문자로 적으세요.',
  },
  'redirect-uri-private-scheme': {
    title: '앱 전용(private-use) 스킴에는 네이티브 플랫폼이 필요해요',
    cause: '이런 URI는 앱만 받을 수 있는데(RFC 8252 7.1), 안드로이드나 iOS 항목이 없어요.',
    cure: '앱 전용 스킴을 쓰려면 안드로이드나 iOS 플랫폼 항목이 필요해요.',
  },
  'redirect-uri-user': {
    title: 'URI에 사용자 이름이나 비밀번호가 있어요',
    cause: '@ 앞의 글자는 실제 호스트를 사용자에게 숨겨요.',
    cure: 'URI에서 사용자 이름과 비밀번호를 제거하세요.',
  },
  'redirect-uri-host': {
    title: 'URI의 호스트가 유효하지 않아요',
    cause: EXACT,
    cure: '호스트는 소문자 도메인 이름이나 IP 주소여야 해요.',
  },
  'redirect-uri-port': {
    title: 'URI의 포트가 유효하지 않아요',
    cause: EXACT,
    cure: '포트는 0으로 시작하지 않는 1~65535의 수여야 해요.',
  },
  'redirect-uri-http-host': {
    title: '이 호스트에는 http를 쓸 수 없어요',
    cause: '암호화하지 않으면 같은 네트워크의 누구나 코드를 읽을 수 있어요.',
    cure: 'https를 쓰세요. http는 loopback 호스트(localhost, 127.0.0.0/8, [::1])와 앱의 사이트 도메인에 있는 호스트에만 쓸 수 있어요.',
  },
  'redirect-uri-parameter': {
    title: 'URI에 응답의 파라미터가 들어 있어요',
    cause: REPEATED,
    cure: '리다이렉트 URI에는 응답이 추가하는 파라미터를 넣을 수 없어요: state, iss, error, error_description, error_uri, 그리고 이름이 code이거나 code로 끝나는 것.',
  },
  'redirect-uri-dot-segment': {
    title: 'URI의 경로에 dot segment가 있어요',
    cause: '브라우저가 dot segment를 풀어서, 사용자가 등록된 것과 다른 URI로 가게 돼요.',
    cure: '경로에 . 또는 .. segment를 넣을 수 없어요(%2e도 마찬가지예요). 브라우저가 풀어 버리니 최종 경로를 적으세요.',
  },
  'post-logout-uris-too-many': {
    title: '로그아웃 후 리다이렉트 URI가 너무 많아요',
    cause: LIMIT,
    cure: '앱에는 로그아웃 후 리다이렉트 URI(post-logout redirect URI)를 20개까지 등록할 수 있어요.',
  },
  'post-logout-uri-parameter': {
    title: '로그아웃 후 리다이렉트 URI에 state가 있어요',
    cause: REPEATED,
    cure: '응답이 추가하는 state 파라미터를 URI에 넣을 수 없어요.',
  },
  'backchannel-uri-scheme': {
    title: '서버가 메시지를 보낼 수 없는 스킴이에요',
    cause: '서버는 기기의 앱에 접속할 수 없어요.',
    cure: '서버가 메시지를 보내는 주소라서 스킴은 https 또는 http여야 해요.',
  },
};
