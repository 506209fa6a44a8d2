import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { movieContentIdentifier, stillContentIdentifier } from '../../../core/plugin-api/toolkit/index.ts';
import { exifTags } from '../../../plugins/bridge-upstream/bridge/pictures/exif-tags.ts';
import { appleMotion, appleStill } from '../../support/apple-pair.ts';
import { needPhotos, photosDir } from '../../support/model-packs.ts';
import { withScanRig } from '../../support/scan-rig.ts';

describe('live photos', () => {
  it('are a still and a motion part of the same name in the same folder', () =>
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

  it('remove a motion part from the timeline when its still is added, and restore it when that is removed', () =>
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

  it('become images when the motion part is removed, and stay together when both are renamed', () =>
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

  it('are not formed with two motion parts of the same name', () =>
    withScanRig(async (rig) => {
      rig.store.put('1.jpg', 'still');
      rig.store.put('1.mov', 'video');
      rig.store.put('1.MOV', 'another motion');
      await rig.scan();
      expect(rig.timeline().size).to.equal(3);
    }));

  it('report a change of the motion part as one of the still', () =>
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

describe('live photos of Apple’s phones', () => {
  const ids = ['1745E022-9712-43C7-B024-F308EC6413CB', 'ED69AFC7-A2EB-4FE9-88A0-54293FC2478F'] as const;
  let jpeg: Buffer;
  let still: (id: string, copy?: string) => Buffer;

  before(async () => {
    jpeg = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    still = (id, copy = '') => Buffer.concat([appleStill(jpeg, id), Buffer.from(copy)]);
  });

  it('are paired by their identifier, whatever the names of their files', () =>
    withScanRig(async (rig) => {
      rig.store.put('x/Beach.JPG', still(ids[0]));
      rig.store.put('x/IMG_4711.MOV', appleMotion(ids[0]));
      rig.store.put('y/IMG_4711.JPG', still(ids[0], 'elsewhere'));
      await rig.scan();
      const [main, motion] = [rig.node('x/Beach.JPG'), rig.node('x/IMG_4711.MOV')];
      expect(main).to.deep.include({ kind: 'live', relatedUids: [motion.uid] });
      expect(main.motion).to.deep.equal({ mediaType: 'video/quicktime', size: motion.size });
      expect(motion.mainUid).to.equal(main.uid);
      expect(rig.node('y/IMG_4711.JPG').kind).to.equal('image');
    }));

  it('are not paired by name if both identifiers are known and differ', () =>
    withScanRig(async (rig) => {
      rig.store.put('IMG_1.JPG', still(ids[0]));
      rig.store.put('IMG_1.MOV', appleMotion(ids[1]));
      rig.store.put('IMG_2.JPG', still(ids[1]));
      rig.store.put('IMG_3.JPG', jpeg);
      rig.store.put('IMG_3.MOV', appleMotion('F00DF00D-0000-0000-0000-000000000000'));
      await rig.scan();
      const kinds = ['IMG_1.JPG', 'IMG_2.JPG', 'IMG_3.JPG'].map((path) => rig.node(path).kind);
      expect(kinds).to.deep.equal(['image', 'live', 'live']);
      expect(rig.node('IMG_1.MOV').mainUid).to.equal(rig.node('IMG_2.JPG').uid);
    }));

  it('are paired by name if a folder has copies of them', () =>
    withScanRig(async (rig) => {
      for (const name of ['IMG_1', 'IMG_1 (1)', 'IMG_1 (2)']) {
        rig.store.put(`${name}.JPG`, still(ids[0], name));
        rig.store.put(`${name}.MOV`, Buffer.concat([appleMotion(ids[0]), Buffer.from(name)]));
      }
      await rig.scan();
      for (const name of ['IMG_1', 'IMG_1 (1)', 'IMG_1 (2)']) {
        expect(rig.node(`${name}.MOV`).mainUid, name).to.equal(rig.node(`${name}.JPG`).uid);
      }
      expect(rig.timeline().size).to.equal(3);
    }));

  it('are paired and separated when files are added, changed and removed, in any order', () =>
    withScanRig(async (rig) => {
      const kindOf = (path: string): string => rig.node(path).kind;
      rig.store.put('clip.MOV', appleMotion(ids[0]));
      await rig.scan();
      const cursor = rig.cursor();
      rig.store.put('still.JPG', still(ids[0]));
      await rig.scan();
      expect([kindOf('still.JPG'), rig.timeline().size]).to.deep.equal(['live', 1]);
      expect(rig.changes(cursor).map(({ type }) => type)).to.have.members(['delete', 'upsert']);
      rig.store.put('clip.MOV', appleMotion(ids[1]));
      await rig.scan();
      expect([kindOf('still.JPG'), rig.timeline().size]).to.deep.equal(['image', 2]);
      rig.store.put('clip.MOV', appleMotion(ids[0], 3));
      await rig.scan();
      expect([kindOf('still.JPG'), rig.timeline().size]).to.deep.equal(['live', 1]);
      rig.store.rename('clip.MOV', 'elsewhere/clip.MOV');
      await rig.scan();
      expect([kindOf('still.JPG'), rig.timeline().size]).to.deep.equal(['image', 2]);
      rig.store.rename('elsewhere/clip.MOV', 'another name.MOV');
      await rig.scan();
      expect([kindOf('still.JPG'), rig.timeline().size]).to.deep.equal(['live', 1]);
      rig.store.remove('another name.MOV');
      await rig.scan();
      expect([kindOf('still.JPG'), rig.timeline().size]).to.deep.equal(['image', 1]);
    }));

  it('are paired the same whether files are added together or one after the other', () =>
    withScanRig(async (rig) => {
      const files = {
        'a.JPG': still(ids[0]),
        'b.MOV': appleMotion(ids[0]),
        'b.JPG': jpeg,
        'a.MOV': appleMotion(ids[1]),
        'c.JPG': still(ids[1]),
      };
      for (const [path, bytes] of Object.entries(files)) {
        rig.store.put(path, bytes);
        await rig.scan();
      }
      const mains = (): (string | null | undefined)[] => ['a.MOV', 'b.MOV'].map((path) => rig.node(path).mainUid);
      expect(mains()).to.deep.equal([rig.node('c.JPG').uid, rig.node('a.JPG').uid]);
      rig.store.remove('a.JPG');
      await rig.scan();
      expect(mains()).to.deep.equal([rig.node('c.JPG').uid, rig.node('b.JPG').uid]);
    }));

  it('are not paired by an identifier that is on more files than copies explain', () =>
    withScanRig(async (rig) => {
      for (let index = 0; index < 30; index += 1) rig.store.put(`${index}.JPG`, still(ids[0], String(index)));
      rig.store.put('3.MOV', appleMotion(ids[1]));
      rig.store.put('other.MOV', appleMotion(ids[0]));
      await rig.scan();
      expect(rig.timeline().size).to.equal(32);
    }));

  it('have no identifier in truncated notes, and none that is too long in corrupt notes and boxes', async () => {
    const whole = appleStill(jpeg, ids[0]);
    const note = whole.subarray(whole.indexOf('Apple iOS'), whole.indexOf(ids[0]) + ids[0].length + 1);
    expect(stillContentIdentifier(Buffer.from(note))).to.equal(ids[0]);
    const movie = appleMotion(ids[0]);
    const read = (bytes: Buffer) =>
      movieContentIdentifier({
        size: bytes.length,
        read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
      });
    expect(await read(movie)).to.equal(ids[0]);
    const isRight = (identifier: string | null): boolean => identifier === null || identifier.length <= 64;
    for (let cut = 0; cut < note.length; cut += 1) {
      expect(stillContentIdentifier(Buffer.from(note.subarray(0, cut))), String(cut)).to.equal(null);
    }
    for (let at = 0; at < movie.length; at += 1) {
      for (const value of [0, 0x7f, 0xff]) {
        const spoilt = Buffer.from(movie);
        spoilt[at] = value;
        expect(isRight(await read(spoilt)), `${at} ${value}`).to.equal(true);
        const spoiltNote = Buffer.from(note);
        spoiltNote[at % note.length] = value;
        expect(isRight(stillContentIdentifier(spoiltNote)), `${at} ${value}`).to.equal(true);
      }
    }
  });

  it('have their identifiers in real photos', function () {
    needPhotos(this);
    for (const [index, name] of ['IMG_2927.HEIC', 'IMG_2929.HEIC'].entries()) {
      const tags = exifTags(readFileSync(join(photosDir, 'formats', name)));
      expect(tags['ContentIdentifier'], name).to.equal(ids[index]);
    }
  });
});
