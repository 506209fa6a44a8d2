import process from 'node:process';
import { expect } from 'chai';
import { isMlError } from '../../../core/plugin-api/ml-error.ts';
import { skip } from '../../support/skip.ts';
import { hasFileLimits, withTooManyFiles } from '../../support/too-many-files.ts';
import { background, plain, withProvider, type ProviderRig } from './provider-rig.ts';

describe('models whose process the system does not start', function () {
  before(function () {
    if (!hasFileLimits) skip(this, 'there is no prlimit');
  });

  const picture = plain([250, 10, 10]);

  const refused = async ({ ml }: ProviderRig, jobs: number): Promise<void> => {
    const answers = Array.from({ length: jobs }, () =>
      ml.detectFaces(picture, background).then(
        () => 'It has answered.',
        (error: unknown) => (isMlError(error) ? 'Away for now.' : String(error)),
      ),
    );
    expect(await Promise.all(answers)).to.deep.equal(answers.map(() => 'Away for now.'));
  };

  it('are unavailable for all pictures while too many files are open, and work afterwards', async () => {
    await withProvider({ builtIn: ['faces'] }, async (rig) => {
      await rig.watch.examined();
      await withTooManyFiles(() => refused(rig, 3));
      expect(await rig.ml.detectFaces(picture, background)).to.deep.equal([]);
    });
  });

  it('are unavailable for all pictures while the environment is too large, and work afterwards', async () => {
    await withProvider({ builtIn: ['faces'] }, async (rig) => {
      await rig.watch.examined();
      const before = process.env['LANG'];
      // Linux starts no program with a variable of more than 2 MiB.
      process.env['LANG'] = 'x'.repeat(3_000_000);
      try {
        await refused(rig, 3);
      } finally {
        if (before === undefined) delete process.env['LANG'];
        else process.env['LANG'] = before;
      }
      expect(await rig.ml.detectFaces(picture, background)).to.deep.equal([]);
    });
  });
});
