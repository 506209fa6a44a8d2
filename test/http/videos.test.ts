import { expect } from 'chai';
import { inject } from '../../core/compose/inject.ts';
import type { Photo } from '../../core/http/wire.ts';
import { ProgramFinder } from '../../core/media/video/programs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { MemorySource } from '../support/memory-source.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { skip } from '../support/skip.ts';

describe('the video data of a photo', function () {
  let app: TestApp;
  let source: MemorySource;

  beforeEach(() => {
    source = new MemorySource();
  });
  afterEach(() => app.stop());

  const start = async (programs?: ProgramFinder): Promise<void> => {
    app = await startTestApp({
      handedOver: { provided: { 'photo-source': source } },
      prepare: (container) => {
        if (programs) container.register(inject.videoPrograms, { useValue: programs });
      },
    });
    await app.untilIndexed();
  };
  const videoOf = async (uid: string): Promise<Photo['video']> => {
    const answer = await app.call('GET', `/api/photos/${uid}`, { as: 'read' });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return (JSON.parse(answer.payload) as Photo).video;
  };

  it('has the codecs and whether the video can be converted, and is null for other photos', async function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    const film = await madeVideo('film.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'], { seconds: 1, sound: false });
    source.put('film', film, { kind: 'video', name: 'film.mp4', mediaType: 'video/mp4' });
    source.put('still', await photoLikeJpeg(1, 64, 48));
    await start();
    expect(await videoOf('film')).to.deep.equal({
      ...{ type: 'video/mp4; codecs="avc1.64000d"', video_codec: 'h264', audio_codec: null, frame_rate: 25 },
      convertible: true,
    });
    expect(await videoOf('still')).to.equal(null);
  });

  it('is empty if no program can read videos', async () => {
    source.put('film', Buffer.from('a video'), { kind: 'video', name: 'film.mp4', mediaType: 'video/mp4' });
    await start(new ProgramFinder(''));
    expect(await videoOf('film')).to.deep.equal({
      ...{ type: null, video_codec: null, audio_codec: null, frame_rate: null, convertible: false },
    });
  });
});
