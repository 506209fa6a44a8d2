import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fileFormat } from '../../../core/plugin-api/toolkit/file-format.ts';
import { heicSize } from '../../../core/media/heic-size.ts';
import { decoderOf } from '../../../core/media/picture.ts';
import { decodeHeic } from '../../../core/media/heic.ts';
import { needPhotos, photosDir } from '../../support/model-packs.ts';

describe('the size of a HEIC picture', function () {
  before(function () {
    needPhotos(this);
  });

  it('is read from the header with the same result as by the decoder, for files of many makers', () => {
    let read = 0;
    const names = readdirSync(join(photosDir, 'formats'), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((file) => /\.hei[cf]$/i.test(file)).slice(0, 12)) {
      const bytes = readFileSync(join(photosDir, 'formats', name));
      if (decoderOf(fileFormat(bytes)) !== 'heic') continue;
      const first = decodeHeic(bytes, Infinity, () => undefined);
      const size = heicSize(bytes);
      // The container may rotate the picture.
      expect([size?.width, size?.height].sort(), name).to.deep.equal([first.width, first.height].sort());
      first.free();
      read += 1;
    }
    expect(read).to.be.at.least(3);
  });

  it('is unknown if the file does not contain it, and never read beyond the end', () => {
    expect(heicSize(Buffer.from('ftypheic and nothing else'))).to.equal(null);
    expect(heicSize(Buffer.from('\0\0\0\x14ispe\0\0'))).to.equal(null);
    expect(heicSize(Buffer.alloc(0))).to.equal(null);
  });
});

describe('a HEIC file with several pictures', function () {
  before(function () {
    needPhotos(this);
  });

  /** A file whose thumbnail counts as a second picture. @param main the id of the primary picture */
  function withTwo(main: number): Uint8Array {
    const bytes = readFileSync(join(photosDir, 'formats/IMG_1034.heic'));
    // With an unknown type of reference, the picture is no longer marked as a thumbnail.
    bytes.write('xxxx', bytes.indexOf('thmb'), 'latin1');
    bytes.writeUInt16BE(main, bytes.indexOf('pitm') + 8);
    return Uint8Array.from(bytes);
  }

  it('is shown by its primary picture, whatever their order', () => {
    const sizes = [49, 50].map((main) => {
      const { width, height, free } = decodeHeic(withTwo(main), Infinity, () => undefined);
      free();
      return [width, height];
    });
    expect(sizes).to.deep.equal([
      [4032, 3024],
      [320, 240],
    ]);
  });
});
