import { expect } from 'chai';
import { readProbe } from '../../../../core/media/video/probe.ts';

/** ffprobe reads files of unknown origin, so its output is validated as well. */
describe('parsing the output of ffprobe', () => {
  it('returns a video without facts if the output is no object', () => {
    for (const json of ['null', '7', '"x"', '[]']) {
      const { movie, picture } = readProbe(json);
      expect(picture, json).to.equal(null);
      expect(movie, json).to.include({ size: null, duration: null, make: null });
    }
  });

  it('ignores tags that are no text', () => {
    const { movie } = readProbe('{"format":{"tags":{"make":{"toString":1},"model":"Acme 3"}}}');
    expect(movie).to.include({ make: null, model: 'Acme 3' });
  });

  it('ignores impossible dimensions', () => {
    const sizeOf = (width: string): unknown =>
      readProbe(`{"streams":[{"codec_type":"video","width":${width},"height":2,"sample_aspect_ratio":"9:1"}]}`).movie
        .size;
    expect(sizeOf('1e308')).to.equal(null);
    expect(sizeOf('4')).to.deep.equal({ width: 36, height: 2 });
  });
});
