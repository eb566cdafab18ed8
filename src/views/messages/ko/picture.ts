// The profile picture in Korean.
import type { enPicture } from '../en/picture.ts';

export const koPicture: typeof enPicture = {
  title: '프로필 사진',
  none: '아직 사진이 없어요.',
  shared: '공유에 동의한 앱만 볼 수 있고, 앱마다 사진 주소가 달라요.',
  elsewhere: '다른 시스템에서 가져온 사진이고, 그 시스템에 저장되어 있어요:',
  file: '이미지 파일',
  hint: 'PNG, JPEG, WebP 파일을 8MB까지 올릴 수 있어요. 크기를 줄이고 촬영 위치 같은 정보는 지워요.',
  set: '사진 올리기',
  replace: '사진 바꾸기',
  remove: '삭제',
  removeLabel: '사진 삭제',
};
