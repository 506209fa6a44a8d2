/** A track of a video, according to ffprobe. */
export interface CodedTrack {
  readonly codec: string;
  /** The name of the codec in the container: `avc1`. */
  readonly tag: string;
  readonly profile: string;
  readonly level: number;
  /** The beginning of the decoder's configuration. */
  readonly setup: Buffer;
  /** `yuv420p10le` */
  readonly pixels: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number | null;
}

const containers: readonly (readonly [format: RegExp, type: string])[] = [
  [/\bmp4\b/, 'video/mp4'],
  [/^matroska/, 'video/x-matroska'],
  [/^avi/, 'video/x-msvideo'],
  [/^mpegts/, 'video/mp2t'],
  [/^ogg/, 'video/ogg'],
  [/^flv/, 'video/x-flv'],
];

/** Codecs that have the same names for browsers in WebM. */
const ofWebm = new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis']);
/** Codecs that browsers play in MOV if it is declared as MP4: the boxes are the same. */
const ofMp4 = new Set(['h264', 'hevc', 'av1', 'aac', 'mp3']);

/**
 * The media type with its codecs (RFC 6381), for a browser's `canPlayType`; null if one of the codecs has no such name.
 * @param format ffmpeg's name of the container
 * @param brand of a file of ISO media: `qt  `
 */
export function mediaType(format: string, brand: string, tracks: readonly CodedTrack[]): string | null {
  const names = tracks.map(codecName);
  const [, type] = containers.find(([pattern]) => pattern.test(format)) ?? [];
  if (type === undefined || names.length === 0 || names.includes(null)) return null;
  const all = (codecs: ReadonlySet<string>): boolean => tracks.every(({ codec }) => codecs.has(codec));
  const isWebm = type === 'video/x-matroska' && all(ofWebm);
  const isMovie = type === 'video/mp4' && brand.startsWith('qt') && !all(ofMp4);
  return `${isWebm ? 'video/webm' : isMovie ? 'video/quicktime' : type}; codecs="${names.join(', ')}"`;
}

function codecName(track: CodedTrack): string | null {
  const { codec, tag, profile } = track;
  switch (codec) {
    case 'h264':
      return h264(track);
    case 'hevc':
      return hevc(track);
    case 'vp8':
      return 'vp8';
    case 'vp9':
      return `vp09.0${/\d/.exec(profile)?.[0] ?? 0}.${vp9Level(track)}.${two(bitDepth(track))}`;
    case 'av1':
      return av1(track);
    case 'aac':
      return `mp4a.40.${profile.startsWith('HE-AACv2') ? 29 : profile.startsWith('HE-AAC') ? 5 : 2}`;
    case 'mp3':
      return tag === 'mp4a' ? 'mp4a.6B' : 'mp3';
    case 'ac3':
      return 'ac-3';
    case 'eac3':
      return 'ec-3';
    case 'opus':
    case 'vorbis':
    case 'flac':
    case 'alac':
    case 'theora':
      return codec;
    // Apple's player identifies ProRes by its name in the container.
    case 'prores':
      return /^ap[0-9a-z]{2}$/.test(tag) ? tag : null;
    default:
      return codec.startsWith('pcm_') && /^[a-z]{4}$/.test(tag) ? tag : null;
  }
}

/** Profile, constraints and level in hexadecimal: from the second byte of `avcC`, or of an SPS. */
function h264({ setup, profile, level }: CodedTrack): string | null {
  if (setup[0] === 1 && setup.length >= 4) return `avc1.${setup.toString('hex', 1, 4)}`;
  const sps = setup.indexOf(Buffer.from([0, 0, 1, 0x67]));
  if (sps >= 0 && setup.length >= sps + 7) return `avc1.${setup.toString('hex', sps + 4, sps + 7)}`;
  const start = { 'Constrained Baseline': '42e0', Baseline: '4200', Main: '4d00', High: '6400', 'High 10': '6e00' }[
    profile
  ];
  return start === undefined || level <= 0 ? null : `avc1.${start}${level.toString(16).padStart(2, '0')}`;
}

/** ISO/IEC 14496-15, annex E: profile, reversed compatibility flags, tier and level, constraints without trailing zeros. */
function hevc({ setup, tag, profile, level }: CodedTrack): string | null {
  const name = tag === 'hev1' ? 'hev1' : 'hvc1';
  if (setup[0] !== 1 || setup.length < 13) {
    const isTen = profile === 'Main 10';
    return /^Main( 10)?$/.test(profile) && level > 0 ? `${name}.${isTen ? 2 : 1}.${isTen ? 4 : 6}.L${level}.B0` : null;
  }
  const [, first = 0] = setup;
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  const compatible = Array.from({ length: 32 }, (_, bit) => (setup.readUInt32BE(2) >>> bit) & 1)
    .reverse()
    .reduce((sum, bit, index) => sum + bit * 2 ** index, 0);
  const constraints = [...setup.subarray(6, 12)].map((byte) => byte.toString(16).toUpperCase());
  while (constraints.length > 0 && constraints.at(-1) === '0') constraints.pop();
  const tier = first & 0x20 ? 'H' : 'L';
  return [
    name,
    `${space}${first & 0x1f}`,
    compatible.toString(16).toUpperCase(),
    `${tier}${setup[12]}`,
    ...constraints,
  ].join('.');
}

/** `av1C`: profile and level; tier and depth. */
function av1(track: CodedTrack): string | null {
  const { setup } = track;
  const [mark, second = 0, third = 0] = setup;
  if (mark !== 0x81 || setup.length < 4) return null;
  return `av01.${second >> 5}.${two(second & 0x1f)}${third & 0x80 ? 'H' : 'M'}.${two(bitDepth(track))}`;
}

/** Containers rarely specify it: the minimum level for this frame size and rate. */
function vp9Level({ level, width, height, frameRate }: CodedTrack): number {
  if (level > 0) return level;
  const luma = width * height;
  const rate = luma * (frameRate ?? 30);
  const [minimumLevel] = vp9Levels.find(([, maxLuma, maxRate]) => luma <= maxLuma && rate <= maxRate) ?? [62];
  return minimumLevel;
}

/** Level, pixels, pixels per second. */
const vp9Levels: readonly (readonly [number, number, number])[] = [
  [10, 36_864, 829_440],
  [11, 73_728, 2_764_800],
  [20, 122_880, 4_608_000],
  [21, 245_760, 9_216_000],
  [30, 552_960, 20_736_000],
  [31, 983_040, 36_864_000],
  [40, 2_228_224, 83_558_400],
  [41, 2_228_224, 160_432_128],
  [50, 8_912_896, 311_951_360],
  [51, 8_912_896, 588_251_136],
  [52, 8_912_896, 1_176_502_272],
  [60, 35_651_584, 1_176_502_272],
  [61, 35_651_584, 2_353_004_544],
];

const bitDepth = ({ pixels }: CodedTrack): number => Number(/(10|12)(le|be)$/.exec(pixels)?.[1] ?? 8);
const two = (value: number): string => String(value).padStart(2, '0');
