// Trusted devices in Korean.
import type { enTrustedDevices } from '../en/trusted-devices.ts';

export const koTrustedDevices: typeof enTrustedDevices = {
  trust: '이 기기에서는 30일 동안 코드를 묻지 않기',
  trustHint: '나만 쓰는 기기에서만 선택해 주세요.',
  title: '신뢰하는 기기',
  hint: '비밀번호만으로 로그인할 수 있는 기기예요. 비밀번호나 2단계 인증을 변경하면 모두 해제돼요.',
  until: (date: string) => `${date}까지`,
  unknown: '알 수 없는 기기',
  remove: '신뢰 해제',
  removeLabel: (device: string) => `${device} 신뢰 해제`,
};
