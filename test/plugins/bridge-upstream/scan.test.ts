import { expect } from 'chai';
import { StoreError } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { withScanRig } from '../../support/scan-rig.ts';

describe('a scan of a store', () => {
  it('finds photos by their extension, and ignores other files', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'a');
      rig.store.put('Trips/b.CR2', 'b');
      rig.store.put('notes.txt', 'c');
      await rig.scan();
      expect([...rig.nodes().keys()].sort()).to.deep.equal(['Trips/b.CR2', 'a.jpg']);
      expect(rig.node('a.jpg')).to.include({
        rev: '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8',
        sha1: '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8',
        sha1Source: 'computed',
        name: 'a.jpg',
        kind: 'image',
        size: 1,
      });
      expect(rig.scanner.status()).to.deep.include({ state: 'ready', condition: { reachable: true, loggedIn: true } });
      expect(rig.journal.counts()).to.deep.equal({ photos: 2, albums: 1, failed: 0 });
    }));

  it('reads nothing again and reports no changes if nothing changed', () =>
    withScanRig(async (rig) => {
      for (let i = 0; i < 600; i += 1) rig.store.put(`a/${i}.jpg`, String(i));
      await rig.scan();
      const [cursor, reads] = [rig.cursor(), rig.store.reads];
      await rig.scan();
      expect(rig.changes(cursor)).to.deep.equal([]);
      expect(rig.store.reads).to.equal(reads);
      expect(rig.cursor()).to.equal(cursor);
    }));

  it('keeps the uid of replaced content, with another revision', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      await rig.scan();
      const before = rig.node('a.jpg');
      const cursor = rig.cursor();
      rig.store.put('a.jpg', 'two');
      await rig.scan();
      const after = rig.node('a.jpg');
      expect(after.uid).to.equal(before.uid);
      expect(after.rev).not.to.equal(before.rev);
      expect(rig.changes(cursor)).to.deep.equal([{ type: 'upsert', kind: 'photo', uid: after.uid, rev: after.rev }]);
    }));

  it('reports no change of a touched file, and keeps its capture time', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      await rig.scan();
      const before = rig.node('a.jpg');
      const cursor = rig.cursor();
      rig.store.touch('a.jpg', Date.UTC(2025, 1, 1));
      await rig.scan();
      expect(rig.changes(cursor)).to.deep.equal([]);
      expect(rig.node('a.jpg')).to.include({
        captureTime: before.captureTime,
        modifiedTime: Date.UTC(2025, 1, 1) / 1000,
      });
    }));

  it('recognises a renamed file by its bytes', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      rig.store.put('b.jpg', 'two');
      await rig.scan();
      const { uid, rev } = rig.node('a.jpg');
      const cursor = rig.cursor();
      rig.store.rename('a.jpg', 'Trips/c.jpg');
      await rig.scan();
      expect(rig.node('Trips/c.jpg')).to.include({ uid, rev });
      expect(rig.changes(cursor).filter(({ kind }) => kind === 'photo')).to.deep.equal([
        { type: 'upsert', kind: 'photo', uid, rev },
      ]);
    }));

  it('gives a copy its own uid, and keeps that of the original', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      await rig.scan();
      const { uid } = rig.node('a.jpg');
      rig.store.copy('a.jpg', 'b.jpg');
      await rig.scan();
      expect(rig.node('a.jpg').uid).to.equal(uid);
      expect(rig.node('b.jpg').uid).not.to.equal(uid);
    }));

  it('distinguishes moved copies by name, and does not guess if names do not help', () =>
    withScanRig(async (rig) => {
      for (const name of ['x/a.jpg', 'x/b.jpg']) rig.store.put(name, 'same');
      rig.store.put('c.jpg', 'others');
      rig.store.put('d.jpg', 'others');
      await rig.scan();
      const [a, b, c, d] = ['x/a.jpg', 'x/b.jpg', 'c.jpg', 'd.jpg'].map((path) => rig.node(path).uid);
      rig.store.rename('x', 'y');
      rig.store.rename('c.jpg', 'e.jpg');
      rig.store.rename('d.jpg', 'f.jpg');
      await rig.scan();
      expect([rig.node('y/a.jpg').uid, rig.node('y/b.jpg').uid]).to.deep.equal([a, b]);
      expect([c, d]).to.not.include.members([rig.node('e.jpg').uid]);
      expect([c, d]).to.not.include.members([rig.node('f.jpg').uid]);
    }));

  it('recognises all photos of a store whose only folder is renamed', () =>
    withScanRig(async (rig) => {
      for (let i = 0; i < 300; i += 1) rig.store.put(`Photos/${i}.jpg`, `photo ${i}`);
      await rig.scan();
      const before = rig.timeline();
      const album = rig.albums()['Photos']?.uid;
      rig.store.rename('Photos', 'Pictures');
      await rig.scan();
      expect(rig.timeline()).to.deep.equal(before);
      expect(rig.nodes().has('Pictures/7.jpg')).to.equal(true);
      expect(Object.keys(rig.albums())).to.deep.equal(['Pictures']);
      expect(rig.albums()['Pictures']?.uid).to.equal(album);
    }));

  it('follows photos that swap their names', () =>
    withScanRig(async (rig) => {
      for (const name of ['a', 'b', 'c']) rig.store.put(`x/${name}.jpg`, `photo ${name}`);
      await rig.scan();
      const [a, b] = [rig.node('x/a.jpg'), rig.node('x/b.jpg')];
      const [before, album] = [rig.timeline(), rig.albums()['x']];
      rig.store.rename('x/a.jpg', 'other');
      rig.store.rename('x/b.jpg', 'x/a.jpg');
      rig.store.rename('other', 'x/b.jpg');
      await rig.scan();
      expect(rig.node('x/b.jpg')).to.include({ uid: a.uid, sha1: a.sha1 });
      expect(rig.node('x/a.jpg')).to.include({ uid: b.uid, sha1: b.sha1 });
      expect(rig.timeline()).to.deep.equal(before);
      expect(rig.albums()['x']).to.deep.equal(album);
    }));

  it('follows renumbered photos, each of which takes the name of another', function () {
    return withScanRig(async (rig) => {
      for (let i = 1; i <= 300; i += 1) rig.store.put(`IMG_${i}.jpg`, `photo ${i}`);
      await rig.scan();
      const before = rig.timeline();
      const uids = Array.from({ length: 300 }, (_, i) => rig.node(`IMG_${i + 1}.jpg`).uid);
      for (let i = 300; i >= 1; i -= 1) rig.store.rename(`IMG_${i}.jpg`, `IMG_${i + 100}.jpg`);
      await rig.scan();
      expect(rig.scanner.status().condition).to.deep.equal({ reachable: true, loggedIn: true });
      expect(rig.timeline()).to.deep.equal(before);
      expect(uids.map((_, i) => rig.node(`IMG_${i + 101}.jpg`).uid)).to.deep.equal(uids);
    });
  });

  it('treats a photo that is moved over another one as the moved photo', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      rig.store.put('edited/a.jpg', 'one, edited');
      await rig.scan();
      const [original, edited] = [rig.node('a.jpg'), rig.node('edited/a.jpg')];
      rig.store.remove('a.jpg');
      rig.store.rename('edited/a.jpg', 'a.jpg');
      await rig.scan();
      expect(rig.node('a.jpg')).to.include({ uid: edited.uid, rev: edited.rev });
      expect(rig.journal.nodes([original.uid]).missing).to.deep.equal([original.uid]);
    }));

  it('treats a photo over which another one is copied as the same photo with new content', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      rig.store.put('b.jpg', 'two');
      await rig.scan();
      const [a, b] = [rig.node('a.jpg'), rig.node('b.jpg')];
      rig.store.copy('b.jpg', 'a.jpg');
      // As if it might have been the new name of the other one.
      rig.store.touch('b.jpg');
      await rig.scan();
      expect(rig.node('a.jpg')).to.include({ uid: a.uid, rev: b.rev, sha1: b.sha1 });
      expect(rig.node('b.jpg')).to.include({ uid: b.uid, rev: b.rev });
      expect(rig.timeline().size).to.equal(2);
    }));

  it('loses no photo whose file was replaced by another one if it is stopped before it has read all', () =>
    withScanRig(async (rig) => {
      for (let i = 0; i < 20; i += 1) rig.store.put(`${i}.jpg`, `photo ${i}`);
      await rig.scan();
      const before = rig.timeline();
      const uids = Array.from({ length: 20 }, (_, i) => rig.node(`${i}.jpg`).uid);
      rig.store.rename('19.jpg', 'other');
      for (let i = 18; i >= 0; i -= 1) rig.store.rename(`${i}.jpg`, `${i + 1}.jpg`);
      rig.store.rename('other', '0.jpg');
      const reads = rig.store.reads;
      rig.store.afterRead = () => {
        if (rig.store.reads - reads === 10) void rig.scanner.stop();
      };
      await rig.scan();
      rig.store.afterRead = () => undefined;
      expect(rig.timeline()).to.deep.equal(before);
      await rig.restart();
      await rig.scan();
      expect(rig.timeline()).to.deep.equal(before);
      expect(uids.map((_, i) => rig.node(`${(i + 1) % 20}.jpg`).uid)).to.deep.equal(uids);
    }));

  it('reports a deleted photo, and its album with the last photo', () =>
    withScanRig(async (rig) => {
      rig.store.put('Trips/a.jpg', 'one');
      rig.store.put('b.jpg', 'two');
      await rig.scan();
      const { uid } = rig.node('Trips/a.jpg');
      const album = rig.albums()['Trips']?.uid;
      const cursor = rig.cursor();
      rig.store.remove('Trips/a.jpg');
      await rig.scan();
      expect(rig.changes(cursor)).to.have.deep.members([
        { type: 'delete', kind: 'photo', uid },
        { type: 'delete', kind: 'album', uid: album },
      ]);
      expect(rig.journal.nodes([uid]).missing).to.deep.equal([uid]);
    }));

  it('keeps an unreadable file with the reason, and reads it again after a pause, or at once if it has changed', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      rig.store.put('b.jpg', 'two');
      rig.store.put('c.jpg', 'three');
      for (const name of ['a.jpg', 'c.jpg']) {
        rig.store.unreadable.set(name, new StoreError('integrity', 'A block of the file is damaged.'));
      }
      await rig.scan();
      const broken = rig.node('a.jpg');
      expect(broken).to.deep.include({
        sha1: null,
        sha1Source: null,
        errors: [{ field: 'content', message: 'A block of the file is damaged.' }],
      });
      expect(broken.rev).to.match(/^unread-/);
      expect(rig.journal.counts()).to.deep.equal({ photos: 3, albums: 0, failed: 2 });
      rig.store.unreadable.clear();
      rig.store.put('c.jpg', 'three, as it should be');
      await rig.scan();
      expect(rig.node('c.jpg').sha1, 'of the changed one').to.be.a('string');
      expect(rig.node('a.jpg').sha1, 'before its pause is over').to.equal(null);
      rig.clock.pass(61_000);
      await rig.scan();
      expect(rig.node('a.jpg')).to.deep.include({ uid: broken.uid, errors: [] });
      expect(rig.node('a.jpg').sha1).to.be.a('string');
      expect(rig.journal.counts().failed).to.equal(0);
    }));

  it('stops if the store fails during reading, keeps what it has, and continues later', () =>
    withScanRig(async (rig) => {
      for (let i = 0; i < 400; i += 1) rig.store.put(`${i}.jpg`, `photo ${i}`);
      rig.store.afterRead = () => {
        if (rig.store.reads >= 200) rig.store.checkFails = new StoreError('unreachable', 'The disk is away.');
        if (rig.store.checkFails) rig.store.unreadable.set('399.jpg', rig.store.checkFails);
      };
      await rig.scan();
      expect(rig.scanner.status().condition).to.include({ reachable: false, reason: 'unreachable' });
      const kept = rig.timeline();
      expect(kept.size).to.be.within(100, 399);
      rig.store.afterRead = () => undefined;
      rig.store.checkFails = undefined;
      rig.store.unreadable.clear();
      await rig.scan();
      expect(rig.timeline().size).to.equal(400);
      for (const [uid, rev] of kept) expect(rig.timeline().get(uid)).to.equal(rev);
    }));

  it('scans again at once if woken during a scan', () =>
    withScanRig(async (rig) => {
      rig.store.put('a.jpg', 'one');
      rig.store.afterRead = () => {
        if (rig.store.files.size > 1) return;
        rig.store.put('b.jpg', 'two');
        rig.scanner.wake();
      };
      await rig.scan();
      expect(rig.timeline().size).to.equal(2);
    }));
});
