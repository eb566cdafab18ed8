// What the errors of clients with a document mean, in Korean.
export const koDocumentErrors = {
  'document-not-listed': {
    title: '이 서버에서 받지 않는 클라이언트 문서예요',
    cause:
      'client_id가 문서의 URL인데, 이 서버의 LATCHKEY_CLIENT_METADATA_DOCUMENTS에 그 호스트나 URL의 앞부분이 없어요. 메타데이터는 모든 클라이언트에 문서를 지원한다고 똑같이 알려요.',
    cure: '서버 운영자에게 호스트를 추가해 달라고 하거나, 이 서버에 등록된 앱의 API 키를 쓰세요.',
  },
  'document-blocked': {
    title: '차단된 호스트의 클라이언트예요',
    cause: '서버 운영자가 client_id의 호스트를 차단했어요. 이미 발급한 코드와 토큰도 쓸 수 없어요.',
    cure: '서버 운영자에게 문의하세요. 차단이 풀리면 만료되지 않은 것은 다시 쓸 수 있어요.',
  },
  'document-unreadable': {
    title: '클라이언트의 문서를 가져오지 못했어요',
    cause:
      '서버는 client_id에 있는 문서를 리다이렉트를 따라가지 않고 가져와요. 상태 코드 200, JSON 형식, 5 KiB 이하, 3초 이내만 받고 내부 주소는 받지 않아요. 무엇이 잘못됐는지 설명에 있어요.',
    cure: '네트워크 바깥에서 리다이렉트를 따라가지 않고 URL을 열어 보세요. 데이터 센터에서 온 요청을 거절하는 호스트도 있어요.',
  },
  'document-invalid': {
    title: '클라이언트의 문서가 올바르지 않아요',
    cause:
      '문서가 JSON 객체가 아니거나, client_id가 문서의 URL과 다르거나, 시크릿이나 개인 키가 들어 있거나, 받지 않는 방식으로 인증해요. 어느 것인지 설명에 있어요.',
    cure: 'client_id에 URL을 그대로 적고, 시크릿을 빼고, token_endpoint_auth_method를 none으로 하거나 jwks 또는 jwks_uri와 함께 private_key_jwt로 하세요.',
  },
  'document-redirect-uris': {
    title: '문서에 쓸 수 있는 리다이렉트 URI가 없어요',
    cause:
      '문서의 리다이렉트 URI에도 등록할 때와 같은 규칙이 있어요. https, 루프백 호스트의 http, 점이 들어간 전용 스킴만 받고 나머지는 빼는데, 남은 것이 없어요. URI마다 어긴 규칙이 설명에 있어요.',
    cure: 'redirect_uris에 http://127.0.0.1/callback처럼 쓸 수 있는 주소를 추가하세요. 이 주소는 포트가 달라도 돼요.',
  },
};
