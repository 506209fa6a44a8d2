import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChecksAnswer, Overview, TwoFactorRequired, User } from '../../../core/http/wire.ts';
import { describeBackups, describePhotoSource, describeSecondFactor } from '../../../core/plugin-api/contract-tests.ts';
import type { PhotoSource } from '../../../core/plugin-api/index.ts';
import { inject } from '../../../core/compose/inject.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { runContract } from '../../support/contract-run.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { withPlugins } from './loading.ts';

const document = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8');

/** The block of JavaScript in the document that is a whole plugin of that name. */
function example(name: string): string {
  const blocks = [...document.matchAll(/```js\n([^]*?)```/g)].map(([, code = '']) => code);
  return blocks.find((code) => code.includes(`name: '${name}'`))!;
}

describe('docs/plugins.md', () => {
  it('has an example that loads as it stands and keeps the contract', () =>
    withTempFolder(async (folder) => {
      const pictures = join(folder, 'pictures');
      mkdirSync(pictures);
      for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(pictures, `${name}.jpg`), name.repeat(100));
      writeFileSync(join(folder, 'few-pictures.mjs'), example('few-pictures'));
      const loading = {
        plugins: [join(folder, 'few-pictures.mjs')],
        environment: { FEW_PICTURES_FOLDER: pictures },
      };
      await withPlugins(loading, async ({ photoSource }) => {
        const source: PhotoSource = photoSource;
        const { passed, failed } = await runContract(() => {
          describePhotoSource(() => ({ source }));
        });
        expect(failed).to.deep.equal([]);
        expect(passed).to.have.length.greaterThan(40);
      });
    }));

  describe('has an example of', () => {
    let folder: string;
    let app: TestApp;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
      const files = ['printed-codes', 'copies-elsewhere'].map((name) => {
        const file = join(folder, `${name}.mjs`);
        writeFileSync(file, example(name));
        return file;
      });
      app = await startTestApp({
        environment: {
          PLUGINS: ['test/fixtures/plugins/folder-source', ...files].join(','),
          COPIES_FOLDER: join(folder, 'copies'),
        },
      });
    });
    after(async () => {
      await app.stop();
      rmSync(folder, { recursive: true });
    });

    const ask = async (method: string, url: string, payload?: unknown, as: 'read' | 'admin' = 'read') => {
      const answer = await app.call(method, url, { as, payload });
      return { status: answer.statusCode, body: JSON.parse(answer.payload) as unknown };
    };
    const print = () => ask('POST', '/api/auth/printed-codes', { password: 'read-password' });
    const printed = async () => ((await print()).body as { codes: string[] }).codes;

    it('a second factor that keeps the contract, and is asked at sign-in', async () => {
      const { factor: secondFactor } = app.container.resolve(inject.plugins).secondFactors[0]!;
      const { id } = (await ask('GET', '/api/auth/me')).body as User;
      const { passed, failed } = await runContract(() => {
        describeSecondFactor(async () => {
          const codes = await printed();
          return {
            secondFactor,
            enrolledUserId: id,
            otherUserId: id + 1,
            code: () => codes[0]!,
            cleanup: () => secondFactor.disable(id),
          };
        });
      });
      expect(failed).to.deep.equal([]);
      expect(passed).to.have.length.greaterThan(7);

      expect((await ask('POST', '/api/auth/printed-codes', { password: 'wrong' })).status).to.equal(403);
      expect((await ask('POST', '/api/auth/printed-codes', {})).status).to.equal(400);
      const codes = await printed();
      expect((await print()).status).to.equal(409);
      const first = await app.call('POST', '/api/auth/login', {
        payload: { username: 'read', password: 'read-password' },
      });
      const { pending_token: pendingToken } = JSON.parse(first.payload) as TwoFactorRequired;
      const answer = await app.call('POST', '/api/auth/login/2fa', {
        payload: { pending_token: pendingToken, code: codes[1] },
      });
      expect(answer.statusCode, answer.payload).to.equal(200);
    });

    it('backups that keep the contract, and are what the overview and the checks tell of', async () => {
      const backups = app.container.resolve(inject.plugins).backups!;
      const { passed, failed } = await runContract(() => {
        describeBackups(() => ({
          backups,
          cleanup: async () => {
            await backups.prune(0);
          },
        }));
      });
      expect(failed).to.deep.equal([]);
      expect(passed).to.have.length.greaterThan(8);

      const { name, size } = await backups.take({ signal: new AbortController().signal });
      const { body } = await ask('GET', '/api/admin/overview', undefined, 'admin');
      expect((body as Overview).last_backup).to.include({ name, size, verified: true });
      const { checks } = (await ask('POST', '/api/admin/checks', undefined, 'admin')).body as ChecksAnswer;
      expect(checks.find(({ id }) => id === 'backups')).to.include({ ok: true });
    });
  });
});
