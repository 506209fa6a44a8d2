import { SourceError } from '../../plugin-api/errors.ts';
import { maxPixels, untrustedInput, videoMemory } from './untrusted-input.ts';
import { runProgram } from './run-program.ts';

/** The facts that a stream of a video needs. Null if unknown. */
export interface StreamSource {
  /** ffmpeg's short names: `hevc`, `yuv420p`. */
  readonly codec: string;
  readonly profile: string | null;
  readonly pixels: string | null;
  /** The upright size, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly isInterlaced: boolean;
  /** Frames per second. */
  readonly frameRate: number | null;
  readonly audio: { readonly codec: string; readonly channels: number } | null;
  /** Seconds. */
  readonly duration: number | null;
  /** Seconds into the video of the last keyframe at or before `start`. */
  readonly keyframe: number | null;
  /** Whether its container has an index of keyframes. */
  readonly hasIndex: boolean;
}

/** `unreadable`: not a video that ffmpeg can read; `too_large`: pictures of that size are not decoded. */
export type UnstreamableReason = 'unreadable' | 'too_large';

interface ProbeOutput {
  readonly format?: { readonly format_name?: string; readonly start_time?: string; readonly duration?: string };
  readonly streams?: readonly ProbedStream[];
  readonly packets?: readonly { readonly stream_index: number; readonly pts_time?: string; readonly flags?: string }[];
}

interface ProbedStream {
  readonly index: number;
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly profile?: string;
  readonly pix_fmt?: string;
  readonly width?: number;
  readonly height?: number;
  readonly sample_aspect_ratio?: string;
  readonly field_order?: string;
  readonly avg_frame_rate?: string;
  readonly channels?: number;
  readonly disposition?: { readonly attached_pic?: number };
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

const streamEntries = [
  ...['index', 'codec_type', 'codec_name', 'profile', 'pix_fmt', 'width', 'height'],
  ...['sample_aspect_ratio', 'field_order', 'avg_frame_rate', 'channels'],
];

/** The number of packets that are read to find the keyframe, since audio may precede it. */
const packets = 24;

const seconds = 30;
const mostBytes = 1024 * 1024;

/**
 * Reads the facts that a stream needs with ffprobe.
 * @param url of the video
 * @param start seconds
 * @throws SourceError `timeout`, ProcessBroken if the system does not start ffprobe now, or the reason of `signal`
 */
export async function streamSource(
  ffprobe: string,
  url: string,
  { start, signal }: { start: number; signal: AbortSignal },
): Promise<StreamSource | UnstreamableReason> {
  const entries = [
    'format=format_name,start_time,duration',
    `stream=${streamEntries.join(',')}`,
    'stream_disposition=attached_pic',
    'stream_side_data=rotation',
    ...(start > 0 ? ['packet=stream_index,pts_time,flags'] : []),
  ];
  const args = [
    ...[...untrustedInput, '-of', 'json', '-show_entries', entries.join(':')],
    ...(start > 0 ? ['-read_intervals', `${start}%+#${packets}`] : []),
    url,
  ];
  const options = { memory: videoMemory, seconds, mostBytes, signal };
  const { code, timedOut, output } = await runProgram(ffprobe, args, options);
  // ffprobe reads little: it waits for the source.
  if (timedOut) throw new SourceError('timeout', `Reading the video took longer than ${seconds} seconds.`);
  return code === 0 ? probedSource(JSON.parse(output.toString('utf8')) as ProbeOutput, start) : 'unreadable';
}

function probedSource(
  { format = {}, streams = [], packets: packetList = [] }: ProbeOutput,
  start: number,
): StreamSource | UnstreamableReason {
  const video = streams.find(
    ({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1,
  );
  const sound = streams.find(({ codec_type: type }) => type === 'audio');
  if (!video?.codec_name || !video.width || !video.height) return 'unreadable';
  if (video.width * video.height > maxPixels) return 'too_large';
  const key = packetList.find(
    ({ stream_index: index, flags, pts_time: at }) => index === video.index && flags?.startsWith('K') && at,
  );
  const keyframe = key ? Math.max(0, Number(key.pts_time) - (number(format.start_time) ?? 0)) : null;
  return {
    codec: video.codec_name,
    profile: video.profile ?? null,
    pixels: video.pix_fmt ?? null,
    ...uprightSides(video),
    isInterlaced: /^(tt|bb|tb|bt)$/.test(video.field_order ?? ''),
    frameRate: ratio(video.avg_frame_rate, '/'),
    audio: sound?.codec_name ? { codec: sound.codec_name, channels: sound.channels ?? 0 } : null,
    duration: number(format.duration),
    keyframe: keyframe !== null && keyframe <= start ? keyframe : null,
    hasIndex: /^(mov|matroska)\b/.test(format.format_name ?? ''),
  };
}

function uprightSides(video: ProbedStream): { width: number; height: number } {
  const { width = 0, height = 0, side_data_list: sideData = [] } = video;
  const square = width * (ratio(video.sample_aspect_ratio, ':') ?? 1);
  const isTurned = sideData.some(({ rotation = 0 }) => Math.abs(Math.round(rotation / 90)) % 2 === 1);
  return isTurned ? { width: height, height: square } : { width: square, height };
}

function number(text: string | undefined): number | null {
  const value = Number(text ?? NaN);
  return Number.isFinite(value) ? value : null;
}

/** Null if there is no ratio above 0. */
function ratio(text: string | undefined, separator: string): number | null {
  const [numerator = NaN, denominator = NaN] = (text ?? '').split(separator).map(Number);
  return numerator > 0 && denominator > 0 ? numerator / denominator : null;
}
