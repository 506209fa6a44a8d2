import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { mock } from 'node:test';
import { expect } from 'chai';
import { runningStream } from '../../../../core/media/video/running-stream.ts';
import { outputOf } from '../../../support/child-process.ts';
import { fromSource } from '../../../support/programs.ts';
import { skip } from '../../../support/skip.ts';
import { hasFileLimits, withTooManyFiles } from '../../../support/too-many-files.ts';

/** A stream treats any program that writes as ffmpeg. */
describe('the stream of a program to a viewer', function () {
  before(function () {
    if (process.platform === 'win32') skip(this, 'there is no sh');
  });
  afterEach(() => {
    mock.timers.reset();
  });

  const run = async (
    program: string,
    args: readonly string[],
    options: { patience?: number; failure?: unknown; isWaiting?: boolean } = {},
  ) => {
    const gone = new AbortController();
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const pieces: number[] = [];
    const stream = await runningStream(program, args, {
      signal: gone.signal,
      failure: () => options.failure,
      isWaiting: () => options.isWaiting ?? false,
      onPiece: () => pieces.push(1),
      onEnd: ended,
      ...(options.patience !== undefined && { patience: options.patience }),
    });
    return { stream, end, pieces, gone };
  };

  it('passes on the output of the program to its end', async () => {
    const { stream, end, pieces } = await run('/bin/echo', ['frame']);
    expect(await stream!.toArray()).to.deep.equal([Buffer.from('frame\n')]);
    expect(pieces).to.have.length(1);
    await end;
  });

  it('is null if the program ends before it has written anything', async () => {
    const { stream, end } = await run('/bin/false', []);
    expect(stream).to.equal(null);
    await end;
  });

  it('breaks off if the program or its source fails', async () => {
    const failing = await run('/bin/sh', ['-c', 'echo frame; exit 1']);
    expect(await failing.stream!.toArray().catch(String)).to.match(/broke off/);
    const cut = await run('/bin/echo', ['frame'], { failure: new Error('away') });
    expect(await cut.stream!.toArray().catch(String)).to.match(/broke off/);
  });

  it('ends if nobody reads it for long, or the program writes nothing for long', async () => {
    // With a mocked clock, the time that a busy machine takes to start the program does not count.
    mock.timers.enable({ apis: ['setTimeout'] });
    const unread = await run('/usr/bin/yes', [], { patience: 100 });
    mock.timers.tick(100);
    await unread.end;
    expect(await finished(unread.stream!).catch(String)).to.match(/stood still/);
    mock.timers.reset();
    const silent = (isWaiting: boolean): Promise<unknown> =>
      run('/bin/sleep', ['600'], { patience: 100, isWaiting }).catch((error: unknown) => error);
    expect(await silent(true)).to.include({ name: 'SourceError', code: 'timeout' });
    // Its source has sent what was requested.
    expect(await silent(false)).to.include({ name: 'SlowConversion' });
  });

  describe('of a program that the system does not start', () => {
    const started = async (args: readonly string[] = []): Promise<unknown[]> => {
      let ends = 0;
      const { signal } = new AbortController();
      const still = { failure: () => undefined, isWaiting: () => false, onPiece: () => undefined };
      const options = { signal, ...still, onEnd: () => (ends += 1) };
      const outcome = await runningStream('/bin/true', args, options).catch((error: unknown) => (error as Error).name);
      return [outcome, ends];
    };

    it('fails and has ended if too many files are open', async function () {
      if (!hasFileLimits) skip(this, 'there is no prlimit');
      expect(await withTooManyFiles(() => started())).to.deep.equal(['ProcessBroken', 1]);
      expect(await started()).to.deep.equal([null, 1]);
    });

    it('fails and has ended if the system rejects the arguments', async () => {
      expect(await started(['x'.repeat(8_000_000)])).to.deep.equal(['ProcessBroken', 1]);
    });

    it('fails and has ended if too many processes run', async function () {
      if (!hasFileLimits) skip(this, 'there is no prlimit');
      const fixture = join(import.meta.dirname, '../../../fixtures/last-process.ts');
      const child = spawn(process.execPath, fromSource(fixture), { timeout: 60_000, killSignal: 'SIGKILL' });
      expect(await outputOf(child)).to.deep.equal({ code: 0, stdout: 'ProcessBroken and ended\n', stderr: '' });
    });
  });

  it('ends when its viewer leaves, before the first frame or after it', async () => {
    const { stream, end, gone } = await run('/usr/bin/yes', []);
    gone.abort(new Error('gone'));
    await end;
    expect(await finished(stream!).catch(String)).to.match(/Abort/);
    const early = new AbortController();
    let ended = (): void => undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const waits = runningStream('/bin/sleep', ['600'], {
      signal: early.signal,
      failure: () => undefined,
      isWaiting: () => false,
      onPiece: () => undefined,
      onEnd: ended,
    });
    early.abort(new Error('gone'));
    expect(await waits.catch(String)).to.match(/gone/);
    await over;
  });
});
