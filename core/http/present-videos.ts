import type { DescribedPhoto } from '../domain/photo.ts';
import type * as wire from './wire.ts';

/** What moves in a photo. */
export function movingParts({
  motion,
  video,
  convertible,
}: Pick<DescribedPhoto, 'motion' | 'video' | 'convertible'>): Pick<wire.Photo, 'motion' | 'video'> {
  return {
    motion: motion && { media_type: motion.mediaType, size: motion.size },
    video: video && {
      type: video.type,
      video_codec: video.videoCodec,
      audio_codec: video.audioCodec,
      frame_rate: video.frameRate,
      convertible,
    },
  };
}
