// The pages that prove an address, and those of a forgotten password, in Korean.
import type { enVerification } from '../en/verification.ts';

export const koVerification: typeof enVerification = {
  verify: {
    title: '이메일 주소 인증',
    ask: (email) => [{ name: email }, ' 주소로 인증 코드를 보내 드려요.'],
    send: '인증 코드 받기',
    sentTitle: '이메일을 확인해 주세요',
    sent: (email) => [{ name: email }, ' 주소로 링크와 인증 코드를 보냈어요. 60분 안에 사용해 주세요.'],
    signUp: (email) => [
      { name: email },
      ' 주소로 메일을 보냈어요. 60분 안에 인증 코드를 입력하거나 링크를 열면 계정이 만들어져요.',
    ],
    code: '인증 코드',
    codeHint: '메일에 있는 숫자 8자리',
    submit: '인증하기',
    goOn: '링크를 열었어요',
    missing: '메일이 오지 않았나요? 스팸함을 확인하거나 다시 받아 보세요. 한 주소로는 한 시간에 다섯 통까지만 보내요.',
    sendAgain: '다시 받기',
    until: (email) => [' 코드를 입력하기 전까지는 ', { name: email }, ' 주소를 그대로 써요.'],
    cancelChange: '변경 취소',
    toFormer:
      '최근에 이메일 주소가 변경됐어요. 변경을 되돌릴 수 있는 동안에는 코드를 이전 주소로 보내 드려요. 이전 주소의 메일을 볼 수 없다면 서비스 운영자에게 도움을 요청해 주세요.',
    limited: (minutes) => `메일을 너무 많이 요청했어요. ${minutes}분 뒤에 다시 시도해 주세요.`,
  },
  link: {
    title: '이메일 주소 인증',
    lede: (email) => [{ name: email }, ' 주소가 내 주소인지 확인해 주세요.'],
    submit: '인증하기',
    codeTitle: '인증 코드',
    codeLede: '인증을 시작한 브라우저가 아니거나 로그인이 끝났어요. 인증을 시작한 페이지에 이 코드를 입력해 주세요.',
    warning: '이 코드는 누구에게도 알려 주지 마세요. 직접 요청하지 않았다면 이 페이지를 닫아 주세요.',
  },
  takeBack: {
    title: '이메일 주소 변경 되돌리기',
    lede: (email) => ['계정의 이메일 주소가 ', { name: email }, ' 주소로 돌아가요. 새 비밀번호를 설정해 주세요.'],
    ends: (since) =>
      `모든 기기에서 로그아웃되고, 앱의 접근 권한과 API 토큰이 모두 끊겨요. ${since} 이후에 추가된 패스키, 인증 앱, 복구 코드, 연결된 앱은 삭제돼요.`,
    endsByHand: (since) =>
      `다른 기기에서는 모두 로그아웃되고, 앱의 접근 권한과 API 토큰이 모두 끊겨요. ${since} 이후에 추가된 패스키, 인증 앱, 복구 코드, 연결된 앱은 삭제돼요. 비밀번호는 그대로예요. 다른 사람이 알고 있을 수 있다면 변경해 주세요.`,
    factors: '그전에 추가된 항목을 확인해 주세요',
    factorsLede:
      '주소를 바꾼 사람이 미리 추가해 두었을 수 있어요. 선택된 항목은 삭제돼요. 내가 추가한 항목은 선택을 해제해 주세요.',
    stays: '삭제되지 않아요. 필요하면 내 계정에서 삭제할 수 있어요.',
    restores: (until) =>
      `누군가 이 계정을 삭제해서 ${until}에 완전히 사라질 예정이에요. 변경을 되돌리면 계정도 복구돼요.`,
    code: '인증 앱의 코드',
    codeHint: '복구 코드를 입력해도 돼요',
    byPasskey: '패스키로 되돌리기',
    submit: '변경 되돌리기',
    limited: (minutes) => `너무 많이 시도했어요. ${minutes}분 뒤에 다시 시도해 주세요.`,
    doneTitle: '이메일 주소를 되돌렸어요',
    doneLede: '이 주소와 새 비밀번호로 로그인해 주세요. 로그인한 뒤에는 내 계정의 내용을 확인해 주세요.',
    signIn: '로그인',
  },
  forgot: {
    title: '비밀번호를 잊으셨나요?',
    lede: '이메일 주소를 입력하면 비밀번호를 다시 설정할 수 있는 링크를 보내 드려요.',
    submit: '링크 받기',
    sentTitle: '이메일을 확인해 주세요',
    sentLede: '입력한 주소로 만든 계정이 있으면 비밀번호 재설정 링크를 메일로 보내 드려요.',
    sentHint: '링크는 60분 동안 쓸 수 있어요. 메일이 오지 않으면 스팸함과 입력한 주소를 확인해 주세요.',
    again: '다른 주소 입력하기',
    signIn: '로그인으로 돌아가기',
    limited: (minutes) => `메일을 너무 많이 요청했어요. ${minutes}분 뒤에 다시 시도해 주세요.`,
  },
};
