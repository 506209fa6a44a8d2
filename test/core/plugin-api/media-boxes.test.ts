import { expect } from 'chai';
import { movieContentIdentifier, readMovie } from '../../../core/plugin-api/toolkit/index.ts';
import { StrictBytes } from '../../support/strict-bytes.ts';

function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const inner = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inner.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, inner]);
}

describe('the boxes of a video', () => {
  it('end before a box whose header exceeds its parent box', async () => {
    // `moov` ends after the short header of `meta`, which announces a long size: that would be read from the next box.
    const file = Buffer.from('\0\0\0\x10moov\0\0\0\x01meta\0\0\0\x18free\0\0\0\0\0\0\0\0', 'latin1');
    expect(await movieContentIdentifier(new StrictBytes(file))).to.equal(null);
    expect(await readMovie(new StrictBytes(file))).to.include({ make: null, duration: null });
  });

  it('are read up to a limit that no camera reaches, even if they are nested', async () => {
    // Three consecutive metadata boxes hold a thousand items each, and each item some empty boxes.
    const makeBehind = async (boxesInEach: number): Promise<string | null> => {
      const item = box('\0\0\0\x01', ...Array.from({ length: boxesInEach }, () => box('free')));
      const list = box('ilst', ...Array.from({ length: 1000 }, () => item));
      const keys = box('keys', Buffer.alloc(8), box('mdta', 'x'));
      const make = box('udta', box('\xa9mak', '\0\x05\0\0Maker'));
      const nested = Array.from({ length: 3 }, () => box('meta', Buffer.alloc(4), keys, list));
      return (await readMovie(new StrictBytes(box('moov', ...nested, make)))).make;
    };
    expect(await makeBehind(5)).to.equal('Maker');
    expect(await makeBehind(8)).to.equal(null);
  });
});
