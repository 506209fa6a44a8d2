import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTestApp, type TestApp } from '../support/app.ts';
import { runCli } from '../support/server-process.ts';

describe('photofinch check', function () {
  let app: TestApp;
  let environment: Record<string, string>;

  before(async () => {
    app = await startTestApp({ photos: 3 });
    await app.untilIndexed();
    expect((await app.call('POST', '/api/admin/backup', { as: 'admin' })).statusCode).to.equal(200);
    environment = {
      DATA_DIR: app.dataDir,
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: join(app.dataDir, '..', 'photos'),
    };
  });
  after(() => app.stop());

  it('reports that all is well while a server is running, with exit code 0', async () => {
    const { code, stdout, stderr } = await runCli(['check'], environment);
    expect(stderr).to.equal('');
    expect(stdout).to.match(/^ok {6}database {4}The index is intact\. /);
    expect(stdout).to.match(/^ok {6}thumbnails {2}All 3 thumbnails are there\.$/m);
    expect(code).to.equal(0);
  });

  it('names a failed check and says what to do, with exit code 1', async () => {
    const { code, stdout } = await runCli(['check'], { ...environment, FOLDER_SOURCE_PATH: '/nowhere/at/all' });
    expect(code).to.equal(1);
    expect(stdout.match(/^NOT OK.*$/gm)).to.deep.equal([
      'NOT OK  bridge      The folder of FOLDER_SOURCE_PATH is not there: check the setting and the mount.',
    ]);
    expect(stdout.match(/^ok {6}\w+/gm)).to.have.length(6);
  });

  it('creates no index if there is none, with exit code 1', async () => {
    const nowhere = join(app.dataDir, '..', 'nowhere');
    const { code, stderr } = await runCli(['check'], { ...environment, DATA_DIR: nowhere });
    expect(code).to.equal(1);
    expect(stderr).to.match(/There is no index/);
    expect(existsSync(nowhere)).to.equal(false);
  });
});
