import { access, constants } from 'node:fs/promises';
import { runProgram } from './run-program.ts';
import { renderNode, type Encoder } from './stream-command.ts';
import { videoMemory } from './untrusted-input.ts';

/** Milliseconds after which a trial without a result is repeated. A viewer waits for each. */
const tryAgainAfter = 600_000;

/** Encodes one frame on the graphics chip, and discards it. */
const trialOn = (device: string): string[] => [
  ...['-v', 'error', '-nostdin', '-vaapi_device', device, '-f', 'lavfi', '-i', 'color=size=640x360:rate=1'],
  ...['-frames:v', '1', '-vf', 'format=nv12,hwupload', '-c:v', 'h264_vaapi', '-profile:v', 'high', '-f', 'null', '-'],
];

interface Options {
  /** The graphics chip. */
  readonly device?: string;
  /** The timeout of the next trial, in seconds. */
  readonly patience?: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Finds the encoder of this machine, by a trial. */
export class EncoderFinder {
  readonly #device: string;
  readonly #patience: () => number;
  readonly #now: () => number;
  #found: Promise<Encoder> | undefined;
  #timedOutAt: number | undefined;

  constructor({ device = renderNode, patience = () => 10, now = () => performance.now() }: Options = {}) {
    this.#device = device;
    this.#patience = patience;
    this.#now = now;
  }

  /**
   * After a trial that took too long, perhaps on a busy machine, x264 is used for a while.
   * @throws ProcessBroken if the system does not start ffmpeg now
   */
  async find(ffmpeg: string): Promise<Encoder> {
    if (this.#timedOutAt !== undefined && this.#now() - this.#timedOutAt > tryAgainAfter) this.#found = undefined;
    const trial = (this.#found ??= this.#try(ffmpeg));
    try {
      return await trial;
    } catch (error) {
      if (this.#found === trial) this.#found = undefined;
      throw error;
    }
  }

  async #try(ffmpeg: string): Promise<Encoder> {
    this.#timedOutAt = undefined;
    const isThere = await access(this.#device, constants.R_OK | constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isThere) return 'x264';
    const options = { memory: videoMemory, seconds: this.#patience(), mostBytes: 1000 };
    const { signal } = new AbortController();
    const { code, timedOut } = await runProgram(ffmpeg, trialOn(this.#device), { ...options, signal });
    if (timedOut) this.#timedOutAt = this.#now();
    return code === 0 ? 'vaapi' : 'x264';
  }
}
