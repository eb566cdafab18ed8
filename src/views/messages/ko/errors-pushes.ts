// Refusals of pushed authorization requests, in Korean (protocol/refusals/push-refusals.ts).

export const koPushErrors = {
  'pushed-request-required': {
    title: '이 앱은 인증 요청을 먼저 푸시해야 해요',
    cause: '앱의 require_pushed_authorization_requests가 켜져 있는데, 인증 요청의 파라미터를 쿼리로 보냈어요.',
    cure: '메타데이터의 pushed_authorization_request_endpoint로 파라미터를 푸시한 다음, client_id와 request_uri만으로 브라우저를 보내세요.',
  },
  'request-uri-pushed': {
    title: 'request_uri는 푸시할 수 없어요',
    cause: '푸시하는 요청에는 파라미터가 직접 들어 있어야 하고, 다른 요청을 가리킬 수 없어요(RFC 9126 2.1).',
    cure: '인증 요청의 파라미터를 푸시하세요. 브라우저가 가져갈 request_uri는 응답에 있어요.',
  },
  'dpop-jkt-mismatch': {
    title: 'dpop_jkt가 DPoP 증명의 키와 달라요',
    cause: 'DPoP 증명과 함께 푸시한 요청의 dpop_jkt가 그 키의 지문이 아니에요.',
    cure: 'dpop_jkt를 생략하세요. 증명만으로 코드가 키에 묶여요.',
  },
  'request-uri-unknown': {
    title: 'request_uri를 알 수 없어요',
    cause:
      '이 request_uri로 푸시한 요청이 없거나, 다른 API 키로 푸시했거나, 만료된 지 오래됐어요(invalid_request_uri, RFC 9101 7).',
    cure: '푸시할 때의 client_id와 받은 request_uri를 그대로 보내세요.',
  },
  'request-uri-expired': {
    title: '푸시한 요청이 만료됐어요',
    cause:
      '브라우저는 expires_in인 90초 안에 열어야 하고, 그 뒤 한 시간 동안 이어갈 수 있어요. 이 브라우저는 늦게 왔어요(invalid_request_uri, RFC 9101 7).',
    cure: '사용자가 로그인을 누를 때 요청을 푸시하고 바로 리다이렉트하세요. request_uri를 페이지나 메일에 넣어 두지 마세요.',
  },
  'request-uri-used': {
    title: '이미 사용한 요청이에요',
    cause:
      '이 브라우저나 다른 브라우저에서 이 요청으로 코드를 발급했어요. 첫 코드가 요청을 끝내요(invalid_request_uri, RFC 9101 7).',
    cure: '로그인할 때마다 요청을 새로 푸시하세요.',
  },
};
