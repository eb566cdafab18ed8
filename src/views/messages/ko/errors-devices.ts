// Refusals of devices without a browser, in Korean (protocol/refusals/device-refusals.ts).

export const koDeviceErrors = {
  'device-grant-off': {
    title: '브라우저가 없는 기기의 로그인을 켜지 않은 앱이에요',
    cause:
      '앱의 grant_types에 urn:ietf:params:oauth:grant-type:device_code가 없거나 지워졌어요. 전에 발급한 코드도 쓸 수 없어요.',
    cure: 'grant_types에 이 값을 추가하거나, 사용자를 인증 엔드포인트로 보내세요.',
  },
  'device-code-unknown': {
    title: '알 수 없거나 만료된 지 오래됐거나 다른 API 키에 발급된 device_code예요',
    cause:
      '이 client_id에 발급된 적이 없는 값이거나, 만료된 뒤 삭제됐어요. 훔치거나 추측한 값으로 알아낼 수 있는 것이 없도록 응답에서 일부러 구분하지 않아요.',
    cure: '기기 인증 엔드포인트가 돌려준 device_code를 같은 client_id로 그대로 보내세요. 만료됐다면 새로 요청하세요.',
  },
  'device-code-used': {
    title: '이미 사용한 device_code예요',
    cause: 'device_code는 한 번만 쓸 수 있어요. 두 번째 사용은 도난일 수 있어서, 처음에 발급한 토큰을 모두 폐기했어요.',
    cure: '성공한 응답을 받으면 폴링을 멈추세요. 다시 로그인하려면 코드를 새로 요청하세요.',
  },
  'device-code-pending': {
    title: '사용자가 아직 응답하지 않았어요',
    cause:
      '사용자가 아직 코드를 입력하지 않았거나 결정하지 않았어요. 오류가 아니라, 끝날 때까지 기다리면 되는 상태예요.',
    cure: 'interval초를 기다린 다음 같은 요청을 다시 보내세요.',
  },
  'device-polls-too-often': {
    title: '기기가 너무 자주 요청해요',
    cause: '이전 요청으로부터 interval이 지나지 않았어요. 이제부터 interval이 5초 늘어나요(RFC 8628 3.5).',
    cure: '이 오류를 받을 때마다 그 코드의 interval에 5초를 더하고, 한 곳에서만 요청하세요.',
  },
  'device-code-expired': {
    title: 'device_code가 만료됐어요',
    cause: 'expires_in초 동안 아무도 확인하지 않았거나, 기기가 그 안에 토큰을 받아 가지 않았어요.',
    cure: '사용자가 다시 시도할 때 코드를 새로 요청하세요. 앞에 아무도 없을 수 있으니 저절로 요청하지는 마세요.',
  },
  'device-code-denied': {
    title: '사용자가 기기의 로그인을 거절했어요',
    cause: '사용자가 코드를 입력하는 화면에서 취소를 눌렀거나, 이 앱에 로그인할 수 없는 사람이에요.',
    cure: '폴링을 멈추고, 로그인하지 않았다고 기기에 보여 주세요.',
  },
};
