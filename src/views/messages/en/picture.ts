// The profile picture in English.
export const enPicture = {
  title: 'Profile picture',
  none: 'You have no picture yet.',
  shared: 'Applications see it only after you agree to share it, each at an address of its own.',
  elsewhere: 'Your picture came from another system, which hosts it:',
  file: 'Image file',
  hint: 'PNG, JPEG or WebP, up to 8 MB. We make it smaller, and remove details such as where a photo was taken.',
  set: 'Upload picture',
  replace: 'Replace picture',
  remove: 'Remove',
  removeLabel: 'Remove picture',
};
