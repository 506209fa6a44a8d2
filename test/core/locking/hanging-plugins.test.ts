import { expect } from 'chai';
import { StartupError } from '../../../core/domain/errors.ts';
import { convertLibrary } from '../../../core/upkeep/conversion/convert-library.ts';
import { until } from '../../support/until.ts';
import { LockableApp } from '../../support/lockable-app.ts';
import { MemoryBackups, MemoryMlProvider, MemorySecondFactor, MemoryVectorIndexes } from '../plugins/memory-plugins.ts';

const plugins = 'test/fixtures/plugins/folder-source,test/fixtures/plugins/handed-over';

/** An implementation whose `close` never finishes. */
const hangs = <T extends object>(implementation: T): T & { close(): Promise<void> } =>
  Object.assign(implementation, { close: () => new Promise<void>(() => undefined) });

describe('a library whose plugins hang while they are closed', function () {
  const app = new LockableApp();
  const two = () => ({ 'second-factor': hangs(new MemorySecondFactor()), backups: hangs(new MemoryBackups()) });
  const startWith = async (provided: object, options?: { lockTimeout: number }): Promise<void> => {
    await app.stop();
    (globalThis as { handedOver?: unknown }).handedOver = { provided };
    await app.start({ PLUGINS: plugins }, convertLibrary, options);
    await app.unlock();
  };

  before(async () => {
    await app.fill(0);
    await app.start();
    await app.encrypt();
  });
  after(async () => {
    delete (globalThis as { handedOver?: unknown }).handedOver;
    await app.remove();
  });

  it('is locked anyway, and logs which plugins hang', async () => {
    await startWith(two());
    app.server.panic();
    await app.untilLocked();
    expect(app.server.open).to.equal(undefined);
    const said = app.logged.filter(({ msg }) => msg === 'Plugin did not close');
    expect(said.map(({ kind, reason }) => [kind, reason])).to.deep.equal([
      ['backups', 'took longer than 3 s'],
      ['second-factor', 'took longer than 3 s'],
    ]);
    await until(() => app.logged.some(({ msg }) => msg === 'The library is locked'));
  });

  it('ends the program if too many of them hang', async () => {
    const vectors = Object.assign(new MemoryVectorIndexes(), { encryptsCaches: true });
    await startWith(
      { ...two(), 'ml-provider': hangs(new MemoryMlProvider()), 'vector-index': hangs(vectors) },
      { lockTimeout: 10_000 },
    );
    app.server.panic();
    const failure: unknown = await app.server.failed.catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(StartupError)
      .with.property('message', 'Locking the library took too long: the program ends instead.');
    // The remaining plugins time out, too.
    await until(() => app.logged.filter(({ msg }) => msg === 'Plugin did not close').length === 6);
  });
});
