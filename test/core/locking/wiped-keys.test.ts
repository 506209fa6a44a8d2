import { expect } from 'chai';
import { inject } from '../../../core/compose/inject.ts';
import { pluginFilesEncryption } from '../../../core/encryption/plugin-files.ts';
import { LockableApp, passphrase } from '../../support/lockable-app.ts';
import { until } from '../../support/until.ts';

const purposes = ['index', 'thumbnails', 'faces', 'vectors', 'settings', 'snapshots', 'plugins', 'keyring'] as const;

describe('the memory with the keys of an open library', function () {
  const app = new LockableApp();

  before(async () => {
    await app.fill(0);
    await app.start();
    await app.encrypt();
  });
  after(() => app.remove());

  /** The buffers that parts of the open library use. */
  async function handedOut(): Promise<Record<string, Uint8Array>> {
    // The server of the plain library may have sent the last response.
    await until(() => (app.server.open?.container.resolve(inject.keys) ?? null) !== null);
    const container = app.server.open?.container;
    const keys = container?.resolve(inject.keys);
    if (!container || !keys) throw new Error('the library is not open');
    return {
      ...Object.fromEntries(purposes.map((purpose) => [purpose, keys.of(purpose)])),
      'the index of SQLite': keys.index.key,
      'files of a plugin': pluginFilesEncryption(keys, 'takeout-source').key,
      'the data key': keys.useDataKey((dataKey) => dataKey),
      'the signing secret': container.resolve(inject.secret),
    };
  }

  const zeros = (memory: Record<string, Uint8Array>): string[] =>
    Object.entries(memory).flatMap(([name, bytes]) => (bytes.every((byte) => byte === 0) ? name : []));

  async function isWipedBy(lock: () => unknown): Promise<void> {
    const memory = await handedOut();
    expect(zeros(memory)).to.deep.equal([]);
    await lock();
    await app.untilLocked();
    expect(zeros(memory)).to.deep.equal(Object.keys(memory));
    await app.unlock({ passphrase });
  }

  it('is zeroed once an admin has locked the library', () =>
    isWipedBy(async () => app.ask('POST', '/api/admin/lock', { token: await app.signIn() })));

  it('is zeroed after the signal that locks the library', () =>
    isWipedBy(() => {
      app.server.panic();
    }));

  it('is zeroed once the server has stopped', async () => {
    const memory = await handedOut();
    await app.stop();
    expect(zeros(memory)).to.deep.equal(Object.keys(memory));
  });
});
