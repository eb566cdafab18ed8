// Makes a picture from an uploaded file with sharp (libvips): a program of its own, which reads the file from standard
// input and writes the picture to standard output. Whatever a file does to the decoder ends with it (decision 61). It
// is CommonJS, because it runs as it is.
'use strict';

/** How the program ends; `picture-encoder.ts` has the same numbers. */
const EXIT = { encoded: 0, malformed: 3, tooManyPixels: 4, unavailable: 5 };
/** The only decoders that may run. libvips also has some for SVG, PDF, TIFF, GIF, AVIF and other formats. */
const DECODERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];
/** Of CPU. By the clock, a machine that others keep busy would refuse pictures: this process runs below them all. */
const MAX_CPU_SECONDS = 10;
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
const encodeWhole = (sharp, file, { maxPixels, maxSide }, failOn) =>
  sharp(file, { limitInputPixels: maxPixels, failOn })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();

/** JPEG (ITU-T T.81) B.1.1.3: end of image. */
const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/**
 * Some programs leave out the last two bytes of a JPEG, and every browser shows it. With them the file has to be
 * faultless: what is missing of the pixels would be a warning otherwise, and grey.
 */
async function encode(sharp, file, limits) {
  try {
    return await encodeWhole(sharp, file, limits, 'error');
  } catch (error) {
    if (!/premature end of JPEG/.test(error.message)) throw error;
    return encodeWhole(sharp, Buffer.concat([file, END_OF_JPEG]), limits, 'warning');
  }
}

/** Ends this process by a signal: it cannot exit while libvips works in its threads. */
function endAfterCpu(seconds) {
  const look = () => {
    const { user, system } = process.cpuUsage();
    if (user + system >= seconds * 1e6) process.kill(process.pid, 'SIGKILL');
  };
  setInterval(look, 100).unref();
}

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
  endAfterCpu(MAX_CPU_SECONDS);
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
module.exports = { EXIT, encode, endAfterCpu, exitOf, loadSharp, main };
