import { expect } from 'chai';
import type { VideoFacts } from '../../core/http/wire.ts';
import { clock, spokenClock } from '../../web/state/viewer/video/clock.ts';
import { Habits } from '../../web/state/viewer/video/habits.ts';
import type { PlayerOptions, PlayerFailure } from '../../web/state/viewer/video/player-options.ts';
import { VideoPlayer } from '../../web/state/viewer/video/player.ts';
import { Resume } from '../../web/state/viewer/video/resume.ts';
import type { Screen } from '../../web/state/viewer/video/screen.ts';
import { waysToPlay } from '../../web/state/viewer/video/ways.ts';
import { until } from '../support/until.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

const spans = (of: readonly Span[]) => ({
  length: of.length,
  start: (at: number): number => of[at]!.from,
  end: (at: number): number => of[at]!.to,
});

/** Imitates the video element of a browser. */
class Element extends EventTarget implements Screen {
  src = '';
  currentTime = 0;
  muted = false;
  volume = 1;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  duration = NaN;
  paused = true;
  videoWidth = 0;
  buffered = spans([]);
  seekable = spans([]);
  readonly addresses: string[] = [];

  play(): Promise<void> {
    this.paused = false;
    this.tell('play');
    return Promise.resolve();
  }

  pause(): void {
    this.paused = true;
    this.tell('pause');
  }

  load(): void {
    this.currentTime = 0;
  }

  removeAttribute(): void {
    this.src = '';
  }

  tell(event: string): void {
    this.dispatchEvent(new Event(event));
  }

  /** Waits for a new address, and loads its metadata. @param duration seconds; infinite for a stream */
  async comes(duration: number, videoWidth = 320): Promise<void> {
    await until(() => this.src !== '' && this.addresses.at(-1) !== this.src);
    this.addresses.push(this.src);
    Object.assign(this, { currentTime: 0, duration, videoWidth });
    this.seekable = spans([{ from: 0, to: Number.isFinite(duration) ? duration : 0 }]);
    this.tell('loadedmetadata');
  }

  goesOn(seconds: number): void {
    this.currentTime = seconds;
    this.tell('timeupdate');
  }
}

function opened(changes: Partial<PlayerOptions> = {}): { player: VideoPlayer; element: Element } {
  const player = new VideoPlayer({
    uid: 'holiday',
    length: 100,
    ways: ['full', 'stream'],
    address: (way, start) => (way === 'full' ? 'full' : `stream from ${start}`),
    begins: () => Promise.resolve(null),
    refusal: () => Promise.resolve(null),
    habits: new Habits(),
    resume: new Resume(),
    ...changes,
  });
  const element = new Element();
  player.attach(element);
  return { player, element };
}

describe('the player of a video', () => {
  it('plays the original file, and seeks in it', async () => {
    const { player, element } = opened();
    await element.comes(99.5);
    expect(player.length.value).to.equal(99.5);
    player.play();
    element.goesOn(3);
    expect([player.playing.value, player.time.value]).to.deep.equal([true, 3]);
    player.skip(10);
    expect(element.currentTime).to.equal(13);
    player.seek(1000);
    expect(player.time.value).to.equal(99.5);
    expect(element.addresses).to.deep.equal(['full']);
  });

  it('requests a stream on play if the browser cannot play the file', async () => {
    const { player, element } = opened();
    // The browser plays only the sound, without a picture.
    await element.comes(100, 0);
    expect(element.src).to.equal('');
    player.play();
    await element.comes(Infinity);
    expect(element.addresses).to.deep.equal(['full', 'stream from 0']);
    expect([player.length.value, player.playing.value]).to.deep.equal([100, true]);
  });

  it('requests the stream from the position that was seeked to, once for several quick key presses', async () => {
    const { player, element } = opened({ ways: ['stream'] });
    player.play();
    await element.comes(Infinity);
    element.goesOn(2);
    player.skip(10);
    player.skip(10);
    expect(player.time.value).to.equal(22);
    await element.comes(Infinity);
    element.goesOn(1.5);
    expect(player.time.value).to.equal(23.5);
    expect(element.addresses).to.deep.equal(['stream from 0', 'stream from 22']);
  });

  it('counts from the actual start of a stream, since copied video starts at a keyframe', async () => {
    const { player, element } = opened({
      ways: ['stream'],
      begins: (address) => Promise.resolve(address === 'stream from 22' ? 20 : null),
    });
    player.play();
    await element.comes(Infinity);
    player.seek(22);
    await element.comes(Infinity);
    element.goesOn(1.5);
    expect(player.time.value).to.equal(21.5);
  });

  it('ends on a seek to the end of a stream, without a request, and then plays from the start', async () => {
    const { player, element } = opened({ ways: ['stream'] });
    player.play();
    await element.comes(Infinity);
    player.seek(100);
    expect([player.ended.value, player.playing.value, player.time.value]).to.deep.equal([true, false, 100]);
    expect(element.paused).to.equal(true);
    player.play();
    await until(() => element.src === 'stream from 0');
    expect([player.ended.value, player.playing.value, player.time.value]).to.deep.equal([false, true, 0]);
  });

  it('ends the transfer of a stream before it asks where the next one starts', async () => {
    const held: string[] = [];
    const { player, element } = opened({
      ways: ['stream'],
      begins: () => {
        held.push(element.src);
        return Promise.resolve(null);
      },
    });
    player.play();
    await element.comes(Infinity);
    player.seek(50);
    await element.comes(Infinity);
    expect([held, element.src, player.failure.value]).to.deep.equal([[''], 'stream from 50', null]);
  });

  it('ends at the end of a stream, but fails if the stream breaks off', async () => {
    const { player, element } = opened({ ways: ['stream'] });
    player.play();
    await element.comes(Infinity);
    element.goesOn(40);
    element.tell('ended');
    expect(player.failure.value).to.equal('lost');
    player.retry();
    player.play();
    await element.comes(Infinity);
    expect(element.addresses.at(-1)).to.equal('stream from 40');
    element.goesOn(59);
    element.tell('ended');
    expect([player.failure.value, player.ended.value, player.time.value]).to.deep.equal([null, true, 100]);
  });

  for (const trouble of ['busy', 'lost', 'no_converter'] satisfies PlayerFailure[]) {
    it(`reports why the server does not send the video: ${trouble}`, async () => {
      const { player, element } = opened({ ways: ['stream'], refusal: () => Promise.resolve(trouble) });
      player.play();
      await until(() => element.src !== '');
      element.tell('error');
      await until(() => player.failure.value === trouble);
      expect([player.playing.value, element.src]).to.deep.equal([false, '']);
    });
  }

  it('reports that the video is unplayable if neither the file nor a stream can be played', async () => {
    const { player, element } = opened();
    player.play();
    await until(() => element.src === 'full');
    element.tell('error');
    await until(() => element.src === 'stream from 0');
    element.tell('error');
    await until(() => player.failure.value === 'unplayable');
  });

  it('ends the transfer when the video is closed, and resumes at that position when it is opened again', async () => {
    const resume = new Resume();
    const { player, element } = opened({ resume });
    await element.comes(100);
    player.seek(50);
    player.release();
    expect(element.src).to.equal('');
    const again = opened({ resume });
    await again.element.comes(100);
    expect(again.element.currentTime).to.equal(50);
    // No position is kept for a short video, nor near the end.
    resume.keep('short', 20, 40);
    resume.keep('holiday', 98, 100);
    expect([resume.of('short'), resume.of('holiday')]).to.deep.equal([0, 0]);
  });

  it('keeps volume and speed from one video to the next', () => {
    const habits = new Habits();
    const { player, element } = opened({ habits });
    habits.setVolume(0.4);
    habits.rate.value = 1.5;
    expect([element.volume, element.muted, element.playbackRate]).to.deep.equal([0.4, false, 1.5]);
    player.release();
    const next = opened({ habits }).element;
    expect([next.volume, next.playbackRate]).to.deep.equal([0.4, 1.5]);
    habits.setVolume(0);
    habits.toggleSound();
    expect([next.volume, next.muted]).to.deep.equal([1, false]);
  });
});

describe('playback of a video', () => {
  const facts: VideoFacts = {
    type: 'video/quicktime; codecs="avc1.640028"',
    video_codec: 'h264',
    audio_codec: null,
    frame_rate: 30,
    convertible: true,
  };
  const canPlay = (type: string): boolean => type.startsWith('video/mp4; codecs="avc1');

  it('uses the file if the browser can play it, even QuickTime; else a stream if the server can convert it', () => {
    expect(waysToPlay(facts, canPlay)).to.deep.equal(['full', 'stream']);
    expect(waysToPlay({ ...facts, type: 'video/mp4; codecs="hvc1"' }, canPlay)).to.deep.equal(['stream']);
    expect(waysToPlay({ ...facts, type: 'video/mp4; codecs="hvc1"', convertible: false }, canPlay)).to.deep.equal([
      'full',
    ]);
    expect(waysToPlay(null, canPlay)).to.deep.equal(['full', 'stream']);
  });

  it('shows times, and has words for them for screen readers', () => {
    expect([0, 65.2, 3723].map(clock)).to.deep.equal(['0:00', '1:05', '1:02:03']);
    expect([0, 65, 3600].map((seconds) => spokenClock(seconds, 'en'))).to.deep.equal([
      '0 seconds',
      '1 minute 5 seconds',
      '1 hour',
    ]);
    expect(spokenClock(121, 'de')).to.equal('2 Minuten 1 Sekunde');
  });
});
