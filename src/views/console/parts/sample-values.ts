// Values for the preview of the consent page, if the signed-in person has none of their own.
import type { ConsentItemName } from '../../../core/consent/catalogue.ts';
import type { Language } from '../../parts/page.ts';

export const SAMPLE_VALUES: Readonly<Record<Language, Readonly<Record<ConsentItemName, string>>>> = {
  en: {
    nickname: 'Mina',
    username: 'mina.kim',
    profile_image: 'https://example.com/mina.png',
    name: 'Mina Kim',
    gender: 'female',
    birthdate: '1990-05-17',
    website: 'https://mina.example',
    locale: 'en-GB, Europe/London',
    email: 'mina@example.com',
    phone_number: '+44 20 7946 0000',
    address: '1 First Street, London, United Kingdom',
  },
  ko: {
    nickname: '미나',
    username: 'mina.kim',
    profile_image: 'https://example.com/mina.png',
    name: '김미나',
    gender: 'female',
    birthdate: '1990-05-17',
    website: 'https://mina.example',
    locale: 'ko-KR, Asia/Seoul',
    email: 'mina@example.com',
    phone_number: '+82 10-1234-5678',
    address: '서울특별시 종로구 세종대로 175, 대한민국',
  },
};
