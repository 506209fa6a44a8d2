import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { CopyReporter } from '../../../core/cli/copy-progress.ts';
import { migrate } from '../../../core/db/migrate.ts';
import { migrations } from '../../../core/db/migrations/index.ts';
import { openDatabase } from '../../../core/db/open.ts';
import type { CopyProgress } from '../../../core/plugin-api/index.ts';
import { indexCopies } from '../../../core/upkeep/index-copies.ts';
import { writtenTerminal } from '../../support/written-terminal.ts';

const MB = 1024 * 1024;

describe('the progress of a snapshot', () => {
  it('shows the amount, the speed and the next step on a terminal, and is erased at the end', () => {
    const { stream, written } = writtenTerminal(true);
    let now = 0;
    const teller = new CopyReporter(stream, () => now);
    teller.show({ step: 'copying', bytes: 0, total: 100 * MB });
    now = 50;
    teller.show({ step: 'copying', bytes: 10 * MB, total: 100 * MB });
    now = 1000;
    teller.show({ step: 'copying', bytes: 40 * MB, total: 100 * MB });
    teller.show({ step: 'examining', bytes: null, total: 100 * MB });
    teller.end();
    expect(written()).to.deep.equal([
      'Copying: 0 bytes of 100 MB, then it is read through',
      'Copying: 40 MB of 100 MB, 40 MB/s, then it is read through',
      'Examining it: 100 MB',
      '',
    ]);
  });

  it('writes nothing if the output is not a terminal', () => {
    const { stream, written } = writtenTerminal(false);
    const teller = new CopyReporter(stream);
    teller.show({ step: 'copying', bytes: 1, total: 2 });
    teller.end();
    expect(written()).to.deep.equal([]);
  });

  it('reports every step of copying and verifying a real index', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    try {
      const db = openDatabase(join(folder, 'index.sqlite3'));
      migrate(db, migrations);
      db.exec('CREATE TABLE much (bytes BLOB); INSERT INTO much VALUES (zeroblob(20000000))');
      db.close();
      const seen: CopyProgress[] = [];
      const options = {
        signal: new AbortController().signal,
        onProgress: (progress: CopyProgress) => void seen.push(progress),
      };
      const copies = indexCopies(join(folder, 'index.sqlite3'));
      await copies.copy(join(folder, 'copy'), options);
      await copies.verify(join(folder, 'copy'), options);
      expect([...new Set(seen.map(({ step }) => step))]).to.deep.equal(['copying', 'reading', 'examining']);
      const copied = seen.filter(({ step }) => step === 'copying');
      expect(copied.length).to.be.greaterThan(2);
      expect(copied.every(({ bytes, total }) => bytes !== null && bytes <= total && total > 20_000_000)).to.equal(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
