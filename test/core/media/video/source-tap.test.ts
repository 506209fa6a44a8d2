import { Readable } from 'node:stream';
import { expect } from 'chai';
import { errorCode } from '../../../../core/domain/error-code.ts';
import { ProgramFinder } from '../../../../core/media/video/programs.ts';
import { runProgram } from '../../../../core/media/video/run-program.ts';
import { SourceTap, type Loan } from '../../../../core/media/video/source-tap.ts';
import { SourceError } from '../../../../core/plugin-api/errors.ts';
import type { ByteRange, SourceContent } from '../../../../core/plugin-api/photo-source.ts';
import { hasFfmpeg, madeVideo } from '../../../support/made-video.ts';
import { skip } from '../../../support/skip.ts';
import { hasFileLimits, withTooManyFiles } from '../../../support/too-many-files.ts';
import { until } from '../../../support/until.ts';

/** A source with one file, which counts its open reads. */
class OneFile {
  readonly asked: ByteRange[] = [];
  open = 0;
  readonly size: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  readonly read = (range: ByteRange, signal: AbortSignal): Promise<SourceContent> => {
    this.asked.push(range);
    const { start, end = this.size - 1 } = range;
    const part = this.#bytes.subarray(start, end + 1);
    this.open += 1;
    const body = Readable.from(pieces(part), { signal, objectMode: false });
    body.once('close', () => (this.open -= 1));
    const about = { mediaType: 'video/mp4', rev: '1', modifiedTime: 0 };
    return Promise.resolve({ ...about, body, length: part.length, totalLength: this.size, range: { start, end } });
  };
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

describe('a file lent to a program', () => {
  const tap = new SourceTap();
  const lend = (file: OneFile): Promise<Loan> => tap.lend({ size: file.size, open: file.read });
  after(() => tap.close());

  it('is served as a whole and in ranges, but not outside of its size', async () => {
    const file = new OneFile(Buffer.from('0123456789'));
    const loan = await lend(file);
    const whole = await fetch(loan.url);
    const part = await fetch(loan.url, { headers: { range: 'bytes=3-5' } });
    const tail = await fetch(loan.url, { headers: { range: 'bytes=-2' } });
    const outside = await fetch(loan.url, { headers: { range: 'bytes=10-' } });
    expect([whole.status, await whole.text()]).to.deep.equal([200, '0123456789']);
    expect([part.status, await part.text(), part.headers.get('content-range')]).to.deep.equal([
      206,
      '345',
      'bytes 3-5/10',
    ]);
    expect([tail.status, await tail.text()]).to.deep.equal([206, '89']);
    expect(outside.status).to.equal(416);
    expect(loan.bytesRead).to.equal(15);
    loan.end();
  });

  it('cannot be read with another token, nor after its loan has ended', async () => {
    const loan = await lend(new OneFile(Buffer.from('secret')));
    const { origin } = new URL(loan.url);
    expect((await fetch(`${origin}/${'A'.repeat(32)}`)).status).to.equal(404);
    expect((await fetch(origin)).status).to.equal(404);
    expect((await fetch(loan.url, { method: 'POST' })).status).to.equal(404);
    loan.end();
    expect((await fetch(loan.url)).status).to.equal(404);
  });

  it('is no longer read from the source once the program leaves, or the loan ends', async () => {
    const file = new OneFile(Buffer.alloc(64 * 1024 * 1024));
    const loan = await lend(file);
    const leaves = new AbortController();
    const answer = await fetch(loan.url, { signal: leaves.signal });
    expect(file.open).to.equal(1);
    leaves.abort();
    await answer.arrayBuffer().catch(() => undefined);
    await until(() => file.open === 0);
    const again = await fetch(loan.url);
    loan.end();
    await until(() => file.open === 0);
    await again.arrayBuffer().catch(() => undefined);
    expect(loan.bytesRead).to.be.below(file.size);
    expect(loan.failure).to.equal(undefined);
  });

  it('reports why the source failed', async () => {
    const loan = await tap.lend({ size: 10, open: () => Promise.reject(new SourceError('unreachable', 'away')) });
    expect(await fetch(loan.url).catch(() => 'broken off')).to.equal('broken off');
    expect(loan.failure).to.have.property('code', 'unreachable');
    loan.end();
  });

  it('reports whether the program waits for the source, or has yet to read what it sent', async () => {
    let opened = (): void => undefined;
    const asked = new Promise<void>((resolve) => (opened = resolve));
    const silent = await tap.lend({
      size: 10,
      open: (_, signal) => {
        opened();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(new Error('over'));
          });
        });
      },
    });
    expect(silent.isWaiting).to.equal(false);
    const unanswered = fetch(silent.url).catch(() => 'broken off');
    await asked;
    expect(silent.isWaiting).to.equal(true);
    silent.end();
    expect(await unanswered).to.equal('broken off');
    await until(() => !silent.isWaiting);

    const large = await lend(new OneFile(Buffer.alloc(64 * 1024 * 1024)));
    const untaken = await fetch(large.url);
    await until(() => !large.isWaiting);
    large.end();
    await untaken.arrayBuffer().catch(() => undefined);

    const small = await lend(new OneFile(Buffer.from('0123456789')));
    await (await fetch(small.url)).text();
    await until(() => !small.isWaiting);
    small.end();
  });

  it('breaks off if the source sends another range than requested', async () => {
    const file = new OneFile(Buffer.from('0123456789'));
    const loan = await tap.lend({ size: 10, open: (_, signal) => file.read({ start: 0 }, signal) });
    expect(await fetch(loan.url, { headers: { range: 'bytes=5-' } }).catch(() => 'broken off')).to.equal('broken off');
    expect(loan.failure).to.have.property('code', 'bad_answer');
    loan.end();
  });

  it('lets ffprobe read what is at the end of a video', async function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    const programs = await new ProgramFinder().find();
    const file = new OneFile(
      await madeVideo('film.mp4', ['-c:v', 'libx264', '-b:v', '8M'], { size: '1280x720', seconds: 4 }),
    );
    const loan = await lend(file);
    const limits = { memory: 1024 ** 3, seconds: 60, mostBytes: 100_000, signal: new AbortController().signal };
    const input = [
      '-v',
      'error',
      '-protocol_whitelist',
      'http,tcp',
      '-show_entries',
      'format=duration',
      '-of',
      'json',
      loan.url,
    ];
    const { code, output, complaint } = await runProgram(programs!.ffprobe, input, limits);
    expect([code, complaint]).to.deep.equal([0, '']);
    expect(JSON.parse(output.toString())).to.deep.equal({ format: { duration: '4.000000' } });
    loan.end();
  });
});

describe('a program that reads videos', function () {
  const limits = { memory: 256 * 1024 * 1024, seconds: 60, mostBytes: 1000, signal: new AbortController().signal };
  before(function () {
    if (process.platform === 'win32') skip(this, 'there is no sh');
  });

  it('gets nothing of our environment, and runs at low priority', async () => {
    const { output } = await runProgram('/usr/bin/env', [], limits);
    expect(output.toString()).to.not.match(/HOME|TOKEN|SECRET|NODE/);
    expect((await runProgram('/usr/bin/nice', [], limits)).output.toString().trim()).to.equal('10');
  });

  it('cannot write files, nor take more memory than its limit', async () => {
    const written = await runProgram(
      '/bin/sh',
      ['-c', 'trap "" XFSZ; echo x > /tmp/photofinch-written; cat /tmp/photofinch-written'],
      limits,
    );
    expect(written.output.toString()).to.equal('');
    const grown = await runProgram(process.execPath, ['-e', 'Buffer.alloc(1e9).fill(1); console.log("grown")'], limits);
    expect([grown.code === 0, grown.output.toString()]).to.deep.equal([false, '']);
  });

  it('is ended when it takes too long, writes too much, or is no longer needed', async () => {
    const slow = await runProgram('/bin/sleep', ['600'], { ...limits, seconds: 0.1 });
    expect([slow.code, slow.timedOut]).to.deep.equal([null, true]);
    const talkative = await runProgram('/usr/bin/yes', [], limits);
    // It is killed, or ends by itself since nobody reads it: whichever comes first.
    expect([talkative.code === 0, talkative.timedOut, talkative.output.length <= 1000]).to.deep.equal([
      false,
      false,
      true,
    ]);
    const unwanted = new AbortController();
    const ended = runProgram('/bin/sleep', ['600'], { ...limits, signal: unwanted.signal }).catch(() => 'ended');
    unwanted.abort();
    expect(await ended).to.equal('ended');
  });

  it('that does not exist is reported', async () => {
    const { code, complaint } = await runProgram('/usr/bin/no-such-program', [], limits);
    expect(code).to.not.equal(0);
    expect(complaint).to.not.equal('');
    expect(await new ProgramFinder('/nowhere').find()).to.equal(null);
  });

  it('can be run and lent files again once there are no longer too many open files', async function () {
    if (!hasFileLimits) skip(this, 'there is no prlimit');
    const [finder, tap] = [new ProgramFinder(), new SourceTap()];
    const file = { size: 1, open: () => Promise.reject(new Error('nobody reads it')) };
    const lent = () =>
      tap.lend(file).then(
        ({ url }) => url,
        (error: unknown) => errorCode(error),
      );
    const during = await withTooManyFiles(() => Promise.all([finder.find(), lent()]));
    expect(during).to.deep.equal([null, 'EMFILE']);
    expect(await lent()).to.match(/^http:/);
    await tap.close();
    if (hasFfmpeg) expect(await finder.find()).to.include.keys('ffmpeg', 'ffprobe', 'version');
  });
});
