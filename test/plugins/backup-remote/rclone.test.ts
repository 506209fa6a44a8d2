import { Readable } from 'node:stream';
import { expect } from 'chai';
import { errorCode } from '../../../core/domain/error-code.ts';
import { runRclone } from '../../../plugins/backup-remote/rclone.ts';
import { skip } from '../../support/skip.ts';
import { hasFileLimits, withTooManyFiles } from '../../support/too-many-files.ts';

describe('rclone', () => {
  it('fails without harm to the server while too many files are open, and destroys its input', async function () {
    if (!hasFileLimits) skip(this, 'there is no prlimit');
    const input = Readable.from([Buffer.from('a snapshot')], { objectMode: false });
    const { signal } = new AbortController();
    const run = () => runRclone(['version'], { remote: '/nowhere', config: undefined }, { signal, input });
    const error: unknown = await withTooManyFiles(() => run().catch((reason: unknown) => reason));
    expect(errorCode(error)).to.equal('EMFILE');
    expect(input.destroyed).to.equal(true);
  });
});
