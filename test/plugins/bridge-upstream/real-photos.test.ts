import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import type { Driver } from '../../../plugins/bridge-upstream/bridge/driver.ts';
import { createFolderDriver } from '../../../plugins/bridge-upstream/bridge/drivers/folder.ts';
import { parseExifDate } from '../../../core/plugin-api/toolkit/exif-values.ts';
import type { Node } from '../../../plugins/bridge-upstream/contract.ts';
import { ScanRig } from '../../support/scan-rig.ts';

const photosDir = resolve(process.env['PHOTOS_DIR'] ?? '../shared/photos');

describe('real photos in a store', function () {
  let rig: ScanRig<Driver>;
  let nodes: Map<string, Node>;

  before(async function () {
    if (!existsSync(photosDir)) {
      console.log(`      (no photos at ${photosDir}: set PHOTOS_DIR)`);
      this.skip();
    }
    rig = new ScanRig<Driver>(createFolderDriver({ root: photosDir }));
    rig.clock.now = () => Date.now();
    await rig.scan();
    nodes = rig.nodes();
  });

  after(async () => {
    if (existsSync(photosDir)) await rig.close();
  });

  it('are all listed, and can be read', () => {
    expect(rig.scanner.status().condition).to.deep.equal({ reachable: true, loggedIn: true });
    expect(nodes).to.have.length.above(550);
    expect(rig.journal.counts()).to.include({ photos: nodes.size, failed: 0 });
  });

  it('have the facts that exiftool finds', function () {
    if (spawnSync('exiftool', ['-ver']).status !== 0) {
      console.log('      (exiftool is not installed)');
      this.skip();
    }
    const tags = [
      '-EXIF:DateTimeOriginal',
      '-EXIF:OffsetTimeOriginal',
      '-EXIF:Model',
      '-Composite:GPSLatitude',
      '-Composite:GPSLongitude',
    ];
    const sizes = [
      '-File:ImageWidth',
      '-File:ImageHeight',
      '-EXIF:Orientation',
      '-QuickTime:Rotation',
      '-File:FileType',
    ];
    const run = spawnSync(
      'exiftool',
      ['-json', '-n', '-G0', '-r', ...tags, ...sizes, join(photosDir, 'exif'), join(photosDir, 'formats')],
      {
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    let compared = 0;
    for (const facts of JSON.parse(run.stdout) as Record<string, string | number>[]) {
      const node = nodes.get(String(facts['SourceFile']).slice(photosDir.length + 1));
      if (!node) continue;
      compared += 1;
      expect(ours(node, facts), node.path).to.deep.equal(theirs(facts));
    }
    expect(compared).to.be.above(120);
  });
});

function ours(node: Node, facts: Record<string, string | number>) {
  const zone = node.utcOffset ?? -new Date(node.captureTime * 1000).getTimezoneOffset();
  const wallClock = node.captureTime + zone * 60;
  const { lat, lng } = node.location ?? {};
  return {
    time: exifTime(facts) === null ? null : wallClock,
    model: facts['EXIF:Model'] === undefined ? null : node.camera?.device.endsWith(String(facts['EXIF:Model']).trim()),
    location: lat === undefined ? null : [lat.toFixed(4), lng?.toFixed(4)],
    size: facts['File:ImageWidth'] === undefined ? null : [node.media?.width, node.media?.height],
  };
}

/** EXIF does not rotate a HEIC (ISO 23008-12), whatever it says; exiftool reports only rotations by the container. */
const turnedByExif = (facts: Record<string, string | number>): boolean =>
  !/^(HEIC|AVIF)/.test(String(facts['File:FileType'])) && Number(facts['EXIF:Orientation'] ?? 1) >= 5;

function theirs(facts: Record<string, string | number>) {
  const { 'Composite:GPSLatitude': lat, 'Composite:GPSLongitude': lng, 'QuickTime:Rotation': rotation } = facts;
  const size = [facts['File:ImageWidth'], facts['File:ImageHeight']];
  const sideways = rotation === undefined ? turnedByExif(facts) : Number(rotation) % 180 !== 0;
  return {
    time: exifTime(facts),
    model: facts['EXIF:Model'] === undefined ? null : true,
    location: typeof lat === 'number' && typeof lng === 'number' ? [lat.toFixed(4), lng.toFixed(4)] : null,
    size: size[0] === undefined ? null : sideways ? size.reverse() : size,
  };
}

/** Null if there is no time, or an impossible one. */
function exifTime(facts: Record<string, string | number>): number | null {
  const time = parseExifDate(facts['EXIF:DateTimeOriginal']);
  return time !== null && time > 86_400 && time < Date.now() / 1000 ? time : null;
}
