import { batch, effect, signal } from '@preact/signals';
import type { PlayerOptions, PlayerFailure } from './player-options.ts';
import type { Habits } from './habits.ts';
import { canJump, listen, unload, type Screen } from './screen.ts';

/** Milliseconds before a jump in a stream is made, unless another one follows: each is a request. */
const settles = 250;
/** Milliseconds after which a paused stream is released, so that the server can convert others. */
const longestRest = 60_000;
/** With fewer seconds left in a video, no stream is requested. */
const minSecondsLeft = 1;
/** A stream may end this many seconds, and this fraction, early, since durations are approximate. */
const earlyEnd = { seconds: 2, part: 0.02 };

/**
 * Plays one video in an element: the original, or a stream converted by the server. A stream has no duration and is not
 * seekable: its duration is known from elsewhere, and a jump requests a new stream from there.
 */
export class VideoPlayer {
  readonly playing = signal(false);
  /** Whether it waits for more data. */
  readonly waiting = signal(false);
  readonly ended = signal(false);
  /** Seconds from the beginning of the video. */
  readonly time = signal(0);
  readonly length = signal<number | null>(null);
  /** How far it is loaded, in seconds from the beginning. */
  readonly loaded = signal(0);
  readonly failure = signal<PlayerFailure | null>(null);
  /** Whether it plays without any input for a while. */
  readonly isIdle = signal(false);
  /** Incremented when a key toggles full screen. */
  readonly wantsScreen = signal(0);
  readonly #options: PlayerOptions;
  #screen: Screen | null = null;
  #way = 0;
  /** The second at which the stream began; 0 for the original. */
  #start = 0;
  /** Whether the element has a URL, and a picture of it. */
  #state: 'empty' | 'loading' | 'ready' = 'empty';
  /** Incremented for each URL: events of earlier ones are ignored. */
  #run = 0;
  #jump: ReturnType<typeof setTimeout> | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #leave: () => void = () => undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.length.value = options.length;
    this.time.value = options.resume.of(options.uid);
  }

  get habits(): Habits {
    return this.#options.habits;
  }

  /** An original is loaded far enough to show a picture; a stream is not requested until it is played. */
  attach(screen: Screen): void {
    this.#screen = screen;
    const unfollow = this.#follow(screen);
    const unapply = effect(() => {
      this.habits.applyTo(screen);
    });
    this.#leave = () => {
      unfollow();
      unapply();
    };
    if (!this.#isStream) void this.#load();
  }

  /** To be called when the player is closed. */
  release(): void {
    this.#keep();
    this.#leave();
    this.#empty();
    this.#screen = null;
    this.playing.value = false;
  }

  toggle(): void {
    if (this.playing.peek()) this.pause();
    else this.play();
  }

  play(): void {
    const hasEnded = this.ended.peek();
    if (hasEnded) this.seek(0);
    this.playing.value = true;
    clearTimeout(this.#rest);
    if (this.failure.peek()) this.retry();
    else if (this.#state === 'empty' || (hasEnded && this.#isStream)) void this.#load();
    else this.#begin();
  }

  pause(): void {
    this.playing.value = false;
    this.#screen?.pause();
  }

  /** @param by seconds, negative for back */
  skip(by: number): void {
    this.seek(this.time.peek() + by);
  }

  /** @param rests false while the user drags along the bar: no stream is requested yet */
  seek(to: number, rests = true): void {
    const length = this.length.peek();
    const time = Math.max(0, length === null ? to : Math.min(to, length));
    batch(() => {
      this.time.value = time;
      this.ended.value = false;
    });
    clearTimeout(this.#jump);
    if (rests && this.#isStream && length !== null && time > length - minSecondsLeft) {
      this.#isOver(length);
      return;
    }
    const position = time - this.#start;
    if (this.#state === 'ready' && this.#screen && canJump(this.#screen, position)) this.#screen.currentTime = position;
    else if (this.#isStream && this.#state !== 'empty') {
      this.#state = 'loading';
      if (rests) this.#jump = setTimeout(() => void this.#load(), settles);
    }
  }

  /** Retries after a failure. */
  retry(): void {
    if (this.failure.peek() === 'unplayable') this.#way = 0;
    void this.#load();
  }

  get #isStream(): boolean {
    return this.#options.ways[this.#way] === 'stream';
  }

  async #load(): Promise<void> {
    clearTimeout(this.#jump);
    const run = ++this.#run;
    const start = this.#isStream ? this.time.peek() : 0;
    this.#state = 'loading';
    // The previous stream is released first, so that the server has room for this one.
    if (this.#isStream && this.#screen?.src) unload(this.#screen);
    batch(() => {
      this.failure.value = null;
      this.waiting.value = this.playing.peek();
      this.loaded.value = start;
    });
    let address: string;
    let streamStart: number | null = null;
    try {
      address = await this.#options.address(this.#isStream ? 'stream' : 'full', start);
      if (start > 0) streamStart = await this.#options.begins(address).catch(() => null);
    } catch {
      if (run === this.#run) this.#fail('lost');
      return;
    }
    if (run !== this.#run || !this.#screen) return;
    this.#start = streamStart ?? start;
    this.#screen.src = address;
    if (this.playing.peek()) this.#begin();
  }

  #empty(): void {
    clearTimeout(this.#jump);
    clearTimeout(this.#rest);
    this.#run++;
    this.#state = 'empty';
    if (this.#screen) unload(this.#screen);
  }

  /** Browsers that block autoplay with sound play without it. */
  #begin(): void {
    const screen = this.#screen;
    const run = this.#run;
    if (!screen?.src) return;
    screen.play().catch((error: unknown) => {
      if (run !== this.#run || (error as Error).name !== 'NotAllowedError') return;
      this.habits.muted.value = true;
      screen.play().catch(() => {
        this.playing.value = false;
      });
    });
  }

  #follow(screen: Screen): () => void {
    const endWaiting = (): void => {
      this.waiting.value = false;
    };
    return listen(screen, {
      loadedmetadata: () => {
        this.#shows(screen);
      },
      timeupdate: () => {
        if (this.#state === 'ready') this.time.value = this.#start + screen.currentTime;
      },
      progress: () => {
        const { buffered } = screen;
        if (buffered.length > 0) this.loaded.value = this.#start + buffered.end(buffered.length - 1);
      },
      // Media keys and picture-in-picture also play and pause.
      play: () => {
        clearTimeout(this.#rest);
        this.playing.value = true;
      },
      pause: () => {
        this.#pauses();
      },
      waiting: () => {
        this.waiting.value = this.playing.peek();
      },
      playing: endWaiting,
      canplay: endWaiting,
      ended: () => {
        this.#ends();
      },
      error: () => {
        void this.#breaks(screen.src);
      },
    });
  }

  #shows(screen: Screen): void {
    // Some browsers play only the sound of a video whose picture they cannot decode.
    if (screen.videoWidth === 0) {
      this.#goOnOtherwise();
      return;
    }
    this.#state = 'ready';
    if (this.#isStream) return;
    if (Number.isFinite(screen.duration)) this.length.value = screen.duration;
    if (this.time.peek() > 0) screen.currentTime = this.time.peek();
  }

  #pauses(): void {
    if (this.#state !== 'ready') return;
    this.playing.value = false;
    this.#keep();
    if (!this.#isStream) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#empty();
    }, longestRest);
  }

  #ends(): void {
    const length = this.length.peek();
    const missingSeconds = length === null ? 0 : length - this.time.peek();
    if (this.#isStream && missingSeconds > earlyEnd.seconds + earlyEnd.part * (length ?? 0)) {
      this.#fail('lost');
      return;
    }
    this.#isOver(length);
  }

  /** @param length seconds; null if unknown */
  #isOver(length: number | null): void {
    this.#screen?.pause();
    batch(() => {
      this.playing.value = false;
      this.waiting.value = false;
      this.ended.value = true;
      if (length !== null) this.time.value = length;
    });
    this.#keep();
  }

  /** The element does not report why it failed, so a request to the server finds out. */
  async #breaks(address: string): Promise<void> {
    const run = this.#run;
    const wasReady = this.#state === 'ready';
    const refusal = await this.#options.refusal(address).catch((): PlayerFailure => 'lost');
    if (run !== this.#run) return;
    if (refusal && refusal !== 'unplayable') this.#fail(refusal);
    else if (this.#isStream && wasReady) this.#fail('lost');
    else this.#goOnOtherwise();
  }

  #goOnOtherwise(): void {
    if (this.#way + 1 >= this.#options.ways.length) {
      this.#fail('unplayable');
      return;
    }
    this.#way++;
    this.#empty();
    if (this.playing.peek()) void this.#load();
  }

  #fail(failure: PlayerFailure): void {
    this.#empty();
    batch(() => {
      this.failure.value = failure;
      this.playing.value = false;
      this.waiting.value = false;
    });
  }

  #keep(): void {
    this.#options.resume.keep(this.#options.uid, this.time.peek(), this.length.peek());
  }
}
