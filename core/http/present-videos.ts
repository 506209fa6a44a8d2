import type { DescribedPhoto } from '../domain/photo.ts';
import type * as wire from './wire.ts';

/** The video of a photo of kind `video`, or the motion part of a live photo. */
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
