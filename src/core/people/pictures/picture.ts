// A profile picture that its person uploaded (contract 27). What is stored is made anew from the file: a small WebP
// image without metadata. The profile names it in `picture`, where an imported profile has a URL (decision 61).

/** Of the file. */
export const MAX_PICTURE_BYTES = 8 * 1024 * 1024;
/** Of the file, width times height. */
export const MAX_PICTURE_PIXELS = 40_000_000;
/** Of what is stored, in pixels. */
export const MAX_PICTURE_SIDE = 512;

export type Picture = {
  /** Another one with each upload. */
  id: string;
  /** WebP. */
  image: Buffer;
};

const UPLOADED = 'upload:';

/** What `profile.picture` holds for an uploaded picture. No URL that somebody types or imports begins like this. */
export const pictureName = (id: string): string => UPLOADED + id;

/** The id in `profile.picture`; undefined: there is no picture, or it is a URL from an import. */
export const uploadedPictureId = (picture: string | undefined): string | undefined =>
  picture?.startsWith(UPLOADED) ? picture.slice(UPLOADED.length) : undefined;
