// Refusals of the registration API, in Korean (protocol/refusals/registration-refusals.ts).

export const koRegistrationErrors = {
  'machine-token-nobody': {
    title: '서비스 토큰으로는 할 수 없어요',
    cause: '서비스 토큰은 누구의 것도 아니어서, 앱을 소유하거나 사람을 초대할 수 없어요.',
    cure: '앱을 소유하거나 초대할 사람의 API 토큰을 쓰세요.',
  },
  'account-out-of-reach': {
    title: '이 토큰으로는 이 계정에 할 수 없는 작업이에요',
    cause:
      '토큰으로는 고객지원과 운영자의 계정을 변경할 수 없어요. 앱을 편집할 수 있는 사람의 계정은 로그아웃시키거나 사용을 중지하고 다시 사용하게 할 수만 있어요. 고객지원은 계정을 변경할 수 없어요.',
    cure: '운영자로 콘솔에서 하거나 latchkey accounts 명령을 쓰세요. 앱 소유자를 삭제하려면 토큰에 applications와 roles 권한도 있어야 해요.',
  },
  'last-operator': {
    title: '마지막 운영자의 계정이에요',
    cause: '사용할 수 있는 운영자가 없으면 아무도 서비스를 운영할 수 없어요.',
    cure: '먼저 다른 운영자를 만들거나 다시 사용하게 하세요.',
  },
  'owns-applications': {
    title: '이 계정이 소유한 앱이 있어요',
    cause:
      '계정을 삭제하면 앱과 앱에 연결된 사람들의 연결도 모두 삭제돼요. 앱을 소유할 수 없는 역할로 바꾸면 앱을 관리할 사람이 없어져요. applications에 앱마다 연결된 사람 수와 함께 나와 있어요.',
    cure: '같은 요청에 `?applications=hand-over:계정`으로 넘겨받을 계정을 지정하세요. 또는 앱을 모두 다른 팀원에게 넘기거나 삭제한 뒤 다시 시도하세요.',
  },
  'new-owner-refused': {
    title: '이 계정은 앱을 넘겨받을 수 없어요',
    cause:
      '앱을 넘겨받으려면 사용 중지되거나 삭제 중이 아니고, 최근 7일 안에 이메일 주소가 변경되지 않았고, 앱 소유자나 운영자 역할이 있고, 모든 앱의 팀원이어야 해요. 부족한 점은 detail에 나와 있어요. applications에는 팀원이 아닌 앱이 나와 있어요. 아무것도 변경되지 않았어요.',
    cure: '앱마다 팀에 초대하거나, 앱 소유자 역할을 주거나, 다른 계정을 지정하세요.',
  },
  'email-taken': {
    title: '이 이메일 주소를 쓰는 계정이 있어요',
    cause:
      '주소 하나는 표기가 달라도 한 계정만 쓸 수 있어요. 바꾸기 전 주소도 며칠 동안은 그 계정의 몫으로 남아 있을 수 있어요.',
    cure: 'GET /accounts?email=…로 계정을 찾아 그 계정을 변경하세요.',
  },
  'username-unavailable': {
    title: '쓸 수 없는 사용자 이름이에요',
    cause:
      '다른 계정이 쓰고 있거나 예전에 썼던 이름이에요. 한 번 쓴 이름은 다른 계정이 쓸 수 없어요. 구분 기호, 0과 o, 1과 l만 다른 이름은 같은 이름으로 봐요.',
    cure: '다른 사용자 이름을 고르세요.',
  },
  'account-in-doubt': {
    title: '계정의 이메일 주소가 최근에 변경됐어요',
    cause:
      '7일 동안은 이전 주소에서 변경을 되돌릴 수 있어요. 그때까지 이 계정으로는 삭제하거나 넘겨줄 수 없고, 역할이나 앱, 팀원 자격을 받을 수도 없어요.',
    cure: 'detail에 나온 시각까지 기다리거나, 이메일 주소를 원래대로 변경하세요.',
  },
  'no-reset': {
    title: '이 계정에는 비밀번호 링크를 보낼 수 없어요',
    cause: '사용 중지된 계정이거나, 이메일을 인증하지 않은 고객지원·운영자·앱 소유자의 계정이에요.',
    cure: '계정을 다시 사용하게 하거나, 이메일을 먼저 인증하세요.',
  },
  'link-not-shown': {
    title: '비밀번호 링크는 운영자에게만 보여요',
    cause: '메일 서버가 없어서 비밀번호 링크를 화면에 보여 줘야 해요. 링크를 본 사람은 그 계정의 주인이 될 수 있어요.',
    cure: '운영자에게 요청하세요. 운영자가 본인임을 알 수 있는 방법으로 링크를 전해 줘요. smtp_url을 설정하면 메일로 보낼 수 있어요.',
  },
  'policy-locked': {
    title: '정책의 항목이 잠겨 있어요',
    cause: '서버 설정에 이 항목이 있어서 서버가 실행되는 동안에는 바꿀 수 없어요. 어디에 있는지는 detail에 있어요.',
    cure: 'detail에 나온 설정을 바꾸거나, 설정을 지우고 서버를 다시 시작한 뒤 정책을 바꾸세요.',
  },
  'group-named': {
    title: '그룹을 쓰는 앱이 있어요',
    cause: '앱은 그룹을 이름으로 알기 때문에 이름을 바꾸거나 그룹을 지울 수 없어요. 어떤 앱인지는 detail에 있어요.',
    cure: '먼저 앱의 groups와 allowed_groups에서 이름을 지우세요. 그룹을 지울 때는 ?force=true로도 할 수 있어요.',
  },
  'group-empties': {
    title: '앱에 아무도 로그인할 수 없게 돼요',
    cause: 'detail에 나온 앱의 allowed_groups에는 이 그룹밖에 없어요.',
    cure: '먼저 다른 그룹도 로그인할 수 있게 하거나, 앱의 audience를 everyone이나 team으로 바꾸세요.',
  },
  'group-name-malformed': {
    title: '그룹 이름이 올바르지 않아요',
    cause: '프로그램이 설정에 그대로 쓰는 이름이라서 어디서나 쓸 수 있는 글자만 쓸 수 있어요.',
    cure: 'a부터 z, 0부터 9, 하이픈으로 2~40자를 쓰고 영문자로 시작하세요.',
  },
  'group-text': {
    title: '그룹의 글이 비어 있거나 너무 길거나 보이지 않는 문자가 있어요',
    cause: '사용자가 동의 화면과 내 계정에서 읽는 글이에요.',
    cure: '표시 이름은 60자, 설명은 200자까지예요. 줄이거나 빼세요.',
  },
  'group-applications': {
    title: 'applications가 유효하지 않아요',
    cause: '모든 앱이 그룹을 쓸 수 있거나, 목록에 있는 앱만 쓸 수 있어요.',
    cure: 'any를 쓰거나, 1,000개까지의 id를 겹치지 않게 쓰세요.',
  },
  'group-application-unknown': {
    title: '없는 앱이에요',
    cause: 'applications에 이 서버에 없는 앱의 id가 있어요.',
    cure: '있는 앱의 id를 보내세요. latchkey applications list 명령으로 볼 수 있어요.',
  },
  'group-account-unknown': {
    title: '없는 계정이에요',
    cause: 'account가 이 서버에 있는 계정의 id가 아니에요.',
    cure: 'GET /accounts로 계정을 찾아 id를 보내세요.',
  },
  'group-force': {
    title: 'force가 true도 false도 아니에요',
    cause: '앱에서 그룹 이름을 지울지 정하는 값이에요.',
    cure: '?force=true를 쓰거나 빼세요.',
  },
  'policy-needs-person': {
    title: '토큰으로는 바꿀 수 없는 정책이에요',
    cause:
      '누가 앱을 소유할 수 있는지, 누가 2단계 인증을 써야 하는지, 예약한 사용자 이름 가운데 무엇을 풀지는 권한에 관한 일이라서, 본인 확인을 한 사람만 바꿀 수 있어요.',
    cure: '운영자로 콘솔에서 바꾸거나 latchkey policy set 명령을 쓰세요. 나머지 항목을 바꾸거나 사용자 이름을 예약하는 일은 토큰으로도 할 수 있어요.',
  },
  'policy-needs-mail': {
    title: '이메일 인증에는 메일 서버가 필요해요',
    cause: '메일 서버가 없으면 아무도 이메일을 인증할 수 없어서, 아무도 가입할 수 없어요.',
    cure: '먼저 smtp_url을 설정하거나 require_verified_email을 끄세요.',
  },
  'policy-needs-verified-addresses': {
    title: 'allowed_email_domains에는 이메일 인증이 필요해요',
    cause: '이 도메인의 주소는 누구나 입력할 수 있어서, 인증하지 않으면 목록이 아무도 막지 못해요.',
    cure: 'require_verified_email을 먼저 켜거나 같은 요청에서 켜세요. 아니면 목록을 비워 두세요.',
  },
  'policy-value': {
    title: '정책에 쓸 수 없는 값이에요',
    cause: '항목마다 운영자도 넘을 수 없는 범위가 있어요. 허용되는 값은 detail에 있어요.',
    cure: 'detail에 맞는 값을 보내세요. null을 보내면 기본값으로 돌아가요.',
  },
  'owners-only': {
    title: '소유자만 앱을 등록할 수 있어요',
    cause: 'API 토큰의 계정 역할이 user예요.',
    cure: '운영자에게 계정을 owner 역할로 바꿔 달라고 요청하세요(`latchkey accounts set-role`).',
  },
  'audit-filter': {
    title: '감사 기록의 필터가 유효하지 않아요',
    cause: 'application, account, subject는 ID이고 from과 to는 시각이에요. 무엇이 잘못됐는지는 detail에 나와요.',
    cure: 'ID는 API 응답에 있는 값을 쓰세요. 시각은 RFC 3339 형식으로 적으세요. 예: 2031-01-31T12:00:00Z',
  },
  'role-too-low': {
    title: '내 역할로는 할 수 없어요',
    cause:
      '조회자는 볼 수만 있어요. 편집자는 앱을 변경하고 사용자 한 명의 연결을 끊을 수도 있어요. 앱 삭제, 모든 사용자의 연결 끊기, 팀원 관리, 소유권 이전은 소유자만 할 수 있어요. 내 역할과 필요한 역할은 detail에 나와요.',
    cure: '앱의 소유자에게 대신 해 달라고 하거나 역할을 바꿔 달라고 요청하세요.',
  },
  'limit-malformed': {
    title: 'limit이 유효하지 않아요',
    cause: 'limit이 정수가 아니거나 detail에 적힌 범위를 벗어났어요.',
    cure: 'limit을 생략하거나 범위 안의 수를 보내세요. 나머지 항목은 Link: rel="next"를 따라가세요.',
  },
  'cursor-unknown': {
    title: '이 목록에 쓸 수 없는 cursor예요',
    cause: 'cursor는 한 목록의 같은 필터에만 쓸 수 있어요. 다른 목록이나 다른 필터의 것이거나 값이 바뀌었어요.',
    cure: 'Link: rel="next"의 URL을 그대로 따라가세요. 처음부터 다시 보려면 cursor를 생략하세요.',
  },
  'query-parameter-unknown': {
    title: '알 수 없는 쿼리 파라미터예요',
    cause:
      '모르는 파라미터를 무시하면 요청과 다른 결과가 나와요. 필터 이름을 잘못 쓰면 모두가 조회될 수 있어요. 쓸 수 있는 파라미터는 detail에 있어요.',
    cure: '파라미터를 고치거나 지우세요. 리소스의 항목은 본문에 넣으세요.',
  },
  'query-parameter-doubled': {
    title: '쿼리 파라미터를 두 번 이상 보냈어요',
    cause: '쿼리 파라미터는 반복하면 안 돼요. 어떤 파라미터인지는 detail에 나와요.',
    cure: '파라미터를 한 번만 보내세요.',
  },
  'day-malformed': {
    title: '날짜의 형식이 잘못됐어요',
    cause: 'from 또는 to가 YYYY-MM-DD 형식의 실제 날짜가 아니에요.',
    cure: '날짜를 UTC 기준 YYYY-MM-DD로 적으세요. 예: 2031-01-31',
  },
  'days-out-of-range': {
    title: '날짜 범위가 유효하지 않아요',
    cause: 'to가 from보다 앞서거나, 서버가 통계를 보관하는 기간보다 범위가 길어요.',
    cure: 'from을 앞 날짜로 하고 최대 400일까지 요청하세요.',
  },
  'input-faulty': {
    title: '입력이 유효하지 않아요',
    cause: '하나 이상의 멤버가 규칙에 어긋나요. errors에 모든 입력 오류의 위치와 코드가 있어요. 변경된 것은 없어요.',
    cure: 'errors에 나온 멤버를 고쳐서 요청을 다시 보내세요.',
  },
  conflict: {
    title: '요청이 현재 상태와 충돌해요',
    cause: '입력은 유효하지만 저장된 내용과 충돌해요. 무엇과 충돌하는지는 detail에 나와요.',
    cure: 'detail에 나온 충돌을 해결하세요. 예를 들어 리다이렉트 URI가 아직 사이트 도메인을 필요로 할 수 있어요.',
  },
  'applications-too-many': {
    title: '소유자가 등록할 수 있는 앱 수를 넘었어요',
    cause: '소유자마다 등록할 수 있는 앱 수가 정해져 있어요.',
    cure: '쓰지 않는 앱을 삭제하거나 소유권을 이전하세요.',
  },
  'members-too-many': {
    title: '앱의 팀원 수가 최대예요',
    cause: '앱마다 팀원 수가 정해져 있어요. 소유자는 세지 않고, 수락을 기다리는 초대는 세요.',
    cure: '더 이상 필요 없는 팀원을 제거하거나 초대를 취소하세요.',
  },
  'member-already': {
    title: '이미 팀에 속한 주소예요',
    cause: '소유자나 팀원의 이메일 주소예요.',
    cure: '초대하는 대신 그 팀원의 역할을 바꾸세요.',
  },
  'owner-stays': {
    title: '소유자는 앱을 떠날 수 없어요',
    cause: '모든 앱에는 소유자가 있어야 해요.',
    cure: '먼저 다른 팀원에게 owner 역할을 줘서 소유권을 이전하세요. 이전 소유자는 편집자가 돼요.',
  },
  'client-secrets-too-many': {
    title: '유효한 클라이언트 시크릿이 이미 두 개예요',
    cause: '클라이언트 시크릿은 두 개만 있으면 중단 없이 교체할 수 있어요.',
    cure: '쓰지 않는 시크릿을 삭제한 뒤 새로 만드세요.',
  },
  'event-endpoints-too-many': {
    title: '이벤트 수신 주소가 이미 세 개예요',
    cause: '이벤트는 그 종류를 받는 모든 수신 주소로 가요.',
    cure: '수신 주소를 바꾸거나 삭제하세요. 받은 이벤트를 직접 전달할 수도 있어요.',
  },
  'event-secrets-too-many': {
    title: '수신 주소의 시크릿이 이미 두 개예요',
    cause: '시크릿은 두 개만 있으면 이벤트를 놓치지 않고 교체할 수 있어요.',
    cure: '이전 시크릿을 삭제(DELETE …/secrets)한 뒤 새로 만드세요.',
  },
  'event-endpoint-disabled': {
    title: '이벤트 수신 주소가 꺼져 있어요',
    cause: '꺼진 수신 주소로는 아무것도 보내지 않아요.',
    cure: '먼저 켜세요: {"disabled_at": null}을 PATCH로 보내세요.',
  },
  'web-entry-missing': {
    title: '클라이언트 시크릿에는 웹 플랫폼이 필요해요',
    cause:
      '클라이언트 시크릿은 웹 키에 속해요. 안드로이드와 iOS 앱에서는 누구나 시크릿을 꺼낼 수 있어서 그 키에는 만들 수 없어요.',
    cure: '웹 플랫폼을 추가하고 백엔드에서 그 키를 쓰세요.',
  },
  'read-only': {
    title: '읽기 전용 항목이에요',
    cause: 'PATCH에는 바꿀 항목만 넣어야 하는데, 이 항목은 여기서 바꿀 수 없어요. 계정의 이메일 주소가 그래요.',
    cure: '항목을 빼거나, GET으로 받은 값을 그대로 보내세요.',
  },
  'member-unknown': {
    title: '알 수 없는 멤버예요',
    cause: 'JSON에 이 리소스에 없는 멤버가 있어요. 이름을 잘못 적었거나 더 새로운 버전의 멤버인 경우가 많아요.',
    cure: 'GET이 돌려주는 리소스와 이름을 비교하세요. 이름은 snake_case예요.',
  },
  'type-wrong': {
    title: '값의 타입이 잘못됐어요',
    cause: '리스트 대신 문자열을 보내는 것처럼 멤버의 JSON 타입이 잘못됐어요. 필요한 타입은 detail에 나와요.',
    cure: 'detail에 나온 타입으로 보내세요. null을 보내는 대신 멤버를 생략하세요. PATCH 요청에서 null은 제거하라는 뜻이에요.',
  },
  'time-malformed': {
    title: '시각의 형식이 잘못됐어요',
    cause: '시간대를 포함한 RFC 3339 시각이 아니거나 존재하지 않는 날짜예요.',
    cure: 'RFC 3339 형식을 쓰세요. 예: 2031-01-31T12:00:00Z',
  },
};
