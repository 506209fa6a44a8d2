import type { StreamSource } from './stream-source.ts';
import { untrustedInput } from './untrusted-input.ts';

export interface StreamOptions {
  /** Seconds into the video. */
  readonly start: number;
  /** Maximum of the shorter side in px. */
  readonly height: number;
}

/** The encoder: on the processor, or on a graphics chip. */
export type Encoder = 'x264' | 'vaapi';

/** The ffmpeg command for a stream. */
export interface StreamCommand {
  readonly args: readonly string[];
  /** Seconds into the video of the first frame. */
  readonly startsAt: number;
  /** Whether the video track is copied without encoding, which costs almost nothing. */
  readonly copies: boolean;
}

export const renderNode = '/dev/dri/renderD128';

/**
 * The maximum number of seconds of video that are decoded to begin exactly at the requested time; otherwise the stream
 * begins at the keyframe.
 */
const exactWithin = 2;

/**
 * Seconds by which ffmpeg seeks too early in containers that store decoding times instead of presentation times (3/23 s):
 * requesting a later time by this much makes it find a keyframe.
 */
const seekSlack = 0.14;

/** Frames per second; higher rates are for slow motion. */
const maxFrames = 60;

/** Seconds of video per fragment: a viewer waits for the first one. */
const fragment = 0.5;
/** Maximum bytes of a fragment, which ffmpeg holds in memory until it is complete. */
const largestFragment = 1024 * 1024;
/** Seconds between keyframes. */
const keyframes = 2;

/** px of the shorter side up to which a processor has time for a slower encoding with better quality. */
const smallSide = 720;

/**
 * The arguments of ffmpeg for a fragmented MP4 of H.264 and AAC from `start` on, with timestamps that begin at 0. Metadata
 * of the file, such as date and place, are left out.
 *
 * HDR keeps its colour tags, by which browsers show it: on two cores, a conversion at 1080p would be slower than playback.
 */
export function streamCommand(
  url: string,
  source: StreamSource,
  request: StreamOptions,
  encoder: Encoder,
): StreamCommand {
  const copies = canCopy(source, request);
  const seek = seekOf(source, request.start, copies);
  const args = [
    ...[...untrustedInput, '-nostdin'],
    ...(encoder === 'vaapi' && !copies ? ['-vaapi_device', renderNode] : []),
    ...seek.args,
    ...['-i', url, '-map', '0:V:0', '-map', '0:a:0?', '-sn', '-dn'],
    ...(copies ? copied : encoded(source, request, encoder)),
    ...(copiesSound(source, copies, request.start) ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-ac', '2', '-b:a', '160k']),
    ...silent,
    ...['-avoid_negative_ts', 'make_zero'],
    ...['-frag_duration', `${fragment * 1e6}`, '-frag_size', `${largestFragment}`],
    ...['-movflags', '+frag_keyframe+delay_moov+default_base_moof', '-f', 'mp4', 'pipe:1'],
  ];
  return { args, startsAt: seek.startsAt, copies };
}

/** Leaves out metadata of the file and of its streams, and the camera's notes between the pictures (SEI). */
const silent = [
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'],
  ...['-fflags', '+bitexact', '-write_tmcd', '0'],
];

const copied = ['-c:v', 'copy', '-bsf:v', 'filter_units=remove_types=6'];

/** Whether browsers play the video track without conversion. */
function canCopy(
  { codec, profile, pixels, isInterlaced, hasIndex, keyframe, ...sides }: StreamSource,
  request: StreamOptions,
): boolean {
  const isPlayable =
    codec === 'h264' &&
    /^yuvj?420p$/.test(pixels ?? '') &&
    /Baseline|^Main$|^High$/.test(profile ?? '') &&
    !isInterlaced;
  return isPlayable && hasIndex && (request.start === 0 || keyframe !== null) && shorterOf(sides) <= request.height;
}

/**
 * Copied audio begins at the keyframe, so audio is only copied if the video track is copied as well, or the stream starts
 * at 0.
 */
function copiesSound({ audio, hasIndex }: StreamSource, copies: boolean, start: number): boolean {
  const isPlayable = audio?.codec === 'aac' && audio.channels > 0 && audio.channels <= 2;
  return isPlayable && hasIndex && (copies || start === 0);
}

function seekOf(
  { keyframe, hasIndex }: StreamSource,
  start: number,
  copies: boolean,
): { args: readonly string[]; startsAt: number } {
  if (start === 0) return { args: [], startsAt: 0 };
  const seekTo = hasIndex && keyframe !== null ? keyframe + seekSlack : start;
  if (copies) return { args: ['-noaccurate_seek', '-ss', `${seekTo}`], startsAt: keyframe ?? start };
  const startsAt = start - seekTo <= exactWithin ? Math.max(start, seekTo) : seekTo;
  return { args: ['-ss', `${startsAt}`], startsAt };
}

function encoded(source: StreamSource, { height }: StreamOptions, encoder: Encoder): readonly string[] {
  const { frameRate } = source;
  const [wide, high] = scaled(source, height);
  const filters = [
    ...(source.isInterlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(frameRate !== null && frameRate > maxFrames ? [`fps=${frameRate / Math.ceil(frameRate / maxFrames)}`] : []),
    `scale=${wide}:${high}`,
    'setsar=1',
    ...(encoder === 'vaapi' ? ['format=nv12', 'hwupload'] : ['format=yuv420p']),
  ];
  const speed = Math.min(wide, high) > smallSide ? 'ultrafast' : 'veryfast';
  const maxRate = Math.min(wide, high) > smallSide ? '8M' : '4M';
  return [
    ...['-vf', filters.join(',')],
    ...(encoder === 'vaapi'
      ? ['-c:v', 'h264_vaapi', '-profile:v', 'high', '-bf', '0', '-b:v', maxRate]
      : ['-c:v', 'libx264', '-preset', speed, '-tune', 'zerolatency', '-crf', '23', '-a53cc', '0']),
    ...['-maxrate', maxRate, '-bufsize', maxRate, '-force_key_frames', `expr:gte(t,n_forced*${keyframes})`],
  ];
}

const shorterOf = ({ width, height }: { width: number; height: number }): number => Math.min(width, height);

/** Even sides, since colours are stored for two by two pixels. */
function scaled(source: { width: number; height: number }, maxSide: number): readonly [number, number] {
  const by = Math.min(1, maxSide / shorterOf(source));
  const even = (side: number): number => Math.max(2, Math.round((side * by) / 2) * 2);
  return [even(source.width), even(source.height)];
}
