import { untrustedInput } from './untrusted-input.ts';
import type { ProbedVideo } from './probe.ts';

/** px of the longest side. */
const longestSide = 1920;

/** The mean luma, 0 to 255, below which other frames are tried. */
export const darkest = 32;

/** Seconds: for a shorter video, the first frame is good enough. */
export const tooShort = 1;

/** One frame of a video, as it is requested from ffmpeg. */
export interface Frame {
  /** Seconds from the beginning; 0 for the first frame. */
  readonly at: number;
  /** Whether the nearest keyframe is sufficient, so that no other frame has to be decoded. */
  readonly isNearest?: boolean;
  /** Whether HDR video is converted to SDR. */
  readonly isToned: boolean;
}

/** The arguments with which ffmpeg makes an upright JPEG of a frame, and reports its mean luma. */
export function frameOf(url: string, picture: NonNullable<ProbedVideo['picture']>, frame: Frame): string[] {
  const { at, isNearest = false, isToned } = frame;
  const share = `min(1,${longestSide}/max(iw*sar,ih))`;
  const filters = [
    `scale=w='max(1,trunc(iw*sar*${share}+0.5))':h='max(1,trunc(ih*${share}+0.5))':flags=bicubic`,
    'setsar=1',
    ...(isToned ? toned(picture.hdr) : []),
    'format=yuvj420p',
    'signalstats',
    "metadata=print:key=lavfi.signalstats.YAVG:file='pipe\\:2'",
  ];
  return [
    ...['-nostdin', ...untrustedInput],
    ...(isNearest ? ['-noaccurate_seek', '-skip_frame', 'nokey'] : []),
    ...(at > 0 ? ['-ss', at.toFixed(3)] : []),
    ...['-i', url, '-map', `0:${picture.index}`, '-an', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-frames:v', '1', '-vf', filters.join(','), '-filter_threads', '1'],
    ...['-c:v', 'mjpeg', '-q:v', '2', '-f', 'image2pipe', 'pipe:1'],
  ];
}

/** Tone mapping from scene light to display light. */
function toned(hdr: NonNullable<ProbedVideo['picture']>['hdr']): string[] {
  if (hdr === null) return [];
  return [
    `zscale=tin=${hdr}:pin=bt2020:min=bt2020nc:t=linear:npl=203`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=pc',
  ];
}

/** The mean luma that ffmpeg reported for a frame; 255 if it reported none. */
export function lumaIn(report: string): number {
  return Number(/lavfi\.signalstats\.YAVG=([\d.]+)/.exec(report)?.[1] ?? 255);
}
