import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { holdDataFolder } from '../../core/settings/data-folder.ts';
import { inject } from '../../core/compose/inject.ts';
import { startTestApp } from '../support/app.ts';

describe('a server that stops', function () {
  it('ends everything, also what comes after a part that fails to end, and says so', async () => {
    const app = await startTestApp({
      prepare: (container) => {
        const vectors = container.resolve(inject.vectors);
        vectors.close = () => Promise.reject(new Error('The cache is stuck'));
      },
    });
    const failure: unknown = await app.stop().catch((error: unknown) => error);
    expect(failure).to.include({ message: 'The cache is stuck' });
    expect(app.container.resolve(inject.db).open).to.equal(false);
    holdDataFolder(app.dataDir).release();
    rmSync(dirname(app.dataDir), { recursive: true });
  });
});
