import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ProgramFinder } from '../../../../core/media/video/programs.ts';
import { SourceTap } from '../../../../core/media/video/source-tap.ts';
import { VideoReader } from '../../../../core/media/video/video-reader.ts';
import { endProcess } from '../../../support/child-process.ts';
import { aviWithSubtitles, lentBytes, playlistOf } from '../../../support/hostile-videos.ts';
import { hasFfmpeg, madeVideo } from '../../../support/made-video.ts';
import { skip } from '../../../support/skip.ts';
import { addressesIn } from '../../../support/system-calls.ts';
import { until } from '../../../support/until.ts';
import { straceInstalled } from '../../../support/witness.ts';

const { signal } = new AbortController();

/** The path of the installed program. */
const where = (program: string): string => spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();

describe('a video that refers to other files and addresses', function () {
  const tap = new SourceTap();
  let folder: string;
  let reader: VideoReader;
  let witness: ChildProcess | undefined;
  let seen: string;

  before(function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    if (!straceInstalled) skip(this, 'strace is not installed');
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    // The programs that read videos cannot write files, so strace writes their system calls to a named pipe.
    const pipe = join(folder, 'pipe');
    seen = join(folder, 'seen');
    execFileSync('mkfifo', [pipe]);
    witness = spawn('/bin/sh', ['-c', 'exec 3<>"$0"; exec cat <&3 >"$1"', pipe, seen], { stdio: 'ignore' });
    const calls = '-f -q -y -s 200 -e trace=connect,sendto,open,openat,execve';
    for (const program of ['ffmpeg', 'ffprobe']) {
      const file = join(folder, program);
      writeFileSync(file, `#!/bin/sh\nexec ${where('strace')} ${calls} -o '${pipe}' ${where(program)} "$@"\n`);
      chmodSync(file, 0o755);
    }
    reader = new VideoReader(new ProgramFinder(folder), tap);
  });
  after(async () => {
    await tap.close();
    if (witness) await endProcess(witness, 'SIGKILL');
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('is read only from the address that its program was given, and none of our files is opened', async () => {
    const film = await madeVideo('w.avi', ['-c:v', 'mjpeg'], { seconds: 1, size: '64x48', sound: false });
    const secret = join(folder, 'secret.ts');
    writeFileSync(secret, 'secret');
    const outside = 'http://192.0.2.7/secret.ts';
    const lists = [outside, `file://${secret}`].map((target) => Buffer.from(playlistOf(target)));
    const hostile = [
      ...lists,
      Buffer.from(`ffconcat version 1.0\nfile '${secret}'\n`),
      ...lists.map((list) => aviWithSubtitles(film, list.toString())),
    ];
    for (const bytes of hostile) {
      await reader.read(lentBytes(bytes), { wantsPoster: true, signal }).catch(() => undefined);
    }
    appendFileSync(join(folder, 'pipe'), 'the end\n');
    await until(() => existsSync(seen) && readFileSync(seen, 'utf8').includes('the end'));

    const calls = readFileSync(seen, 'utf8')
      .split('\n')
      .map((line) => line.replace(/^\d+ +/, ''));
    const connected = calls.filter((call) => /^connect\(.*AF_INET/.test(call));
    expect(connected).to.not.deep.equal([]);
    expect(new Set(connected.map((call) => /htons\((\d+)\)/.exec(call)?.[1]))).to.have.length(1);
    expect(calls.flatMap(addressesIn).filter(({ own }) => !own)).to.deep.equal([]);
    expect(calls.filter((call) => call.startsWith('open') && call.includes(folder))).to.deep.equal([]);
    expect(calls.filter((call) => call.includes('192.0.2.7'))).to.deep.equal([]);
  });
});
