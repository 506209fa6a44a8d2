import { expect } from 'chai';
import { fastCiphers } from '../../../core/plugin-api/toolkit/index.ts';

describe('the fast cipher for a processor', () => {
  it('is AEGIS with AES instructions or if Linux reports nothing, and ChaCha20 otherwise', () => {
    expect(fastCiphers('processor : 0\nflags\t\t: fpu sse aes avx\n')[0]).to.equal('aegis-256x2');
    expect(fastCiphers('processor : 0\nflags\t\t: fpu sse vaes avx\n')[0]).to.equal('chacha20');
    expect(fastCiphers('Features\t: fp asimd aes\n')[0]).to.equal('aegis-256x2');
    expect(fastCiphers('Features\t: half thumb\n')[0]).to.equal('chacha20');
    expect(fastCiphers('')[0]).to.equal('aegis-256x2');
  });
});
