import { unknownVideo, type VideoFacts } from '../../domain/video-facts.ts';
import { recordOf, type MovieFacts } from '../../plugin-api/toolkit/index.ts';
import { mediaType, type CodedTrack } from './media-type.ts';

/** The facts of a video according to ffprobe. */
export interface ProbedVideo {
  readonly facts: VideoFacts;
  readonly movie: MovieFacts;
  /** The video track. */
  readonly picture: {
    readonly index: number;
    /** Size of a coded frame, px. */
    readonly width: number;
    readonly height: number;
    /** The transfer function of HDR video; null for SDR. */
    readonly hdr: 'arib-std-b67' | 'smpte2084' | null;
  } | null;
}

/** The arguments of ffprobe. */
export const probed: readonly string[] = [
  '-show_data',
  '-show_entries',
  [
    'stream=index,codec_type,codec_name,codec_tag_string,profile,level,width,height,sample_aspect_ratio',
    'avg_frame_rate,r_frame_rate,pix_fmt,color_transfer,extradata,duration',
  ].join(',') + ':stream_side_data=rotation:stream_disposition=attached_pic:format=format_name,duration:format_tags',
  '-of',
  'json=compact=1',
];

/** Maximum bytes of the output. */
export const longestProbe = 4 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** @throws SyntaxError if this is not an output of ffprobe */
export function readProbe(json: string): ProbedVideo {
  const { streams, format } = fields(JSON.parse(json));
  const all = Array.isArray(streams) ? streams.map(fields) : [];
  const pictures = all.filter(
    (candidate) => candidate['codec_type'] === 'video' && fields(candidate['disposition'])['attached_pic'] !== 1,
  );
  const [stream] = pictures;
  const sound = all.find((candidate) => candidate['codec_type'] === 'audio');
  const about = fields(format);
  const words = new Map(
    Object.entries(fields(about['tags'])).map(([name, value]) => [name.toLowerCase(), text(value)]),
  );
  const tracks = [stream, sound].flatMap((candidate) => (candidate ? [track(candidate)] : []));
  const created = Date.parse(words.get('creation_time') ?? '') / 1000;
  const movie: MovieFacts = {
    ...recordOf(words, Number.isFinite(created) ? Math.floor(created) : null),
    duration: number(about['duration']) ?? number(stream?.['duration']),
    size: stream ? uprightSize(stream) : null,
  };
  if (!stream) return { facts: unknownVideo, movie, picture: null };
  const transfer = stream['color_transfer'];
  return {
    facts: {
      type: mediaType(text(about['format_name']), words.get('major_brand') ?? '', tracks),
      videoCodec: text(stream['codec_name']) || null,
      audioCodec: text(sound?.['codec_name']) || null,
      frameRate: rateOf(stream),
    },
    movie,
    picture: {
      index: number(stream['index']) ?? 0,
      width: number(stream['width']) ?? 0,
      height: number(stream['height']) ?? 0,
      hdr: transfer === 'arib-std-b67' || transfer === 'smpte2084' ? transfer : null,
    },
  };
}

function track(stream: Fields): CodedTrack {
  return {
    codec: text(stream['codec_name']),
    tag: text(stream['codec_tag_string']),
    profile: text(stream['profile']),
    level: number(stream['level']) ?? 0,
    setup: dumped(text(stream['extradata'])),
    pixels: text(stream['pix_fmt']),
    width: number(stream['width']) ?? 0,
    height: number(stream['height']) ?? 0,
    frameRate: rateOf(stream),
  };
}

/** The size with square pixels, after the rotation by the track's matrix. */
function uprightSize(stream: Fields): MovieFacts['size'] {
  const height = number(stream['height']) ?? 0;
  const [across = 0, down = 0] = text(stream['sample_aspect_ratio']).split(':').map(Number);
  const width = Math.round((number(stream['width']) ?? 0) * (across > 0 && down > 0 ? across / down : 1));
  if (!isSide(width) || !isSide(height)) return null;
  const sides = Array.isArray(stream['side_data_list']) ? stream['side_data_list'].map(fields) : [];
  const rotation = sides.map((side) => number(side['rotation'])).find((turn) => turn !== null) ?? 0;
  return Math.abs(rotation % 180) > 45 && Math.abs(rotation % 180) < 135
    ? { width: height, height: width }
    : { width, height };
}

const isSide = (side: number): boolean => Number.isSafeInteger(side) && side >= 1;

/** The mean, if the rate varies. */
function rateOf(stream: Fields): number | null {
  for (const name of ['avg_frame_rate', 'r_frame_rate']) {
    const [frames = 0, seconds = 0] = text(stream[name]).split('/').map(Number);
    const rate = frames / seconds;
    if (rate > 0 && rate <= 1000) return Math.round(rate * 1000) / 1000;
  }
  return null;
}

/** Parses lines such as `00000000: 0164 001e ffe1  .d....`. */
function dumped(dump: string): Buffer {
  const bytes = [...dump.matchAll(/^[0-9a-f]{8}: ((?:[0-9a-f]{2,4} )+)/gm)].map(([, hex = '']) =>
    hex.replaceAll(' ', ''),
  );
  return Buffer.from(bytes.join(''), 'hex');
}

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function number(value: unknown): number | null {
  const parsed = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null;
}
