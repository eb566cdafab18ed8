// What members of an application's team read in Korean when they try things out.

import type { Phrase } from '../../page/phrase.ts';
import type { enDevelopers } from '../en/developers.ts';
import { subjectOf } from './particles.ts';

export const koDevelopers: typeof enDevelopers = {
  mismatch: {
    title: '등록되지 않은 리다이렉트 URI예요',
    lede: (name: string): Phrase => [
      { name },
      `${subjectOf(name)} 등록되지 않은 리다이렉트 URI를 보냈어요. 팀원에게만 이 비교 결과가 보여요. 다른 사용자에게는 오류 페이지가 보여요.`,
    ],
    sent: '보낸 값',
    registered: '등록된 값',
    others: (count: number) => `그 밖에 등록된 리다이렉트 URI ${count}개`,
    none: '아직 등록된 리다이렉트 URI가 없어요.',
    from: (at: number) => `${at}번째 글자부터 달라요.`,
    differences: {
      'slash-at-end': '끝의 슬래시(/)만 달라요.',
      'letter-case': '대문자와 소문자만 달라요.',
      encoding: '퍼센트 인코딩만 달라요. 적힌 그대로 비교해요.',
      www: '“www.”만 달라요.',
      scheme: '스킴(http, https 등)이 달라요.',
      host: '호스트가 달라요.',
      port: '포트가 달라요.',
      path: '경로가 달라요.',
      query: '쿼리가 달라요.',
    },
    otherHost: (host: string): Phrase => [
      '등록된 주소 중에 ',
      { name: host },
      ' 주소가 없어요. 직접 운영하는 호스트일 때만 등록하세요. 이 호스트의 운영자가 사용자의 로그인 결과를 받게 돼요. 다른 사람이 보낸 링크로 왔다면 여기서 멈추세요.',
    ],
    stranger:
      '앱이 정확히 이 URI를 보낼 때만 등록하세요. 다른 사람이 보낸 링크에는 어떤 URI든 들어갈 수 있고, 내 호스트의 URI라도 로그인 결과를 다른 곳으로 전달할 수 있어요. 그런 링크로 왔다면 여기서 멈추세요.',
    register: '이 리다이렉트 URI 등록하기',
    registerHint: '또는 앱의 리다이렉트 URI를 수정해 주세요.',
    confirmation: {
      title: '이 리다이렉트 URI를 등록할까요?',
      lede: (name: string): Phrase => [{ name }, ' 앱에 아래 URI를 그대로 등록해요.'],
      meaning:
        '등록하면 로그인 결과를 이 URI로 보낼 수 있어요. 이 URI의 운영자가 사용자의 코드를 받고, 그 코드로 사용자 대신 로그인할 수 있어요. 앱에서 제거할 때까지 등록된 상태로 유지돼요.',
      afterwards: '진행하던 로그인은 이어지지 않아요. 등록한 뒤 앱에서 다시 시작해 주세요.',
      nearest: '가장 비슷한 리다이렉트 URI',
      register: '등록하기',
      back: '비교 화면으로 돌아가기',
    },
    done: {
      title: '리다이렉트 URI를 등록했어요',
      lede: (name: string): Phrase => ['이제 ', { name }, ' 앱의 로그인 결과를 이 URI로 보낼 수 있어요.'],
      next: '진행하던 로그인은 이어지지 않았어요. 앱으로 돌아가서 다시 시작해 주세요.',
    },
    cannotRegister: '이 앱의 조회자예요. 리다이렉트 URI는 소유자와 편집자가 등록할 수 있어요.',
    all: '이 앱의 모든 URI 보기',
  },
  samples: {
    hint: '이 서버의 URL과 앱의 API 키가 들어 있는 코드예요. 복사해서 실행하고 로그인해 보세요.',
    method: '구현 방식',
    files: '파일',
    run: '설치와 실행',
    untested: '라이브러리 문서를 보고 작성했어요. 자동 테스트로 실행하지는 않아요.',
    secret: '만들 때 복사해 둔 클라이언트 시크릿을 YOUR_CLIENT_SECRET 자리에 넣으세요.',
    secretLink: '클라이언트 시크릿',
    secretIsPublic:
      '이 앱에는 클라이언트 시크릿이 필요한데, 브라우저는 시크릿을 숨길 수 없어서 아래 코드는 거부돼요. 웹 페이지용 앱을 따로 등록하세요.',
    ownRedirectUri: '이 라이브러리는 정해진 리다이렉트 URI를 써요. 먼저 등록하세요:',
    off: '로그인이 꺼져 있어요. 켜면 이 코드가 동작해요.',
    offLink: '로그인 스위치로 이동',
    noPlatform: (platforms: string) => `이 코드에는 아직 추가하지 않은 플랫폼의 API 키가 필요해요: ${platforms}`,
    addPlatform: '플랫폼 추가',
    noRedirectUri: '이 코드에는 리다이렉트 URI가 필요해요.',
    addRedirectUri: '리다이렉트 URI 추가',
  },
  tryIt: {
    hint: '사용자와 똑같이 이 앱에 로그인하면서 모든 요청과 응답을 볼 수 있어요. 로그인이 꺼져 있어도 나는 해 볼 수 있어요. 동의 화면의 답은 실제로 저장되고, 이 앱에 연결돼요.',
    key: 'API 키',
    scope: 'scope 값',
    scopeHint: '값을 공백으로 구분하세요',
    start: '시작',
    again: '다시 하기',
    noKeys: '먼저 플랫폼을 추가하면 API 키를 받을 수 있어요.',
    title: '로그인했어요',
    failed: '로그인이 끝나지 않았어요',
    lede: (name: string): Phrase => [{ name }, ' 앱과 이 서버가 주고받은 요청을 순서대로 보여 드려요.'],
    ended: '이 페이지의 토큰은 이미 폐기됐어요. 나에게만 한 번 보여요.',
    expired: '이 실행은 만료됐어요. 다른 세션에서 시작했거나 10분이 지났어요. 변경된 내용은 없으니 다시 시작해 주세요.',
    stepsLabel: '단계',
    steps: {
      request: '앱이 브라우저를 이곳으로 보내요',
      callback: '브라우저가 앱으로 돌아가요',
      token: '서버가 코드를 교환해요',
      answer: '토큰을 받아요',
      idToken: 'ID 토큰으로 사용자를 확인해요',
      userInfo: '액세스 토큰으로 동의한 정보를 받아요',
      error: '오류 응답을 받았어요',
    },
    texts: {
      request:
        '실제 요청에는 이 페이지 대신 앱의 리다이렉트 URI가 들어가요. lk_try_it은 이 실행을 허용하는 값이라 실제 요청에는 없어요.',
      callback: 'state를 보낸 값과, iss를 issuer와 비교하세요. 코드는 1분 동안 한 번만 쓸 수 있어요.',
      token: 'code_verifier는 처음 요청한 클라이언트라는 것을 증명해요.',
      secret: '서버는 클라이언트 시크릿도 함께 보내요.',
      answer: '리프레시 토큰은 서버에 보관하세요. 쓸 때마다 새 토큰을 받아요.',
      idToken: '공개된 키로 서명을 확인한 다음 iss, aud, nonce를 확인하세요.',
      userInfo: '사용자는 sub로 구분하세요. 나머지는 없을 수도 있어요.',
    },
    header: '헤더',
    claims: '클레임',
    back: '앱으로 돌아가기',
  },
};
