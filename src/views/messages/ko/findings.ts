// `latchkey doctor`가 찾은 내용과 해결 방법의 한국어 문구. 중괄호 안의 이름은 값으로 바뀌어요.
import type { FindingCode } from '../../../core/operating/doctor/all-findings.ts';

const REWRAP = 'secret_previous를 지우기 전에 latchkey keys rewrap을 실행해 주세요.';
const OLD_SECRET =
  '이전 비밀 키를 다시 설정하거나, secret_previous로 설정하고 latchkey keys rewrap을 실행해 주세요. 잃어버렸다면 latchkey keys rotate --new-secret을 실행해 주세요.';
const RENEW = '인증서를 갱신하고, 왜 자동으로 갱신되지 않았는지 확인해 주세요.';
const TAKEN = '그 프로그램을 멈추거나, {setting}에 비어 있는 포트를 설정해 주세요.';
const POINT_PROXY = '프록시가 {listen}(으)로 연결하게 하거나, {setting} 설정을 고쳐 주세요.';
const RESTART = '서버를 다시 시작해 주세요. 다른 설정으로 실행되고 있어요.';
const SYNCHRONIZE = 'NTP로 두 시계를 맞춰 주세요.';
const CHECK_PERMISSIONS = 'chmod go-w {path}';
const SET_UP_FACTOR =
  '콘솔에 로그인하면 설정할 수 있다고 알려 주세요. 또는 latchkey accounts set-role로 역할을 바꿔 주세요.';
const DELETE_TOKENS = '필요하지 않은 토큰은 latchkey machine-tokens delete --id ID로 삭제해 주세요.';
const RELEASED =
  'unverified_email이 release예요. 앱이 인증되지 않은 주소를 받는데, 많은 앱이 주소로 사용자를 구별해요.';
const OTHER_DOMAIN = '패스키 {count}개가 이 서버와 다른 도메인의 것이어서, 이 패스키로 로그인할 수 없어요.';

/** What was found, and what to do about it. */
export const KOREAN_FINDINGS: Readonly<Record<FindingCode, readonly [found: string, fix?: string]>> = {
  'setting-refused': ['{key}: {found}', '허용되는 값: {allowed}'],

  'database-missing': [
    '{where}: 데이터베이스가 아직 없어요.',
    '처음 시작할 때 만들어져요. 백업을 복원하려면 latchkey restore FILE을 실행해 주세요.',
  ],
  'database-refused': ['데이터베이스를 쓸 수 없어요: {reason}', '{advice}'],
  'database-intact': ['{where} 파일에 이상이 없어요. 크기 {size}, WAL {walSize}'],
  'database-responds': ['{where}: 응답해요. 크기 {size}, 연결 {most}개 중 {connections}개 사용 중'],
  'database-damaged': [
    '{where} 파일이 손상됐어요: {damage}',
    '서버를 멈추고 백업으로 latchkey restore --replace를 실행해 주세요.',
  ],
  'wal-grown': [
    '{where} 파일의 WAL이 {walSize}까지 커졌어요.',
    '파일을 계속 읽는 프로그램(sqlite3, 복사 등)을 멈춰 주세요.',
  ],
  'database-empty-pages': [
    '{where} 파일의 {size} 중 {empty}가 비어 있어요.',
    '서버를 멈추고 백업한 뒤 복원해 주세요. 백업에는 빈 페이지가 없어요.',
  ],
  'database-connections': [
    '{where}: 연결 {most}개 중 {connections}개를 쓰고 있어요.',
    'database_pool_size를 줄이거나, max_connections를 늘리거나, PgBouncer를 써 주세요.',
  ],
  'schema-current': ['최신이에요({newest}).'],
  'schema-older': [
    '이 프로그램보다 오래됐어요. 적용할 것: {pending}',
    'latchkey migrate를 실행하거나 서버를 시작해 주세요.',
  ],
  'accounts-colliding': [
    '계정 {count}개의 주소가 다른 계정의 주소와 표기만 달라요: {addresses}',
    '정확히 그 표기로만 쓸 수 있어요. 어느 계정이 본인 것인지 묻고, 다른 계정은 latchkey accounts delete로 삭제해 주세요.',
  ],
  'accounts-not-plain': [
    '계정 {count}개의 주소에 다른 글자로 취급되는 글자가 있어요: {addresses}',
    '일반 글자로 된 주소의 주인이 가입할 수도, 메일을 받을 수도 없어요. 본인에게 확인하고, 본인 것이 아닌 계정은 latchkey accounts delete로 삭제해 주세요.',
  ],

  'disk-full': [
    '{folder}에 {free} 남았어요.',
    '디스크 공간을 비워 주세요. 디스크가 가득 차면 쓰기가 필요한 요청을 모두 503으로 거절해요.',
  ],
  'disk-small': [
    '{folder}에 {free} 남았는데, 백업에는 {needed}가 필요해요.',
    '다음 업그레이드 전에 디스크 공간을 비워 주세요. 백업 없이는 업그레이드하지 않아요.',
  ],
  'disk-roomy': ['{folder}에 {free} 남았어요.'],
  'clock-set-back': [
    '가장 최근 기록이 {seconds}초 뒤의 시각이에요. 시계가 뒤로 돌아갔어요.',
    '이 컴퓨터의 시계를 NTP로 맞춰 주세요(timedatectl set-ntp true).',
  ],
  'clock-far-ahead': [
    '이 컴퓨터의 시계는 {time}이고, 가장 최근 기록보다 {age}일 뒤예요. 그동안 아무도 서버를 쓰지 않았거나 시계가 앞서 있어요.',
    '서버를 시작하기 전에 다른 시계와 비교해 주세요(date -u). 서버는 이 시계로 기한이 지난 기록을 지워요.',
  ],
  'clock-database-ahead': [
    '데이터베이스의 시계가 이 컴퓨터보다 {seconds}초 빨라요. Latchkey는 데이터베이스의 시계를 따라요.',
    SYNCHRONIZE,
  ],
  'clock-database-behind': [
    '데이터베이스의 시계가 이 컴퓨터보다 {seconds}초 느려요. Latchkey는 데이터베이스의 시계를 따라요.',
    SYNCHRONIZE,
  ],
  'clock-public-ahead': ['공개 주소 서버의 시계가 이 컴퓨터보다 {seconds}초 빨라요.', SYNCHRONIZE],
  'clock-public-behind': ['공개 주소 서버의 시계가 이 컴퓨터보다 {seconds}초 느려요.', SYNCHRONIZE],
  'clock-right': ['{time}'],

  'secret-missing': [
    '아직 비밀 키가 없어요({where}).',
    '처음 시작할 때 만들어져요. 옮겨 온 데이터베이스라면 그 비밀 키를 복사해 주세요.',
  ],
  'secret-foreign': ['비밀 키({where})가 이 데이터베이스의 것이 아니에요.', OLD_SECRET],
  'secret-guessable': [
    '비밀 키({where})를 쉽게 짐작할 수 있어요.',
    '`openssl rand -base64 32`로 새로 만들고, 지금 것은 secret_previous로 설정한 뒤 latchkey keys rewrap을 실행해 주세요.',
  ],
  'secret-unchanged': ['secret_previous가 지금 비밀 키와 같아요.', '설정에서 지워 주세요.'],
  'secret-previous': ['데이터베이스가 아직 이전 비밀 키를 써요.', REWRAP],
  'secret-good': ['{bytes}바이트({where})'],
  'keys-none': ['아직 없어요. 처음 필요할 때 만들어져요.'],
  'key-foreign': ['{algorithm}: 다른 비밀 키로 암호화된 키가 있어요({where}).', OLD_SECRET],
  'key-previous': ['{algorithm}: 아직 이전 비밀 키로 암호화된 키가 있어요.', REWRAP],
  'key-overdue': [
    '{algorithm}: 키는 {most}일마다 바뀌는데 {age}일째 쓰고 있어요.',
    '실행 중인 서버가 키를 바꿔요. 서버를 시작하거나, 로그에서 이유를 확인해 주세요.',
  ],
  'key-in-time': ['{algorithm}: {age}일째 쓰고 있고, {left}일 뒤에 바뀌어요.'],
  'signer-keys-good': ['Firebase에서 가져온 비밀번호를 확인할 수 있어요.'],
  'signer-keys-previous': ['Firebase의 서명 키가 아직 이전 비밀 키로 암호화돼 있어요.', REWRAP],
  'signer-keys-foreign': [
    'Firebase의 서명 키가 다른 비밀 키로 암호화돼 있어요({where}). Firebase에서 가져온 비밀번호로는 아무도 로그인할 수 없어요.',
    '이전 비밀 키를 secret_previous로 설정하고 latchkey keys rewrap을 실행해 주세요. 잃어버렸다면 Firebase에서 다시 가져와 주세요.',
  ],

  'names-unsettled': [
    '이름이 고유해지기 전의 사용자 이름 {unsettled}개를 아직 확인하지 않았어요.',
    '서버를 시작하면 가장 먼저 확인해요.',
  ],
  'names-dropped': [
    '사용자 이름이 고유해지면서 계정 {dropped}개가 이름을 잃었고, 아직 새 이름이 없어요.',
    '/account에서 본인에게 알려요. latchkey accounts set-username으로 새 이름을 정할 수도 있어요.',
  ],
  'names-with-nicknames': ['nickname 항목이 있는 앱에는 모두 username 항목도 있어요.'],
  'names-missing': [
    '앱 {applications}개에 nickname 항목은 있지만 username 항목이 없어서 preferred_username을 받지 못해요.',
  ],
  'deletion-in-time': ['삭제한 계정 {leaving}개를 아직 복구할 수 있고, 기한이 지난 계정은 없어요.'],
  'deletion-overdue': [
    '삭제한 계정 {overdue}개가 기한이 한 시간 넘게 지났는데 남아 있어요.',
    '서버를 시작하면 삭제해요. 이미 실행 중이라면 로그를 확인해 주세요.',
  ],
  'passkeys-offered': ['{rpId} 도메인의 패스키를 쓸 수 있어요.'],
  'passkeys-not-offered': ['auth_url이 https도 localhost도 아니어서 패스키를 쓸 수 없어요.'],
  'passkeys-elsewhere': [
    OTHER_DOMAIN,
    'passkey_rp_id나 auth_url을 이전 도메인으로 설정하거나(지금은 {rpId}), 새 패스키를 추가해 달라고 알려 주세요.',
  ],
  'passkeys-unusable': [OTHER_DOMAIN, 'auth_url을 패스키를 추가할 때 쓰던 https 주소로 설정해 주세요.'],
  'factors-optional': ['second_factor가 optional이에요. 2단계 인증이 꼭 필요한 사람은 없어요.'],
  'factors-present': ['second_factor: {policy}. 모든 운영자가 2단계 인증을 써요.'],
  'factors-missing': ['second_factor: {policy}. 운영자 {count}명이 2단계 인증을 쓰지 않아요: {named}', SET_UP_FACTOR],
  'factors-missing-many': [
    'second_factor: {policy}. 운영자 {count}명이 2단계 인증을 쓰지 않아요: {named} 외 {more}명',
    SET_UP_FACTOR,
  ],

  'tokens-used': ['모든 서비스 토큰이 쓰이고 있고, 만든 사람이 지금도 운영자예요.'],
  'tokens-without-maker': ['만든 사람이 더 이상 운영자가 아닌 서비스 토큰이 있어요: {named}', DELETE_TOKENS],
  'tokens-unused': ['90일 동안 쓰이지 않은 서비스 토큰이 있어요: {named}', DELETE_TOKENS],

  'files-private': ['파일 {count}개를 확인했어요. 소유자만 읽을 수 있어요.'],
  'file-link-dangling': [
    '{path}에서 가리키는 {target}이(가) 없어요.',
    '디스크를 연결하거나, 파일을 복원하거나, 링크를 지워 주세요.',
  ],
  'folder-open': ['다른 사용자가 {path}에 파일을 만들 수 있어요(모드 {mode}).', CHECK_PERMISSIONS],
  'settings-open': ['다른 사용자가 {path} 파일을 바꿀 수 있어요(모드 {mode}).', CHECK_PERMISSIONS],
  'file-open': ['다른 사용자가 {path} 파일을 읽을 수 있어요(모드 {mode}).', 'chmod 600 {path}'],
  'file-interrupted': ['중단된 백업이나 복원이 남긴 파일이 있어요: {path}({size})', '지워 주세요: rm {path}'],
  'file-left': ['{path} 파일이 {age}일 됐는데, 그 안의 토큰은 아직 쓸 수 있어요({size}).', '지워 주세요: rm {path}'],

  'port-taken': ['{listen}: 다른 프로그램이나 TLS 설정이 다른 Latchkey 서버가 쓰고 있어요({reason}).', TAKEN],
  'port-taken-by-http': [
    '{listen}: 다른 프로그램이나 TLS 설정이 다른 Latchkey 서버가 쓰고 있어요(상태 {status}).',
    TAKEN,
  ],
  'host-unknown': ['{url}: 호스트 이름을 찾을 수 없어요({reason}).', 'DNS에 추가하거나 {setting} 설정을 고쳐 주세요.'],
  'server-absent': ['{url}: 응답하는 서버가 없어요({reason}).', '서버를 시작한 뒤 다시 점검해 주세요.'],
  'address-silent': [
    '{url}: 서버가 {listen}에서 기다리고 있는데도 응답이 없어요({reason}).',
    '프록시의 주소, 포트, 방화벽을 확인해 주세요.',
  ],
  'address-elsewhere': ['{url}: 이 서버가 응답하지 않아요.', '{listen}에 대한 내용을 확인해 주세요.'],
  'address-reached': ['{url}: 이 서버로 연결돼요.'],
  'address-reached-here': ['{url}: 이 서버로 연결돼요. 이 컴퓨터에서만 열 수 있어요.'],
  'api-other': ['{url}: Latchkey의 API 호스트와 다르게 {status}로 응답해요.', POINT_PROXY],
  'api-other-settings': ['{url}, {listen}: Latchkey의 API 호스트와 다르게 {status}로 응답해요.', RESTART],
  'auth-no-discovery': ['{url}: 디스커버리 문서 없이 {status}로 응답해요.', POINT_PROXY],
  'auth-no-discovery-settings': ['{url}, {listen}: 디스커버리 문서 없이 {status}로 응답해요.', RESTART],
  'auth-issuer': ['{url}: 발급자가 {authUrl}이(가) 아니라 {issuer}예요.', POINT_PROXY],
  'auth-issuer-settings': ['{url}, {listen}: 발급자가 {authUrl}이(가) 아니라 {issuer}예요.', RESTART],
  'tls-on-loopback': ['{url}: 이 컴퓨터 안의 주소라서 TLS가 필요하지 않아요.'],
  'tls-none': [
    '{url}: 비밀번호와 토큰이 암호화되지 않고 전송돼요.',
    '서버 앞에 TLS 프록시를 두거나, tls_certificate_file과 tls_key_file을 설정해 주세요.',
  ],
  'tls-unchecked': ['{url}: 인증서를 확인하지 못했어요.', '이 주소에 대한 내용을 확인해 주세요.'],
  'certificate-missing': ['{where}: 서버가 인증서를 보내지 않았어요.', '프록시를 확인해 주세요.'],
  'certificate-unreadable': ['{file}, {key}: {reason}', 'PEM 파일을 써 주세요: 인증서 체인과 그 키'],
  'certificate-expired': ['{where}: 인증서가 {days}일 전에 만료됐어요.', RENEW],
  'certificate-distrusted': [
    '{where}: 브라우저가 인증서를 신뢰하지 않아요({reason}).',
    '브라우저가 신뢰하는 기관에서 이 호스트 이름으로 발급한 인증서를 전체 체인과 함께 써 주세요.',
  ],
  'certificate-expiring': ['{where}: 인증서가 {days}일 뒤에 만료돼요.', RENEW],
  'certificate-valid': ['{where}: 인증서가 {days}일 동안 유효해요.'],
  'proxy-range-too-wide': [
    'trust_proxy에 {range}이(가) 있어요. 그 안의 클라이언트는 자기 주소를 마음대로 정할 수 있어요.',
    'trust_proxy에 프록시의 주소만 설정해 주세요.',
  ],
  'proxy-not-trusted': [
    '서버 앞의 프록시가 trust_proxy({trusted})에 없어요. 모든 클라이언트를 한 네트워크로 세요.',
    'trust_proxy에 프록시의 주소를 설정해 주세요.',
  ],
  'proxy-none-trusted': [
    '서버가 프록시 뒤에 있는데 trust_proxy가 비어 있어요. 모든 클라이언트를 한 네트워크로 세요.',
    'trust_proxy에 프록시의 주소를 설정해 주세요.',
  ],
  'proxy-no-client-address': [
    '프록시가 클라이언트 주소를 보내지 않아요. 모든 클라이언트를 한 네트워크로 세요.',
    '프록시가 X-Forwarded-For를 보내도록 설정해 주세요.',
  ],
  'proxy-none': [
    'trust_proxy({trusted})가 설정돼 있지만, 공개 주소는 서버로 바로 연결돼요.',
    'trust_proxy를 지워 주세요.',
  ],
  'proxy-unchecked': ['trust_proxy를 확인하지 못했어요.', 'ops_listen을 켜고 서버가 실행 중일 때 다시 점검해 주세요.'],
  'proxy-trusted': ['신뢰하는 프록시: {trusted}'],
  'proxy-unused': ['프록시가 없고, 신뢰하는 프록시도 없어요.'],

  'email-verified': ['앱은 인증된 주소만 받아요.'],
  'email-withheld': [
    '인증되지 않은 주소 {count}개는 앱에 전달되지 않아요. 이 중 {byOperators}개는 운영자가 입력했어요.',
    '주소가 맞는 것을 안다면 latchkey accounts set-email-verified --all을 실행해 주세요.',
  ],
  'email-released': [RELEASED, 'unverified_email을 withhold로 설정해 주세요.'],
  'email-on-loopback': ['서버를 이 컴퓨터에서만 열 수 있어서, 앱이 인증되지 않은 주소도 받아요.'],
  'mail-in-memory': ['메일은 보내지 않고 메모리에 두고, 운영 주소의 /mail에서 보여 줘요.'],
  'mail-off': [
    '메일 서버가 없어서, 메일이 필요한 기능은 제공하지 않아요.',
    'smtp_url과 mail_from을 설정해 주세요(docs/accounts.md).',
  ],
  'mail-off-on-loopback': ['메일 서버가 없어서, 메일이 필요한 기능은 제공하지 않아요.'],
  'mail-refused': ['{server}: {trouble}', 'smtp_url이나 메일 서버를 고쳐 주세요. 메일은 하루 동안 기다려요.'],
  'mail-troubled': [
    '{server}: {since}부터 누구에게 보내든 이 서버의 메일을 거부하고 있어요: {reason}',
    '메일 서버가 보내는 주소에 무엇을 요구하는지 확인해 주세요(docs/accounts.md). 메일은 하루 동안 기다려요.',
  ],
  'mail-accepted': ['{server}: {from}에서 보내는 메일을 받아요({answer}).'],
  'mail-given-up': [
    '{server}: {from}에서 보내는 메일을 받아요({answer}). 최근 일주일 동안 메일 {givenUp}개를 보내지 못했어요.',
    'latchkey messages list나 /console/messages에서 이유를 확인해 주세요.',
  ],
  'pictures-taken': ['사진을 올릴 수 있어요.'],
  'pictures-refused': [
    '아무도 사진을 올릴 수 없어요: {reason}',
    '이 시스템에서 `npm ci`를 실행해 주세요. npm이 여기에 맞는 sharp를 설치해요.',
  ],
  'policy-unlocked': ['잠긴 항목이 없어요.'],
  'policy-locked': ['설정이 잠근 항목: {members}'],
  'policy-differs': [
    '실행 중인 프로세스나 이 설정이 {members} 항목을 서로 다른 값으로 잠갔어요.',
    '모든 프로세스에 같은 설정을 주고, 다른 프로세스를 다시 시작해 주세요.',
  ],
};
