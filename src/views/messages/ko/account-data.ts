// What the service keeps about a person, in Korean.
import type { enAccountData } from '../en/account-data.ts';

export const koAccountData: typeof enAccountData = {
  download: '내 데이터 내려받기',
  downloadHint:
    '이 서비스가 보관하는 내 정보를 파일 하나로 받아요. 다른 프로그램에서도 읽을 수 있어요. 파일이 있으면 누구나 읽을 수 있으니 안전하게 보관하세요.',
  downloadNow: '내려받기',
  confirm: '본인 확인 후 내려받기',
};
