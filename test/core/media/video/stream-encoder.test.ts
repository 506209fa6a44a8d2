import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EncoderFinder } from '../../../../core/media/video/stream-encoder.ts';
import { skip } from '../../../support/skip.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';
import { hasFileLimits, withTooManyFiles } from '../../../support/too-many-files.ts';

/** The trial treats any program as ffmpeg, and any file as a graphics chip. */
describe('the encoder for streams', function () {
  before(function () {
    if (process.platform === 'win32') skip(this, 'there is no sh');
  });

  it('is x264 if there is no graphics chip, or the chip does not work', async () => {
    expect(await new EncoderFinder({ device: '/nowhere' }).find('/bin/true')).to.equal('x264');
    expect(await new EncoderFinder({ device: '/dev/null' }).find('/bin/false')).to.equal('x264');
    expect(await new EncoderFinder({ device: '/dev/null' }).find('/bin/true')).to.equal('vaapi');
  });

  it('is tried again some time after a trial that took too long, and not earlier', async () => {
    await withTempFolder(async (folder) => {
      const [program, sign] = [join(folder, 'ffmpeg'), join(folder, 'is-quick')];
      writeFileSync(program, `#!/bin/sh\n[ -e ${sign} ] || exec sleep 600\n`, { mode: 0o700 });
      let [now, patience] = [0, 0.1];
      const finder = new EncoderFinder({ device: '/dev/null', patience: () => patience, now: () => now });
      expect(await finder.find(program)).to.equal('x264');
      writeFileSync(sign, '');
      expect(await finder.find(program)).to.equal('x264');
      now += 600_001;
      // A busy machine may need longer than 0.1 s to start any program.
      patience = 60;
      expect(await finder.find('/bin/true')).to.equal('vaapi');
    });
  });

  it('is tried again after a trial that could not start', async function () {
    if (!hasFileLimits) skip(this, 'there is no prlimit');
    const finder = new EncoderFinder({ device: '/dev/null' });
    const { name } = (await withTooManyFiles(() =>
      finder.find('/bin/true').catch((error: unknown) => error as Error),
    )) as Error;
    expect(name).to.equal('ProcessBroken');
    expect(await finder.find('/bin/true')).to.equal('vaapi');
  });
});
