import { expect } from 'chai';
import { newIndex } from '../../../support/index-file.ts';
import { AlikeRows } from '../../../support/alike-rows.ts';

/** A hash, and a function for hashes that differ from it in this many bits. */
const hash = 0x1234_5678_9abc_def0n;
const bitsAway = (bits: number, from = hash): bigint =>
  Array.from({ length: bits }, (_, at) => 1n << BigInt(at * 6)).reduce((changed, bit) => changed ^ bit, from);

const day = 24 * 3600;

describe('near duplicates', () => {
  let index: ReturnType<typeof newIndex>;
  let rows: AlikeRows;

  beforeEach(() => {
    index = newIndex();
    rows = new AlikeRows(index.db);
  });
  afterEach(() => {
    index.remove();
  });

  it('are photos with similar hashes, colours and proportions, grouped around the one with the most pixels', async () => {
    const small = rows.add({ uid: 'small', size: 100 }, { hash });
    const large = rows.add({ uid: 'large', size: 5000 }, { hash: bitsAway(4), width: 420 });
    const third = rows.add({ uid: 'third', size: 300 }, { hash: bitsAway(2) });
    rows.add({ uid: 'other colours' }, { hash, hue: 0.5 });
    rows.add({ uid: 'other proportions' }, { hash, width: 600 });
    rows.add({ uid: 'other picture' }, { hash: ~hash });
    await rows.run();
    expect(rows.groups()).to.deep.equal([[large, small, third]]);
    expect(index.db.prepare('SELECT waste FROM near_groups').pluck().all()).to.deep.equal([400]);
  });

  it('may differ more if they were taken at the same time', async () => {
    const taken = 1_600_000_000;
    const first = rows.add({ uid: 'first', takenAt: taken }, { hash });
    const edited = rows.add({ uid: 'edited', takenAt: taken + 60 }, { hash: bitsAway(6) });
    rows.add({ uid: 'another year', takenAt: taken + 400 * day }, { hash: hash ^ 0x8888_8880_0000_0000n });
    await rows.run();
    expect(rows.groups()).to.deep.equal([[first, edited]]);
  });

  it('are all found up to 7 differing bits, wherever these are', async () => {
    const taken = 1_600_000_000;
    const original = rows.add({ uid: 'original', takenAt: taken }, { hash });
    const versions: number[] = [];
    for (let step = 1; step <= 30; step += 1) {
      const bits = Array.from({ length: 7 }, (_, at) => 1n << BigInt((at * step * 7 + step) % 64));
      const changed = [...new Set(bits)].reduce((value, bit) => value ^ bit, hash);
      versions.push(rows.add({ uid: `version ${step}`, takenAt: taken }, { hash: changed }));
    }
    await rows.run();
    const pairs = index.db.prepare<[], number>('SELECT high_id FROM near_duplicates WHERE low_id = 1').pluck().all();
    expect(pairs).to.deep.equal(versions);
    expect(rows.groups()[0]?.[0]).to.equal(original);
  });

  it('are verified by the model, which can separate similar hashes and join photos of different times', async () => {
    rows.useModel('m@1');
    const taken = 1_600_000_000;
    const one = rows.add({ uid: 'one', takenAt: taken }, { hash });
    const two = rows.add({ uid: 'two', takenAt: taken }, { hash: bitsAway(2) });
    const later = rows.add({ uid: 'later', takenAt: taken + 9 * day }, { hash: bitsAway(8) });
    await rows.run();
    expect(rows.groups()).to.deep.equal([[one, two]]);

    rows.embed(one, 'm@1', [1, 0, 0]);
    rows.embed(two, 'm@1', [0, 1, 0]);
    rows.embed(later, 'm@1', [1, 0.1, 0]);
    await rows.run();
    expect(rows.groups()).to.deep.equal([[one, later]]);
  });

  it('are verified by the new model after it has taken over', async () => {
    rows.useModel('m@1');
    const one = rows.add({ uid: 'one' }, { hash });
    const two = rows.add({ uid: 'two' }, { hash });
    rows.embed(one, 'm@1', [1, 0, 0]);
    rows.embed(two, 'm@1', [0, 1, 0]);
    await rows.run();
    expect(rows.groups()).to.deep.equal([]);

    rows.useModel('m@2');
    await rows.run();
    expect(rows.groups(), 'the hashes alone').to.deep.equal([[one, two]]);
    rows.embed(one, 'm@2', [0, 0, 1]);
    rows.embed(two, 'm@2', [0, 0.1, 1]);
    await rows.run();
    expect(rows.groups()).to.deep.equal([[one, two]]);
    const scores = index.db.prepare('SELECT model FROM near_duplicates').pluck().all();
    expect(scores).to.deep.equal(['m@2']);
  });

  it('ignore the embedding of a photo’s previous content', async () => {
    rows.useModel('m@1');
    const one = rows.add({ uid: 'one' }, { hash });
    const two = rows.add({ uid: 'two' }, { hash: ~hash });
    rows.embed(one, 'm@1', [1, 0, 0]);
    rows.embed(two, 'm@1', [0, 1, 0]);
    await rows.run();
    rows.look(two, { hash });
    index.db.prepare(`UPDATE analyses SET state = 'waiting', image_by = NULL WHERE photo_id = ?`).run(two);
    await rows.run();
    expect(rows.groups()).to.deep.equal([[one, two]]);
  });

  it('are updated when the content of a photo changes, and when a photo is deleted', async () => {
    const one = rows.add({ uid: 'one', size: 3 }, { hash });
    const two = rows.add({ uid: 'two', size: 2 }, { hash });
    const three = rows.add({ uid: 'three', size: 1 }, { hash });
    await rows.run();
    expect(rows.groups()).to.deep.equal([[one, two, three]]);
    rows.look(two, { hash: ~hash });
    await rows.run();
    expect(rows.groups()).to.deep.equal([[one, three]]);
    rows.look(two, { hash: bitsAway(2) });
    await rows.run();
    expect(rows.groups()).to.deep.equal([[one, two, three]]);
    index.db.prepare('DELETE FROM photos WHERE id = ?').run(one);
    await rows.run();
    expect(rows.groups()).to.deep.equal([[two, three]]);
    index.db.prepare('DELETE FROM photos WHERE id = ?').run(two);
    await rows.run();
    expect(rows.groups()).to.deep.equal([]);
  });

  it('compare only one of several copies, and another one when that copy is deleted or changes', async () => {
    const sha1 = 'a'.repeat(40);
    const copies = Array.from({ length: 20 }, (_, i) => rows.add({ uid: `copy ${i}`, sha1, size: 9 }, { hash }));
    const version = rows.add({ uid: 'version', sha1: 'b'.repeat(40), size: 4 }, { hash: bitsAway(2) });
    await rows.run();
    expect(rows.groups()).to.deep.equal([[copies[0], version]]);
    expect(index.db.prepare('SELECT waste FROM near_groups').pluck().get()).to.equal(19 * 9 + 4);
    expect(index.db.prepare('SELECT count(*) FROM near_duplicates').pluck().get()).to.equal(1);

    index.db.prepare('DELETE FROM photos WHERE id = ?').run(copies[0]);
    await rows.run();
    expect(rows.groups()).to.deep.equal([[copies[1], version]]);
    index.db.prepare(`UPDATE photos SET sha1 = unhex(?) WHERE id = ?`).run('c'.repeat(40), copies[1]);
    await rows.run();
    expect(rows.groups()).to.deep.equal([[copies[2], copies[1], version].toSorted((a, b) => (a ?? 0) - (b ?? 0))]);
  });

  it('do not consist of copies of one file alone', async () => {
    const sha1 = 'a'.repeat(40);
    rows.add({ uid: 'one', sha1 }, { hash });
    rows.add({ uid: 'two', sha1 }, { hash });
    await rows.run();
    expect(rows.groups()).to.deep.equal([]);
  });

  it('include no videos, and no RAW photo together with a JPEG', async () => {
    rows.add({ uid: 'video', kind: 'video' }, { hash });
    rows.add({ uid: 'video again', kind: 'video' }, { hash });
    const raw = rows.add({ uid: 'raw', kind: 'raw' }, { hash });
    const rawToo = rows.add({ uid: 'raw too', kind: 'raw' }, { hash });
    const image = rows.add({ uid: 'image' }, { hash });
    const live = rows.add({ uid: 'live', kind: 'live' }, { hash });
    await rows.run();
    expect(rows.groups()).to.deep.equal([
      [raw, rawToo],
      [image, live],
    ]);
  });

  it('are not grouped through chains of similar photos', async () => {
    const far = (bits: number): bigint => bitsAway(bits);
    const ids = [0, 4, 8].map((bits, at) =>
      rows.add({ uid: `p${bits}`, size: 100 - at, takenAt: bits * 2 * day }, { hash: far(bits) }),
    );
    await rows.run();
    expect(rows.groups()).to.deep.equal([[ids[0], ids[1]]]);
  });

  it('of a thousand identical pictures are grouped without storing every pair', async () => {
    index.db.transaction(() => {
      for (let i = 0; i < 1000; i += 1) rows.add({ uid: `p${i}` }, { hash });
    })();
    await rows.run();
    const pairs = index.db.prepare<[], number>('SELECT count(*) FROM near_duplicates').pluck().get() ?? 0;
    expect(pairs).to.be.at.most(32_000);
    const groups = rows.groups();
    expect(groups).to.have.length(1);
    expect(groups[0]).to.have.length(1000);
  });

  it('are the same after interrupted runs as after a complete one', async () => {
    index.db.transaction(() => {
      for (let i = 0; i < 300; i += 1)
        rows.add({ uid: `p${i}` }, { hash: hash + BigInt(i % 100) * 0x0123_0456_0789_0abdn });
    })();
    const task = rows.task();
    for (let runs = 0; runs < 40; runs += 1) {
      const controller = new AbortController();
      setTimeout(() => {
        controller.abort();
      }, 3);
      await task.run(controller.signal).catch(() => undefined);
    }
    await rows.run();
    expect(rows.groups().length).to.be.greaterThan(90);
    expect(
      index.db.prepare('SELECT count(*) FROM photo_hashes WHERE compared = 0 OR grouped = 0').pluck().get(),
    ).to.equal(0);
    const cutOff = rows.groups();
    index.db.exec('UPDATE photo_hashes SET compared = 0');
    await rows.run();
    expect(rows.groups()).to.deep.equal(cutOff);
  });

  it('write nothing when nothing has changed', async () => {
    rows.add({ uid: 'one' }, { hash });
    rows.add({ uid: 'two' }, { hash });
    await rows.run();
    const before = index.db.prepare('SELECT total_changes()').pluck().get();
    await rows.run();
    expect(index.db.prepare('SELECT total_changes()').pluck().get()).to.equal(before);
  });
});
