/** What fills the last block of a memory card, and what transfers add: NUL, 0xFF, line ends, blanks and ^Z. */
const PADDING = new Set([0x00, 0xff, 0x09, 0x0a, 0x0d, 0x20, 0x1a]);

/** How trailers of cameras and phones begin. See "Motion Photo format 1.0" of Android, and `IdentifyTrailer` of ExifTool. */
const BEGINNINGS = [
  // The video of a motion photo is an MP4 or QuickTime file, whose first four bytes are a length.
  ...['ftyp', 'moov', 'mdat'],
  // Samsung before 2017: the video follows this mark.
  'MotionPhoto_Data',
  ...['CANON OPTIONAL DATA\0', 'vivo{', 'streamdata'],
  // ExifTool's own format.
  '0MIE',
];
const LENGTH_BYTES = 4;

/** How trailers end that are read from their end: text, and how long before the end it begins. */
const ENDS: readonly (readonly [string, number])[] = [
  // Samsung's list of the blocks of the trailer.
  ['SEFT', 4],
  ['QDIOBS', 6],
  // Photo Mechanic, FotoStation, and AFCP in both orders of bytes.
  ['cbipcbbl', 8],
  ['\xa1\xb2\xc3\xd4', 4],
  ['AXS!', 12],
  ['AXS*', 12],
  // Nikon's application, OnePlus and Oppo, Insta360.
  ['/NIKON APP', 10],
  ['jxrs', 4],
  ['8db42d694ccc418790edff439fe026bf', 32],
  // Huawei and Honor: the place of the video, in twenty characters.
  ['LIVE_', 20],
];

/** Whether these bytes behind an image are padding, or a trailer as cameras and phones write it, and no other file. */
export function isTrailer(bytes: Buffer): boolean {
  const start = bytes.findIndex((byte) => !PADDING.has(byte));
  if (start === -1) return true;
  const end = bytes.findLastIndex((byte) => !PADDING.has(byte)) + 1;
  return (
    BEGINNINGS.some((text) => bytes.toString('latin1', start, start + LENGTH_BYTES + text.length).includes(text)) ||
    ENDS.some(([text, before]) => hasAt(bytes, text, end - before) || hasAt(bytes, text, bytes.length - before))
  );
}

function hasAt(bytes: Buffer, text: string, at: number): boolean {
  return at >= 0 && bytes.toString('latin1', at, at + text.length) === text;
}
