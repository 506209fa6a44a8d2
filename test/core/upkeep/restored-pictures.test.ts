import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import type { Db } from '../../../core/db/open.ts';
import { faceCropPath } from '../../../core/domain/face-crop-path.ts';
import { thumbPath } from '../../../core/domain/thumb-path.ts';
import { removeStrayPictures, settlePictures } from '../../../core/upkeep/restored-pictures.ts';
import { FaceRows } from '../../support/face-rows.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';

const sha1 = (digit: string): string => digit.repeat(40);

const put = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'picture');
};

describe('pictures on disk after a restore', () => {
  let restored: ReturnType<typeof newIndex>;
  let replaced: ReturnType<typeof newIndex>;
  let dataDir: string;

  beforeEach(() => {
    restored = newIndex();
    replaced = newIndex();
    dataDir = replaced.folder;
  });
  afterEach(() => {
    restored.remove();
    replaced.remove();
  });

  /** Photos with a thumbnail and a face each, in the order of their ids: uid, or uid and sha1. */
  function fill(db: Db, photos: readonly (string | [uid: string, sha1: string])[]): void {
    const rows = new PhotoRows(db);
    const faces = new FaceRows(db);
    for (const photo of photos) {
      const [uid, hash] = typeof photo === 'string' ? [photo, undefined] : photo;
      const id = rows.add({ uid, thumbRevision: 1, ...(hash === undefined ? {} : { sha1: hash }) });
      faces.add({ photo: id });
    }
  }

  function putPictures(count: number): void {
    for (let id = 1; id <= count; id += 1) {
      put(thumbPath(join(dataDir, 'thumbs'), id));
      put(faceCropPath(join(dataDir, 'faces'), id));
    }
  }

  const settle = (): number => settlePictures(restored.db, dataDir, join(replaced.folder, 'index.sqlite3'));
  const waiting = (): string[] =>
    restored.db
      .prepare<[], string>("SELECT uid FROM photos WHERE state = 'pending' AND thumb_revision = 0 ORDER BY id")
      .pluck()
      .all();
  const crops = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => index + 1).filter((id) =>
      existsSync(faceCropPath(join(dataDir, 'faces'), id)),
    );

  it('are kept if both indexes mean the same photo, by uid or by content', () => {
    fill(restored.db, ['a', ['b', sha1('b')], 'c']);
    fill(replaced.db, ['a', ['b, moved', sha1('b')], 'c', 'later']);
    putPictures(4);
    expect(settle()).to.equal(0);
    expect([waiting(), crops(3)]).to.deep.equal([[], [1, 2, 3]]);
  });

  it('of another photo are not shown: thumbnails are made again, crops once they are requested', () => {
    fill(restored.db, ['a', ['b', sha1('b')], 'c']);
    fill(replaced.db, ['a', ['c', sha1('c')], 'b']);
    putPictures(3);
    expect(settle()).to.equal(2);
    expect(waiting()).to.deep.equal(['b', 'c']);
    expect(crops(3)).to.deep.equal([1]);
  });

  it('are not trusted if the replaced index had none yet, since they may be older than that', () => {
    fill(restored.db, ['a', 'b']);
    fill(replaced.db, ['a', 'b']);
    putPictures(2);
    replaced.db.exec('UPDATE photos SET thumb_revision = 0 WHERE id = 2; UPDATE faces SET crop = 0 WHERE id = 1');
    settle();
    expect([waiting(), crops(2)]).to.deep.equal([['b'], [2]]);
  });

  it('are made again if they are missing, even if the replaced index cannot be read', () => {
    fill(restored.db, ['a', 'b', 'c']);
    putPictures(3);
    rmSync(thumbPath(join(dataDir, 'thumbs'), 2));
    expect(settlePictures(restored.db, dataDir, null)).to.equal(1);
    expect(waiting()).to.deep.equal(['b']);
  });

  it('of faces are deleted if the replaced index is of a version that cannot identify them', () => {
    fill(restored.db, ['a']);
    fill(replaced.db, ['a']);
    putPictures(1);
    replaced.db.pragma('user_version = 3');
    settle();
    expect([waiting(), crops(1)]).to.deep.equal([[], []]);
  });

  it('leave a failed photo failed, and are deleted only if they belong to no photo', () => {
    fill(restored.db, ['a', 'b']);
    restored.db.exec("UPDATE photos SET state = 'failed', retry_at = 99 WHERE id = 1");
    putPictures(3);
    rmSync(thumbPath(join(dataDir, 'thumbs'), 1));
    settlePictures(restored.db, dataDir, null);
    expect(restored.db.prepare('SELECT state, retry_at FROM photos WHERE id = 1').get()).to.deep.equal({
      state: 'failed',
      retry_at: 99,
    });
    removeStrayPictures(restored.db, dataDir);
    expect(crops(3)).to.deep.equal([1, 2]);
    expect(existsSync(thumbPath(join(dataDir, 'thumbs'), 2))).to.equal(true);
    expect(existsSync(thumbPath(join(dataDir, 'thumbs'), 3))).to.equal(false);
  });
});
