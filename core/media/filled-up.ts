/** Zeros that a picture itself may end with; what a camera adds after the end of a picture does not count. */
const most = 1024;

/**
 * Whether the end of a JPEG is nothing but zeros, as in a download that broke off after its space was taken on the disk. Its
 * decoder takes zeros for a picture, and does not complain.
 */
export function isFilledUp(jpeg: Uint8Array): boolean {
  let end = jpeg.length;
  while (end > 0 && jpeg[end - 1] === 0) end--;
  const ends = jpeg[end - 2] === 0xff && jpeg[end - 1] === 0xd9;
  return jpeg.length - end > most && !ends;
}
