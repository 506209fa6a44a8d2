import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { ProgramFinder } from '../../../core/media/video/programs.ts';
import { SourceError } from '../../../core/plugin-api/errors.ts';
import type { SourceNode } from '../../../core/plugin-api/photo-source.ts';
import { Videos } from '../../../core/store/photos/videos.ts';
import { FarSource } from '../../support/far-source.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { hasFfmpeg, madeVideo } from '../../support/made-video.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { skip } from '../../support/skip.ts';

const asVideo: Partial<SourceNode> = { kind: 'video', name: 'film.mp4', mediaType: 'video/mp4' };
const nothing = new ProgramFinder('');

describe('videos in the index', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let film: Buffer;
  let broken: Buffer;
  let grey: Buffer;

  before(async function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
    const told = ['-metadata', 'com.apple.quicktime.creationdate=2023-05-01T18:30:00+0900'];
    const place = ['-metadata', 'com.apple.quicktime.location.ISO6709=+48.8566+002.3522/'];
    const device = ['-metadata', 'com.apple.quicktime.make=Apple', '-metadata', 'com.apple.quicktime.model=iPhone 14'];
    const tags = ['-movflags', 'use_metadata_tags', ...told, ...place, ...device];
    film = await madeVideo('film.mov', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', ...tags]);
    broken = film.subarray(0, film.length / 2);
    grey = await sharp({ create: { width: 320, height: 240, channels: 3, background: 'grey' } })
      .jpeg()
      .toBuffer();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const open = (programs?: ProgramFinder): IndexerRig =>
    (rig = new IndexerRig({ folder, source, ...(programs && { programs }) }));
  const factsOf = (uid: string): object | undefined => new Videos(rig.db).of(rig.photo(uid).id);
  const meanOf = async (uid: string): Promise<number[]> => {
    const { channels } = await sharp(rig.thumbPath(rig.photo(uid))).stats();
    return channels.map(({ stdev }) => stdev);
  };

  it('have one of their frames as thumbnail, and time with zone, place, camera and technical facts', async () => {
    source.put('v', film, asVideo);
    source.thumbnails.set('v', grey);
    await open().settle();
    expect(rig.photo('v')).to.include({
      ...{ state: 'indexed', examined: 'head', awaits: null, kind: 'video', width: 320, height: 240 },
      ...{ thumb_revision: 1, camera: 'Apple iPhone 14', taken_at_local: '2023-05-01T18:30:00' },
      ...{ taken_at: Date.parse('2023-05-01T09:30:00Z') / 1000, place: 'Paris, France', lat: 48.8566 },
    });
    expect(factsOf('v')).to.deep.equal({
      ...{ type: 'video/mp4; codecs="avc1.64000d, mp4a.40.2"', videoCodec: 'h264', audioCodec: 'aac', frameRate: 25 },
    });
    // It is not the grey picture of the store.
    expect(Math.max(...(await meanOf('v')))).to.be.above(20);
  });

  it('that are broken fail without affecting others, with the reason, or have the thumbnail of their store', async () => {
    source.put('broken', broken, asVideo);
    source.put('text', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n'), asVideo);
    source.put('shown', broken, asVideo);
    source.put('good', film, asVideo);
    source.thumbnails.set('shown', grey);
    await open().settle();
    expect(rig.photo('broken')).to.include({
      ...{ state: 'failed', fault: 'damaged', error: 'The video is damaged: its content cannot be read.' },
    });
    expect(rig.photo('text')).to.include({ state: 'failed', thumb_revision: 0 });
    expect(rig.photo('shown')).to.include({ state: 'indexed', thumb_revision: 1, fault: null });
    expect(rig.photo('good')).to.include({ state: 'indexed', thumb_revision: 1 });
  });

  it('do not fail when their source becomes unreachable while they are read', async () => {
    source.put('v', film, asVideo);
    source.faults.set('open', () => Promise.reject(new SourceError('unreachable', 'away')));
    await open().settle();
    expect(rig.photo('v')).to.include({ state: 'pending', attempts: 0, error: null });
    source.faults.clear();
    rig.ahead += 3600;
    await rig.settle();
    expect(rig.photo('v')).to.include({ state: 'indexed', thumb_revision: 1 });
  });

  it('are read once a program for videos is installed; broken ones are tried three times', async () => {
    source.put('v', film, asVideo);
    source.put('broken', broken, asVideo);
    source.thumbnails.set('v', grey);
    await open(nothing).settle();
    for (const uid of ['v', 'broken']) expect(rig.photo(uid)).to.include({ state: 'indexed', examined: 'thumbnail' });
    expect(new Videos(rig.db).counts()).to.deep.equal({ videos: 2, read: 0 });
    await rig.close();
    await open().settle();
    expect(rig.photo('v')).to.include({ examined: 'head', awaits: null, thumb_revision: 2, camera: 'Apple iPhone 14' });
    expect(Math.max(...(await meanOf('v')))).to.be.above(20);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(rig.photo('broken')).to.include({ state: 'indexed', closer_attempts: attempt });
      rig.ahead += 3600;
      await rig.settle();
    }
    // The next attempt is after a month.
    expect(rig.photo('broken')).to.include({ closer_attempts: 3, awaits: 'head' });
    expect(new Videos(rig.db).counts()).to.deep.equal({ videos: 2, read: 2 });
    const opened = source.count('open');
    rig.ahead += 3600;
    await rig.settle();
    expect(source.count('open')).to.equal(opened);
  });

  it('that crash the program which reads them fail without affecting others', async () => {
    // The sound comes first in the video on which the program crashes.
    const deadly = await madeVideo('film.mp4', ['-map', '1:a', '-map', '0:v', '-c:v', 'libx264']);
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    for (const name of ['ffmpeg', 'ffprobe']) {
      const real = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
      const dies = 'case "$*" in *"-map 0:1 "*) kill -SEGV $$ ;; esac';
      writeFileSync(join(programs, name), `#!/bin/sh\n${dies}\nexec ${real} "$@"\n`, { mode: 0o755 });
    }
    source.put('deadly', deadly, asVideo);
    source.put('good', film, asVideo);
    await open(new ProgramFinder(programs)).settle();
    expect(rig.photo('deadly')).to.include({
      ...{ state: 'failed', fault: 'unreadable', error: 'The program that reads videos broke down over this file.' },
    });
    expect(rig.photo('good')).to.include({ state: 'indexed', thumb_revision: 1 });
  });

  it('are read again when their content changes', async () => {
    source.put('v', film, asVideo);
    await open().settle();
    const other = await madeVideo('film.webm', ['-c:v', 'libvpx', '-c:a', 'libvorbis'], { size: '160x120' });
    source.put('v', other, { ...asVideo, mediaType: 'video/webm' });
    await rig.settle();
    expect(rig.photo('v')).to.include({ width: 160, height: 120, thumb_revision: 2 });
    expect(factsOf('v')).to.include({ type: 'video/webm; codecs="vp8, vorbis"' });
    source.put('v', grey, { kind: 'image', mediaType: 'image/jpeg' });
    await rig.settle();
    expect(factsOf('v')).to.equal(undefined);
  });

  it('of a source with metered originals keep its thumbnail, or get one within the budget if it has none', async () => {
    const far = new FarSource();
    source = far;
    const long = Buffer.concat([film, box('free', 8 * 1024 * 1024)]);
    source.put('shown', long, asVideo);
    source.put('bare', long, asVideo);
    source.thumbnails.set('shown', grey);
    rig = new IndexerRig({ folder, source, config: { originalsBudget: 0 } });
    await rig.settle();
    expect(rig.photo('shown')).to.include({ examined: 'head', awaits: null, thumb_revision: 1 });
    expect(rig.photo('bare')).to.include({ examined: 'head', awaits: 'head', thumb_revision: 0, duration: 2 });
    expect(factsOf('bare')).to.include({ videoCodec: 'h264' });
    await rig.close();
    rig = new IndexerRig({ folder, source, config: { originalsBudget: 64 * 1024 * 1024 } });
    rig.ahead = 86_400;
    await rig.settle();
    expect(rig.photo('bare')).to.include({ examined: 'head', awaits: null, thumb_revision: 1 });
    expect(existsSync(rig.thumbPath(rig.photo('bare')))).to.equal(true);
    expect(Math.max(...(await meanOf('shown')))).to.be.below(20);
    expect(far.bytesRead).to.be.below(6 * 1024 * 1024);
    expect(far.readAt('original')).to.deep.equal([]);
  });
});

function box(type: string, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4, 'latin1');
  return bytes;
}
