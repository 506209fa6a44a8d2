import { madeVideo } from '../support/made-video.ts';
import { motionPhoto } from '../support/motion-photos.ts';
import { photoLikeJpeg } from '../support/pictures.ts';

const h264 = [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  '-movflags',
  '+faststart',
];

/** Files for a library, the newest first: videos that browsers can play, videos that they cannot, and photos in between. */
export async function watchedVideos(): Promise<Record<string, Buffer>> {
  const small = { size: '160x120' };
  return {
    'first.jpg': await photoLikeJpeg(3, 800, 600),
    'clip.mp4': await madeVideo('clip.mp4', h264, { seconds: 30 }),
    'short.webm': await madeVideo('short.webm', ['-c:v', 'libvpx', '-c:a', 'libopus'], { ...small, seconds: 1 }),
    'middle.jpg': await photoLikeJpeg(4, 600, 800),
    'film.mp4': await madeVideo('film.mp4', ['-r', '5', ...h264], { ...small, seconds: 90 }),
    'old.mp4': await madeVideo('old.mp4', ['-c:v', 'mpeg4', '-c:a', 'aac'], { ...small, seconds: 40 }),
    'moves.jpg': motionPhoto(
      await photoLikeJpeg(5, 640, 480),
      await madeVideo('m.mp4', h264, { ...small, seconds: 1 }),
    ),
    'broken.mp4': await madeVideo('b.mp4', h264, small),
    'phone.jpg': motionPhoto(
      await photoLikeJpeg(6, 640, 480),
      await madeVideo('m.mp4', ['-c:v', 'mpeg4'], { ...small, seconds: 1, sound: false }),
    ),
  };
}
