/** Containers of videos by cameras and people, by ffmpeg's names: none of them refers to another file. */
const containers = [
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'],
  ...['matroska', 'webm'],
  ...['avi', 'mpegts', 'mpeg', 'asf', 'flv', 'ogg'],
];

/** Pixels of a frame: 8192 × 8192. */
export const mostPixels = 8192 * 8192;

/** Bytes that a program may take for a video: the frames that it has to remember of one with 8K, twice. */
export const videoMemory = 1024 ** 3;

/** Bytes of one piece of memory, and bytes that are read before the content of a file is known. */
const largestPiece = 512 * 1024 * 1024;
const probed = 5_000_000;

/**
 * Options for ffmpeg and ffprobe before the address of an untrusted video. It is opened as a video or not at all: a
 * list of files or addresses, in it or in its place, opens nothing.
 */
export const untrustedInput: readonly string[] = [
  ...['-hide_banner', '-v', 'error'],
  ...['-protocol_whitelist', 'http,tcp', '-format_whitelist', containers.join(',')],
  // The second is of microseconds.
  ...['-probesize', `${probed}`, '-analyzeduration', `${probed}`],
  // Without these, megabytes are on their way to a program each time that it seeks, and nothing reads them.
  ...['-recv_buffer_size', '65536', '-tcp_mss', '1460'],
  ...['-max_alloc', `${largestPiece}`, '-max_pixels', `${mostPixels}`, '-threads', '2'],
];
