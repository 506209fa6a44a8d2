import { expect } from 'chai';
import { sidecarPath } from '../../../core/domain/sidecar-path.ts';

const fileOf = (name: string): string | undefined => sidecarPath({ uid: 'a', name }, false).at(-1);

describe('the name of a sidecar', () => {
  it('is never that of a hidden file', () => {
    expect(['.a.jpg', ' .a.jpg', '\u00a0..a'].map(fileOf)).to.deep.equal(['_a.jpg.xmp', '_a.jpg.xmp', '__a.xmp']);
  });

  it('is never that of a Windows device', () => {
    expect(['con.jpg', 'LPT1', 'com¹.jpg', 'con', 'lpt10.jpg'].map(fileOf)).to.deep.equal([
      '_con.jpg.xmp',
      '_LPT1.xmp',
      '_com¹.jpg.xmp',
      '_con.xmp',
      'lpt10.jpg.xmp',
    ]);
  });
});
