import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../../core/db/open.ts';
import { thumbPath } from '../../../../core/domain/thumb-path.ts';
import { indexFile, thumbsFolder } from '../../../../core/settings/data-folder.ts';
import type { ConversionProgress } from '../../../../core/upkeep/conversion/convert-library.ts';
import {
  contentOf,
  convertPlace,
  foundIn,
  keysOf,
  makeLibrary,
  snapshotIn,
  telling,
  type LibraryPlace,
} from '../../../support/convertible-library.ts';
import { filesBelow } from '../../../support/files-below.ts';
import { answersIn } from '../../../support/answers-of-library.ts';
import { openIndex } from '../../../support/index-file.ts';
import { fromSource } from '../../../support/programs.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';

const indexUser = join(import.meta.dirname, '../../../fixtures/index-user-process.ts');

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('nothing failed'),
    (error: unknown) => error as Error,
  );

const bytesOf = ({ dataDir, backupDir }: LibraryPlace): unknown =>
  [dataDir, backupDir].map((folder) =>
    filesBelow(folder)
      .filter(({ stats, name }) => stats.isFile() && !name.endsWith('-shm') && !name.endsWith('lock'))
      .map(({ name, path }) => [name, readFileSync(path).toString('base64')]),
  );

describe('converting a library', () => {
  let place: LibraryPlace;
  const inLibrary = (use: () => Promise<void>) => (): Promise<void> =>
    withTempFolder(async (folder) => {
      place = await makeLibrary(folder);
      await use();
    });
  const convert = (to: 'encrypted' | 'plain', keys = keysOf()) => convertPlace(place, keys, to);

  it(
    'leaves no byte of it unencrypted, and loses nothing',
    inLibrary(async () => {
      const before = contentOf(place, null);
      expect(before['isRecorded']).to.equal(true);
      expect(foundIn(place), 'else nothing is shown').to.deep.equal(Object.keys(telling));
      const { converted, removed, left } = await convert('encrypted');
      expect(foundIn(place)).to.deep.equal([]);
      expect({ removed, left }).to.deep.equal({ removed: 0, left: [] });
      expect(converted.files).to.equal(21);
      expect(converted.bytes).to.be.greaterThan(1_000_000);
      expect(contentOf(place, keysOf())).to.deep.equal(before);
      expect(readdirSync(place.dataDir).filter((name) => /\.(old|new)/.test(name))).to.deep.equal([]);
    }),
  );

  it(
    'and back again results in the same library',
    inLibrary(async () => {
      const before = contentOf(place, null);
      await convert('encrypted');
      const { converted, removed, left } = await convert('plain');
      expect({ files: converted.files, removed, left }).to.deep.equal({ files: 21, removed: 0, left: [] });
      expect(contentOf(place, null)).to.deep.equal(before);
    }),
  );

  it(
    'changes no result: neither of searches by words or vectors, nor of pictures',
    inLibrary(async () => {
      const before = await answersIn(place, null);
      expect(before.words).to.deep.equal(['photo 1']);
      expect(before.alike).to.have.length.greaterThan(1);
      await convert('encrypted');
      expect(await answersIn(place, keysOf())).to.deep.equal(before);
      await convert('plain');
      expect(await answersIn(place, null)).to.deep.equal(before);
    }),
  );

  it(
    'does nothing if it is already done',
    inLibrary(async () => {
      await convert('encrypted');
      const before = bytesOf(place);
      expect(await convert('encrypted')).to.deep.equal({ converted: { files: 0, bytes: 0 }, removed: 0, left: [] });
      expect(bytesOf(place)).to.deep.equal(before);
    }),
  );

  it(
    'reports its progress',
    inLibrary(async () => {
      const told: ConversionProgress[] = [];
      await convertPlace(place, keysOf(), 'encrypted', { onProgress: (one) => told.push(one) });
      for (const step of ['index', 'pictures', 'snapshots']) {
        const last = told.findLast((one) => one.step === step);
        expect(last?.done, step).to.equal(last?.total).and.to.be.greaterThan(0);
      }
    }),
  );

  it(
    'rejects the keys of another library before it changes anything',
    inLibrary(async () => {
      await convert('encrypted');
      const before = bytesOf(place);
      for (const to of ['encrypted', 'plain'] as const) {
        expect((await failure(convert(to, keysOf(6)))).message).to.match(/cannot be opened with these keys/);
      }
      expect(bytesOf(place)).to.deep.equal(before);
    }),
  );

  for (const kept of ['thumbs', 'faces']) {
    it(
      `refuses to encrypt a plain index that replaced an encrypted one, recognised by the ${kept} beside it`,
      inLibrary(async () => {
        const plain = readFileSync(indexFile(place.dataDir));
        await convert('encrypted');
        writeFileSync(indexFile(place.dataDir), plain);
        for (const other of ['thumbs', 'faces']) {
          if (other !== kept) rmSync(join(place.dataDir, other), { recursive: true, force: true });
        }
        const before = bytesOf(place);
        expect((await failure(convert('encrypted'))).message).to.match(/somebody has put another index/);
        expect(bytesOf(place)).to.deep.equal(before);
      }),
    );
  }

  it(
    'resumes after a kill between two renames, whatever was created in place of the index meanwhile',
    inLibrary(async () => {
      const before = contentOf(place, null);
      const index = indexFile(place.dataDir);
      for (const ending of ['', '-wal']) cpSync(index + ending, join(place.dataDir, `kept${ending}`));
      await convert('encrypted');
      renameSync(index, `${index}.new-form`);
      renameSync(join(place.dataDir, 'kept'), `${index}.old-form`);
      renameSync(join(place.dataDir, 'kept-wal'), `${index}-wal`);
      openIndex(index).close();
      await convert('encrypted');
      expect(contentOf(place, keysOf())).to.deep.equal(before);
      expect(foundIn(place)).to.deep.equal([]);
    }),
  );

  it(
    'fails while another process has the index open, and later includes what that process wrote',
    inLibrary(async () => {
      for (const [to, encryption] of [
        ['encrypted', undefined],
        ['plain', keysOf().index],
      ] as const) {
        const key = encryption ? Buffer.from(encryption.key).toString('hex') : '';
        const other = spawn(process.execPath, [...fromSource(indexUser), indexFile(place.dataDir), key], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        const ended = once(other, 'exit');
        await once(other.stdout, 'data');
        expect((await failure(convert(to))).message).to.match(/^Another command uses the index/);
        other.stdin.write(`before it was ${to}`);
        await ended;
        await convert(to);
      }
      const db = openDatabase(indexFile(place.dataDir), { readonly: true });
      const tags = db.prepare(`SELECT name FROM tags WHERE name LIKE 'before it was %'`).pluck().all();
      db.close();
      expect(tags).to.deep.equal(['before it was encrypted', 'before it was plain']);
    }),
  );

  it(
    'removes pictures that are not authentic, so that they are made again, and counts them',
    inLibrary(async () => {
      await convert('encrypted');
      const thumbs = thumbsFolder(place.dataDir);
      const flipped = readFileSync(thumbPath(thumbs, 1));
      flipped[40]! ^= 1;
      writeFileSync(thumbPath(thumbs, 1), flipped);
      cpSync(thumbPath(thumbs, 4), thumbPath(thumbs, 5));
      expect((await convert('plain')).removed).to.equal(2);
      const left = filesBelow(thumbs).map(({ name }) => name);
      expect(left).to.include('0/4.webp').and.not.to.include.members(['0/1.webp']).and.not.to.include('0/5.webp');
    }),
  );

  it(
    'leaves snapshots that are changed or from elsewhere, and reports them',
    inLibrary(async () => {
      const name = snapshotIn(place);
      const own = join(place.backupDir, name);
      const foreign = join(place.backupDir, 'index-20200101T000000.000Z.sqlite3');
      cpSync(own, foreign);
      cpSync(`${own}.json`, `${foreign}.json`);
      const changed = readFileSync(own);
      changed[changed.length - 1]! ^= 1;
      writeFileSync(own, changed);
      const { left } = await convert('encrypted');
      expect(left).to.have.length(2);
      expect(left[0]).to.include(foreign).and.to.include('in the clear: this library has not taken it');
      expect(left[1]).to.include(own).and.to.include('has changed since it was taken');
      expect(readFileSync(own).equals(changed)).to.equal(true);
    }),
  );

  it(
    'leaves a damaged replaced index, and fails if the current one is damaged',
    inLibrary(async () => {
      const replaced = join(place.dataDir, 'index-replaced-20260101T000000.000Z.sqlite3');
      const damaged = readFileSync(replaced).fill(7, 8192);
      writeFileSync(replaced, damaged);
      expect((await convert('encrypted')).left[0])
        .to.include(replaced)
        .and.to.include('The file is damaged');
      expect(readFileSync(replaced).equals(damaged)).to.equal(true);
      await convert('plain');
      rmSync(`${indexFile(place.dataDir)}-wal`, { force: true });
      writeFileSync(indexFile(place.dataDir), damaged);
      expect((await failure(convert('encrypted'))).message).to.match(/cannot be converted: restore a backup first/);
      expect(readFileSync(indexFile(place.dataDir)).equals(damaged)).to.equal(true);
    }),
  );

  it(
    'does not overwrite a file that has another hard link, and reports it',
    inLibrary(async () => {
      const thumb = thumbPath(thumbsFolder(place.dataDir), 1);
      const copy = join(place.dataDir, '..', 'copy');
      linkSync(thumb, copy);
      const bytes = readFileSync(copy);
      expect((await convert('encrypted')).left[0]).to.match(/^1 of the old files have another name/);
      expect(readFileSync(copy).equals(bytes)).to.equal(true);
    }),
  );

  it(
    'stops when it is aborted, and can be resumed later',
    inLibrary(async () => {
      const before = contentOf(place, null);
      for (const [to, keys] of [
        ['encrypted', keysOf()],
        ['plain', null],
      ] as const) {
        const ending = new AbortController();
        const reason = new Error('enough');
        const onProgress = ({ step }: ConversionProgress): void => {
          if (step === 'pictures') ending.abort(reason);
        };
        expect(await failure(convertPlace(place, keysOf(), to, { signal: ending.signal, onProgress }))).to.equal(
          reason,
        );
        await convert(to);
        expect(contentOf(place, keys)).to.deep.equal(before);
      }
    }),
  );
});
