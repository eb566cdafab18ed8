// Makes a picture from an uploaded file with sharp (libvips): a program of its own, which reads the file from standard
// input and writes the picture to standard output. Whatever a file does to the decoder ends with it (decision 61). It
// is CommonJS, because it runs as it is.
'use strict';

/** How the program ends; `picture-encoder.ts` has the same numbers. */
const EXIT = { encoded: 0, malformed: 3, tooManyPixels: 4, unavailable: 5 };
/** The only decoders that may run. libvips also has some for SVG, PDF, TIFF, GIF, AVIF and other formats. */
const DECODERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];
const MAX_SECONDS = 10;
const QUALITY = 80;

/** @throws Error when its binary is not installed for this system */
function loadSharp() {
  const sharp = require('sharp');
  sharp.cache(false);
  // Of one picture: libvips would take every core.
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  return sharp;
}

/**
 * The first frame, which is what sharp reads without `animated`. sharp writes no metadata unless it is told to, and
 * turns colours into sRGB.
 */
const encode = (sharp, file, { maxPixels, maxSide }) =>
  sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();

const exitOf = (error) => (/pixel limit/.test(error.message) ? EXIT.tooManyPixels : EXIT.malformed);

/** @param limits the most pixels of a file, and the longest side of a picture. Without them only sharp is looked for. */
async function main([maxPixels, maxSide]) {
  let sharp;
  try {
    sharp = loadSharp();
  } catch (error) {
    process.stderr.write(error.message);
    process.exitCode = EXIT.unavailable;
    return;
  }
  if (maxPixels === undefined) return;
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  try {
    const limits = { maxPixels: Number(maxPixels), maxSide: Number(maxSide) };
    process.stdout.write(await encode(sharp, Buffer.concat(chunks), limits));
  } catch (error) {
    process.exitCode = exitOf(error);
  }
}

if (require.main === module) main(process.argv.slice(2));
module.exports = { EXIT, encode, exitOf, loadSharp };
