import { expect } from 'chai';
import { readProbe } from '../../../../core/media/video/probe.ts';

/** ffprobe reads what strangers have made, so what it says is taken as carefully. */
describe('the answer of ffprobe', () => {
  it('is a video of which nothing is known where it is no object', () => {
    for (const json of ['null', '7', '"x"', '[]']) {
      const { movie, picture } = readProbe(json);
      expect(picture, json).to.equal(null);
      expect(movie, json).to.include({ size: null, duration: null, make: null });
    }
  });

  it('has no word that is no text', () => {
    const { movie } = readProbe('{"format":{"tags":{"make":{"toString":1},"model":"Acme 3"}}}');
    expect(movie).to.include({ make: null, model: 'Acme 3' });
  });

  it('has no sides beyond all pictures', () => {
    const sizeOf = (width: string): unknown =>
      readProbe(`{"streams":[{"codec_type":"video","width":${width},"height":2,"sample_aspect_ratio":"9:1"}]}`).movie
        .size;
    expect(sizeOf('1e308')).to.equal(null);
    expect(sizeOf('4')).to.deep.equal({ width: 36, height: 2 });
  });
});
