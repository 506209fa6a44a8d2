import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { ProgramFinder } from '../../../../core/media/video/programs.ts';
import { SourceError } from '../../../../core/plugin-api/errors.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { makeVideo } from '../../../support/video-file.ts';

const headBytes = 256 * 1024;

describe('the file heads of photos in a store with metered originals', function () {
  let folder: string;
  let source: FarSource;
  let rig: IndexerRig;
  let picture: Buffer;
  let preview: Buffer;
  let frame: Buffer;

  before(async () => {
    picture = await farPicture('olive');
    preview = await previewOf(picture);
    frame = await sharp({ create: { width: 320, height: 180, channels: 3, background: 'navy' } })
      .jpeg()
      .toBuffer();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
    // As on a machine without the programs that read videos.
    rig = new IndexerRig({ folder, source, config: { originalsBudget: 0 }, programs: new ProgramFinder('') });
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('provide camera, time and dimensions, and nothing else is read', async () => {
    source.putFar('a', picture, preview, { media: null });
    await rig.settle();
    expect(rig.photo('a')).to.include({
      examined: 'head',
      awaits: 'original',
      camera: 'EOS R5',
      width: 1200,
      height: 800,
    });
    expect(rig.photo('a')).to.include({ taken_at_local: '2021-05-06T07:08:09', thumb_revision: 1, sha1: null });
    expect(source.bytesRead).to.equal(headBytes);
  });

  it('keep their facts when the source sends new metadata of the photo', async () => {
    source.putFar('a', picture, preview);
    await rig.settle();
    const { node } = source.photos.get('a')!;
    source.putFar('a', picture, preview, { name: 'renamed.jpg', rev: node.rev });
    await rig.settle();
    expect(rig.photo('a')).to.include({ name: 'renamed.jpg', camera: 'EOS R5', examined: 'head' });
  });

  it('are not read if the source says that ranges cost as much as the whole, until that changes', async () => {
    source.ranges = false;
    for (const uid of ['a', 'b']) source.putFar(uid, picture, preview);
    putVideo('v');
    await rig.settle();
    expect(source.readAt('head')).to.deep.equal([]);
    expect(levels()).to.deep.equal({ a: 'thumbnail original', b: 'thumbnail original', v: 'thumbnail head' });
    source.ranges = true;
    await rig.settle();
    expect(levels()).to.deep.equal({ a: 'head original', b: 'head original', v: 'head null' });
  });

  it('are no longer read after a source has ignored several ranges, until a restart', async () => {
    source.seeks = false;
    for (const uid of ['a', 'b', 'c', 'd', 'e', 'f']) source.putFar(uid, picture, preview);
    putVideo('v');
    rig = await reopened({ workers: 1 });
    await rig.settle();
    expect(source.readAt('head')).to.have.length(3);
    expect(new Set(Object.values(levels()))).to.deep.equal(new Set(['thumbnail original', 'thumbnail head']));
    source.seeks = true;
    rig = await reopened({ workers: 1 });
    await rig.settle();
    rig.ahead += 60;
    await rig.settle();
    expect(new Set(Object.values(levels()))).to.deep.equal(new Set(['head original', 'head null']));
  });

  it('are read of all other photos when the range of one photo is ignored', async () => {
    for (const uid of ['a', 'b', 'c', 'd', 'e', 'f']) source.putFar(uid, picture, preview);
    source.bodies.set('c', (content) => ({ ...content, range: null }));
    await rig.settle();
    expect(levels()).to.include({ a: 'head original', c: 'thumbnail head', f: 'head original' });
    source.bodies.clear();
    rig.ahead += 60;
    await rig.settle();
    expect(levels()).to.include({ c: 'head original' });
  });

  it('are tried three times if they cannot be read; then the photo waits for its original', async () => {
    source.putFar('a', picture, preview);
    source.faults.set('open', () => Promise.reject(new SourceError('integrity', 'A bad spot.')));
    for (const awaits of ['head', 'head', 'original']) {
      await rig.settle();
      expect(rig.photo('a')).to.include({ state: 'indexed', examined: 'thumbnail', awaits });
      rig.ahead += 600;
    }
    expect(source.readAt('head')).to.have.length(3);
  });

  it('provide duration, dimensions, time and place of a video, even if its header is at the end of the file', async () => {
    putVideo('v');
    await rig.settle();
    expect(rig.photo('v')).to.include({ examined: 'head', awaits: null, duration: 61.5, width: 320, height: 180 });
    expect(rig.photo('v')).to.include({ taken_at: Date.parse('2022-02-03T04:05:06Z') / 1000, thumb_revision: 1 });
    expect(rig.photo('v')).to.include({ lat: 48.8566, lng: 2.3522 });
    expect(source.bytesRead).to.be.below(headBytes + 4096);
    expect(source.readAt('original')).to.deep.equal([]);
  });

  it('are all that is read of RAW files', async () => {
    source.put('r', picture, { kind: 'raw', name: 'r.cr2', mediaType: 'image/x-canon-cr2' });
    source.thumbnails.set('r', preview);
    await rig.settle();
    expect(rig.photo('r')).to.include({ examined: 'head', awaits: null, camera: 'EOS R5', thumb_revision: 1 });
    expect(source.readAt('original')).to.deep.equal([]);
  });

  it('provide the orientation of a photo, so that its dimensions fit the upright preview', async () => {
    const turned = await sharp(picture).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    source.putFar(
      'a',
      Buffer.concat([turned, Buffer.alloc(headBytes)]),
      await sharp(turned).autoOrient().resize(200).jpeg().toBuffer(),
    );
    await rig.settle();
    expect(rig.photo('a')).to.include({ width: 800, height: 1200, examined: 'head' });
  });

  /** A video whose header is at the end of the file. */
  function putVideo(uid: string): void {
    const video = makeVideo({
      brand: 'mp42',
      picture: Buffer.concat([frame, Buffer.alloc(1024 * 1024)]),
      width: 320,
      height: 180,
      durationMs: 61_500,
      createdAt: Date.parse('2022-02-03T04:05:06Z') / 1000,
      place: '+48.8566+002.3522/',
    });
    source.put(uid, video, { kind: 'video', mediaType: 'video/mp4' });
    source.thumbnails.set(uid, frame);
  }

  /** The level of each photo, and the level that it awaits. */
  function levels(): Record<string, string> {
    return Object.fromEntries(rig.photos().map(({ uid, examined, awaits }) => [uid, `${examined} ${awaits}`]));
  }

  async function reopened(config: { workers: number }): Promise<IndexerRig> {
    await rig.close();
    return new IndexerRig({
      folder,
      source,
      config: { originalsBudget: 0, ...config },
      programs: new ProgramFinder(''),
    });
  }
});
