// The error pages in Korean: what happened, whose fault it is, and what helps.
import type { ErrorCode } from '../../page/page.ts';
import type { ErrorWords } from '../en/errors.ts';

const APPLICATION_MISTAKE = '앱이 잘못된 요청을 보냈어요. 사용자의 잘못이 아니며, 앱에 전달된 정보도 없어요.';
const CONTACT_APPLICATION =
  '앱으로 돌아가 다시 시도해 주세요. 같은 일이 반복되면 앱 고객센터에 아래 코드를 알려 주세요.';
const REFUSED_REQUEST =
  '프로그램이나 브라우저 확장 기능이 받을 수 없는 요청을 보냈어요. 링크를 눌렀을 뿐이라면 사용자의 잘못이 아니에요.';
const TRY_AGAIN = '이전 화면으로 돌아가 다시 시도해 주세요. 같은 일이 반복되면 다른 브라우저에서 열어 주세요.';

export const koErrors: { pages: Record<ErrorCode, ErrorWords> } = {
  pages: {
    'bad-request': {
      title: '링크가 올바르지 않아요',
      text: '주소나 양식의 일부가 전달되는 중에 손상됐어요. 사용자의 잘못이 아니에요.',
      advice: '처음 화면으로 돌아가 다시 시도해 주세요.',
    },
    'form-refused': {
      title: '양식을 다시 제출해 주세요',
      text: '직접 제출한 양식인지 확인하지 못했어요. 페이지를 너무 오래 열어 두었거나 쿠키가 차단되어 있을 수 있어요. 변경된 내용은 없어요.',
      advice: '이전 화면을 새로 고친 다음 다시 제출해 주세요. 그래도 안 되면 이 사이트의 쿠키를 허용해 주세요.',
    },
    'unknown-client': {
      title: '등록되지 않은 앱이에요',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'client-id-missing': {
      title: '어떤 앱인지 확인할 수 없어요',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'redirect-uri-missing': {
      title: '앱이 돌아갈 주소를 알려 주지 않았어요',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'redirect-uri-malformed': {
      title: '앱이 알려 준 주소가 올바르지 않아요',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'redirect-uri-unregistered': {
      title: '앱이 등록하지 않은 주소예요',
      text: '안전을 위해 앱이 미리 등록한 주소로만 이동해요. 사용자의 잘못이 아니며, 앱에 전달된 정보도 없어요.',
      advice: CONTACT_APPLICATION,
    },
    'parameter-doubled': {
      title: '앱이 같은 값을 두 번 보냈어요',
      text: APPLICATION_MISTAKE,
      advice: CONTACT_APPLICATION,
    },
    'document-not-listed': {
      title: '아직 여기서 쓸 수 없는 프로그램이에요',
      text: '이 서비스에 등록되지 않은 프로그램이고, 허용한 제작사 목록에도 없어요. 사용자의 잘못이 아니며, 프로그램에 전달된 정보도 없어요.',
      advice: '여기서 쓰려면 서비스 운영자에게 이 호스트의 프로그램을 허용해 달라고 요청해 주세요.',
    },
    'document-blocked': {
      title: '차단된 프로그램이에요',
      text: '서비스 운영자가 이 프로그램을 차단했어요. 프로그램에 전달된 정보는 없어요.',
      advice: '잘못 차단된 것 같다면 서비스 운영자에게 문의해 주세요.',
    },
    'document-unreadable': {
      title: '어떤 프로그램인지 확인하지 못했어요',
      text: '제작사 사이트에 있는 프로그램 소개 문서를 읽지 못했어요. 사용자의 잘못이 아니며, 프로그램에 전달된 정보도 없어요.',
      advice: '잠시 후 프로그램에서 다시 시도해 주세요. 계속 안 되면 아래 코드와 함께 제작사에 문의해 주세요.',
    },
    'document-invalid': {
      title: '프로그램 소개가 올바르지 않아요',
      text: '제작사 사이트에 있는 프로그램 소개 문서가 올바르지 않아요. 사용자의 잘못이 아니며, 프로그램에 전달된 정보도 없어요.',
      advice: '아래 코드와 함께 프로그램 제작사에 문의해 주세요.',
    },
    'document-redirect-uris': {
      title: '프로그램으로 돌아갈 수 없어요',
      text: '프로그램 소개 문서에 돌아갈 수 있는 주소가 없어요. 사용자의 잘못이 아니며, 프로그램에 전달된 정보도 없어요.',
      advice: '아래 코드와 함께 프로그램 제작사에 문의해 주세요.',
    },
    'request-uri-unknown': {
      title: '확인할 수 없는 로그인이에요',
      text: '앱에서 시작한 로그인이 아니거나, 끝난 지 오래된 로그인이에요.',
      advice: '앱으로 돌아가 거기서 로그인해 주세요.',
    },
    'request-uri-expired': {
      title: '로그인 시간이 지났어요',
      text: '앱에서 시작한 로그인을 제때 열지 않았거나 마치지 않았어요. 앱에 전달된 정보는 없어요.',
      advice: '앱으로 돌아가 다시 로그인해 주세요.',
    },
    'request-uri-used': {
      title: '이미 끝난 로그인이에요',
      text: '앱에서 시작한 로그인은 한 번만 쓸 수 있는데, 이 브라우저나 다른 브라우저에서 이미 썼어요.',
      advice: '앱에 로그인되어 있지 않다면 앱으로 돌아가 다시 로그인해 주세요.',
    },
    forbidden: {
      title: '권한이 없어요',
      text: '로그인되어 있지만 이 계정으로는 이 작업을 할 수 없어요.',
      advice: '다른 계정으로 로그인하거나 서비스 운영자에게 문의해 주세요.',
    },
    'not-found': {
      title: '페이지를 찾을 수 없어요',
      text: '주소가 잘못되었거나 없어진 페이지예요.',
      advice: '주소를 확인하거나 첫 화면으로 이동해 주세요.',
    },
    'method-not-allowed': {
      title: '이 페이지에서 쓸 수 없는 메서드예요',
      text: REFUSED_REQUEST,
      advice: TRY_AGAIN,
    },
    'not-acceptable': {
      title: '요청한 형식으로 응답할 수 없어요',
      text: REFUSED_REQUEST,
      advice: TRY_AGAIN,
    },
    'request-timeout': {
      title: '요청 시간이 초과됐어요',
      text: '요청이 제시간에 도착하지 않았어요. 연결이 느릴 수 있어요. 변경된 내용은 없어요.',
      advice: '인터넷 연결을 확인하고 다시 시도해 주세요.',
    },
    'body-too-large': {
      title: '요청이 너무 커요',
      text: '받을 수 있는 크기를 넘었어요. 변경된 내용은 없어요.',
      advice: '이전 화면으로 돌아가 내용을 줄인 다음 다시 시도해 주세요.',
    },
    'uri-too-long': {
      title: '주소가 너무 길어요',
      text: '여기로 연결된 링크가 받을 수 있는 길이를 넘었어요. 사용자의 잘못이 아니에요.',
      advice: CONTACT_APPLICATION,
    },
    'unsupported-media-type': {
      title: '지원하지 않는 콘텐츠 형식이에요',
      text: REFUSED_REQUEST,
      advice: TRY_AGAIN,
    },
    'misdirected-request': {
      title: '다른 서버로 가야 할 요청이에요',
      text: '브라우저와 서버 사이에서 요청이 잘못 전달됐어요. 사용자의 잘못이 아니에요.',
      advice: '페이지를 새로 고쳐 주세요. 같은 일이 반복되면 다른 네트워크에서 시도해 주세요.',
    },
    'too-many-requests': {
      title: '요청이 너무 많아요',
      text: '계정을 보호하기 위해 요청 횟수를 제한하고 있어요. 사라진 내용은 없어요.',
      advice: '잠시 기다렸다가 다시 시도해 주세요.',
    },
    'headers-too-large': {
      title: '요청 헤더가 너무 커요',
      text: '보통 이 사이트의 쿠키가 너무 커지면 생겨요.',
      advice: '브라우저에서 이 사이트의 쿠키를 지우고 다시 시도해 주세요.',
    },
    'link-expired': {
      title: '더 이상 쓸 수 없는 링크예요',
      text: '이미 사용했거나 만료된 링크예요. 이런 링크는 정해진 시간 안에 한 번만 쓸 수 있어요.',
      advice: '링크를 보내 준 사람에게 새 링크를 요청해 주세요.',
    },
    'server-error': {
      title: '서버에 문제가 생겼어요',
      text: '서버의 문제이며, 사용자의 잘못이 아니에요. 자세한 내용은 서버 로그에 남아 있어요.',
      advice: '잠시 후 다시 시도해 주세요. 같은 일이 반복되면 아래 코드를 알려 주세요.',
    },
    unavailable: {
      title: '서비스를 일시적으로 이용할 수 없어요',
      text: '서비스가 지금 응답하지 못하고 있어요. 사용자의 잘못이 아니며, 사라진 내용도 없어요.',
      advice: '잠시 기다렸다가 다시 시도해 주세요.',
    },
  },
};
