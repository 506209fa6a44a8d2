import { expect } from 'chai';
import { movieContentIdentifier, readMovie } from '../../../core/plugin-api/toolkit/index.ts';
import { StrictBytes } from '../../support/strict-bytes.ts';

describe('the boxes of a video', () => {
  it('end before one whose header reaches beyond the box around it', async () => {
    // `moov` ends behind the short header of `meta`, which says that its size follows: there is the next box.
    const file = Buffer.from('\0\0\0\x10moov\0\0\0\x01meta\0\0\0\x18free\0\0\0\0\0\0\0\0', 'latin1');
    expect(await movieContentIdentifier(new StrictBytes(file))).to.equal(null);
    expect(await readMovie(new StrictBytes(file))).to.include({ make: null, duration: null });
  });
});
