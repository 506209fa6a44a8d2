import { spawnSync } from 'node:child_process';
import { open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import { ZipArchive } from '../../../../core/services/downloads/zip-archive.ts';
import { leaveToLongRun } from '../../../support/long-run.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';
import { listZip, readZip } from '../../../support/zip-reader.ts';

const time = { moment: 1_700_000_001, wallClock: '2023-11-15T07:13:22' };

describe('a streamed ZIP archive', () => {
  const times: [what: string, moment: number, wallClock: string, shown: string, told: number][] = [
    ['of today', 1_700_000_001, '2023-11-15T07:13:22', '2023-11-15T07:13:22', 1_700_000_001_000],
    ['before 1980', 200_000_000, '1976-05-03T21:33:20', '1980-01-01T00:00:00', 200_000_000_000],
    // The extended timestamp is omitted: readers use the other one.
    ['before 1970', -1_000_000_000, '1938-04-24T22:13:20', '1980-01-01T00:00:00', Date.UTC(1980, 0, 1)],
    ['after 2038', 4_000_000_000, '2096-10-02T07:06:40', '2096-10-02T07:06:40', Date.UTC(2096, 9, 2, 7, 6, 40)],
    ['with an invalid wall clock', 1_700_000_000, 'never', '2023-11-14T22:13:20', 1_700_000_000_000],
  ];
  for (const [what, moment, wallClock, shown, told] of times) {
    it(`keeps a time ${what}`, async () => {
      const archive = new ZipArchive();
      const whole = buffer(archive.body);
      await archive.add('a', { length: 1, time: { moment, wallClock }, contents: some(Buffer.from('a')) });
      archive.end();
      const [file] = await readZip(await whole);
      expect([file?.wallClock, file?.moment]).to.deep.equal([shown, told]);
    });
  }

  it('holds more than 65,535 files', async () => {
    const archive = new ZipArchive();
    const whole = buffer(archive.body);
    for (let at = 0; at < 66_000; at++) await archive.add(`${at}`, { length: 0, time, contents: some() });
    archive.end();
    await withTempFolder(async (folder) => {
      const file = join(folder, 'many.zip');
      const handle = await open(file, 'w');
      await handle.writeFile(await whole);
      await handle.close();
      const files = await listZip(file);
      expect([files.length, files.at(-1)?.name]).to.deep.equal([66_000, '65999']);
    });
  });

  it('rejects a file that is being added when the reader disconnects, and closes its contents', async () => {
    const archive = new ZipArchive();
    let wasEnded = false;
    const contents = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield await Promise.resolve(zeros);
      } finally {
        wasEnded = true;
      }
    };
    const added = archive.add('a', { length: Infinity, time, contents: contents() }).then(
      () => 'added',
      () => 'failed',
    );
    archive.body.destroy();
    expect(await added).to.equal('failed');
    await new Promise((resolve) => setImmediate(resolve));
    expect(wasEnded).to.equal(true);
  });

  it('holds files larger than 4 GB, with files after them', async function () {
    leaveToLongRun(this);
    const chunks = 70_000;
    await withTempFolder(async (folder) => {
      const file = join(folder, 'large.zip');
      const archive = new ZipArchive();
      const written = pipeline(archive.body, await sparse(file));
      const length = chunks * zeros.length;
      await archive.add('large', { length, time, contents: some(...Array<Buffer>(chunks).fill(zeros)) });
      await archive.add('small', { length: 1, time, contents: some(Buffer.from('a')) });
      archive.end();
      await written;
      const files = await listZip(file);
      expect(files.map(({ name, size }) => [name, size])).to.deep.equal([
        ['large', length],
        ['small', 1],
      ]);
      const tested = spawnSync('unzip', ['-t', file]);
      if (!tested.error) expect(tested.stdout.toString()).to.include('No errors detected');
    });
  });
});

const zeros = Buffer.alloc(65_536);

async function* some(...chunks: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

/** A sparse file: zeros take no space on the disk. */
async function sparse(file: string): Promise<Writable> {
  const handle = await open(file, 'w');
  let position = 0;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const at = position;
      position += chunk.length;
      if (chunk.length === zeros.length && chunk.equals(zeros)) done();
      else
        handle.write(chunk, 0, chunk.length, at).then(() => {
          done();
        }, done);
    },
    final(done) {
      handle
        .close()
        .then(() => truncate(file, position))
        .then(() => {
          done();
        }, done);
    },
  });
}
