/** Containers of videos from cameras and people, by ffmpeg's names: none of them can refer to another file. */
const containers = [
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'],
  ...['matroska', 'webm'],
  ...['avi', 'mpegts', 'mpeg', 'asf', 'flv', 'ogg'],
];

/** Pixels of a frame: 8192 × 8192. */
export const maxPixels = 8192 * 8192;

/** Bytes of memory that a program may use for a video: twice the reference frames of an 8K video. */
export const videoMemory = 1024 ** 3;

/** Maximum bytes of a single allocation, and bytes that are read before the content of a file is known. */
const largestPiece = 512 * 1024 * 1024;
const probed = 5_000_000;

/**
 * Options of ffmpeg and ffprobe before the URL of an untrusted video. It is only opened as a video: a playlist of files or
 * URLs, inside it or in its place, is rejected.
 */
export const untrustedInput: readonly string[] = [
  ...['-hide_banner', '-v', 'error'],
  ...['-protocol_whitelist', 'http,tcp', '-format_whitelist', containers.join(',')],
  // The second option is in microseconds.
  ...['-probesize', `${probed}`, '-analyzeduration', `${probed}`],
  // Otherwise megabytes would be sent to a program with each seek, without being read.
  ...['-recv_buffer_size', '65536', '-tcp_mss', '1460'],
  ...['-max_alloc', `${largestPiece}`, '-max_pixels', `${maxPixels}`, '-threads', '2'],
];
