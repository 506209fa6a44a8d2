import { expect } from 'chai';
import { withScanRig } from '../../support/scan-rig.ts';

describe('live photos', () => {
  it('are a still and a motion part of one name in one folder', () =>
    withScanRig(async (rig) => {
      rig.store.put('x/IMG_1.HEIC', 'still');
      rig.store.put('x/img_1.mov', 'video');
      rig.store.put('x/IMG_2.MOV', 'motion alone');
      rig.store.put('y/IMG_2.JPG', 'still elsewhere');
      rig.store.put('x/IMG_3.jpg', 'still with an MP4');
      rig.store.put('x/IMG_3.mp4', 'no live motion');
      await rig.scan();
      const still = rig.node('x/IMG_1.HEIC');
      const motion = rig.node('x/img_1.mov');
      expect(still).to.deep.include({ kind: 'live', relatedUids: [motion.uid], mainUid: null });
      expect(motion).to.deep.include({ kind: 'video', relatedUids: [], mainUid: still.uid, albums: [] });
      expect(rig.timeline().has(motion.uid)).to.equal(false);
      expect(rig.journal.file(motion.uid)?.name).to.equal('img_1.mov');
      expect(still.motion).to.deep.equal({ mediaType: 'video/quicktime', size: motion.size });
      expect(rig.journal.motion(still.uid)?.uid).to.equal(motion.uid);
      for (const path of ['x/img_1.mov', 'x/IMG_2.MOV', 'y/IMG_2.JPG']) {
        expect(rig.node(path).motion, path).to.equal(null);
        expect(rig.journal.motion(rig.node(path).uid), path).to.equal(undefined);
      }
      expect(rig.timeline().size).to.equal(5);
      expect(rig.node('x/IMG_2.MOV')).to.deep.include({ kind: 'video', mainUid: null });
      expect(rig.albums()['x']?.photos).to.deep.equal(['IMG_1.HEIC', 'IMG_2.MOV', 'IMG_3.jpg', 'IMG_3.mp4']);
    }));

  it('take a motion part out of the timeline when its still comes, and put it back when it goes', () =>
    withScanRig(async (rig) => {
      rig.store.put('IMG_1.MOV', 'video');
      await rig.scan();
      const motion = rig.node('IMG_1.MOV');
      let cursor = rig.cursor();
      rig.store.put('IMG_1.JPG', 'still');
      await rig.scan();
      const still = rig.node('IMG_1.JPG');
      expect(rig.changes(cursor)).to.have.deep.members([
        { type: 'delete', kind: 'photo', uid: motion.uid },
        { type: 'upsert', kind: 'photo', uid: still.uid, rev: still.rev },
      ]);
      cursor = rig.cursor();
      rig.store.remove('IMG_1.JPG');
      await rig.scan();
      expect(rig.changes(cursor)).to.have.deep.members([
        { type: 'delete', kind: 'photo', uid: still.uid },
        { type: 'upsert', kind: 'photo', uid: motion.uid, rev: motion.rev },
      ]);
      expect(rig.node('IMG_1.MOV')).to.include({ kind: 'video', mainUid: null });
    }));

  it('become plain again when the motion goes, and stay together when both are renamed', () =>
    withScanRig(async (rig) => {
      rig.store.put('a/1.jpg', 'still');
      rig.store.put('a/1.mov', 'video');
      rig.store.put('a/2.jpg', 'another');
      await rig.scan();
      const before = rig.nodes();
      rig.store.rename('a', 'b');
      await rig.scan();
      expect(rig.node('b/1.jpg')).to.deep.include({
        uid: before.get('a/1.jpg')?.uid,
        kind: 'live',
        relatedUids: [before.get('a/1.mov')?.uid],
      });
      rig.store.remove('b/1.mov');
      await rig.scan();
      expect(rig.node('b/1.jpg')).to.deep.include({ kind: 'image', relatedUids: [] });
    }));

  it('of two motions with one name there is none', () =>
    withScanRig(async (rig) => {
      rig.store.put('1.jpg', 'still');
      rig.store.put('1.mov', 'video');
      rig.store.put('1.MOV', 'another motion');
      await rig.scan();
      expect(rig.timeline().size).to.equal(3);
    }));

  it('tell a motion’s change as one of the still', () =>
    withScanRig(async (rig) => {
      rig.store.put('1.jpg', 'still');
      rig.store.put('1.mov', 'video');
      await rig.scan();
      const { uid, rev } = rig.node('1.jpg');
      const cursor = rig.cursor();
      rig.store.put('1.mov', 'a better motion');
      await rig.scan();
      expect(rig.changes(cursor)).to.deep.equal([{ type: 'upsert', kind: 'photo', uid, rev }]);
    }));
});
