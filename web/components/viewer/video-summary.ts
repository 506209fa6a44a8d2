import type { Photo } from '../../../core/http/wire.ts';
import { clock } from '../../state/viewer/video/clock.ts';
import { locale } from '../../strings/language.ts';
import { text } from '../../strings/index.ts';

/** The duration and codec of a video. */
export function videoSummary({ duration, video }: Photo): string {
  const codec = video?.video_codec?.toUpperCase().replace(/^H(\d)/, 'H.$1') ?? null;
  const rate = video?.frame_rate ?? null;
  const parts = [
    duration === null ? null : clock(duration),
    codec,
    rate === null ? null : text.frameRate(rate.toLocaleString(locale, { maximumFractionDigits: 2 })),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
