// Port: takes an uploaded file part by part, decodes it and makes the picture that is stored.

export type EncodedPicture =
  | { kind: 'encoded'; image: Buffer }
  /** Damaged, not one of the formats, or too slow to decode. */
  | { kind: 'malformed' }
  /** More than `MAX_PICTURE_PIXELS`. */
  | { kind: 'too-many-pixels' }
  /** The library that decodes images is not installed for this system, or the system had no time for it. */
  | { kind: 'unavailable'; reason: string };

/** A file that is being uploaded. */
export interface PictureUpload {
  /** The first bytes that were added, as many as `isPictureFile` reads. */
  readonly head: Buffer;
  /** Takes the next part over: the caller's is empty afterwards. */
  add(part: Buffer): void;
  /**
   * The first frame of a PNG, JPEG or WebP file as WebP: upright, in sRGB, at most `MAX_PICTURE_SIDE` a side, without
   * metadata. One file at a time; others wait.
   */
  encode(): Promise<EncodedPicture>;
  /** Ends the upload, encoded or not. */
  close(): void;
}

export interface PictureEncoder {
  open(): PictureUpload;
  /** Why it cannot decode anything here; undefined: it can. */
  trouble(): Promise<string | undefined>;
}
