// The catalogue's items in the order in which owners look for them: the most common ones first.
import type { ConsentItemName } from '../../../core/consent/catalogue.ts';

export const CATALOGUE_ORDER: readonly ConsentItemName[] = [
  'nickname',
  'email',
  'username',
  'name',
  'profile_image',
  'phone_number',
  'birthdate',
  'gender',
  'address',
  'website',
  'locale',
];
