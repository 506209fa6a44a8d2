import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { openDatabase } from '../../../../core/db/open.ts';
import { BackupRig, quiet } from '../../../support/backup-rig.ts';
import { fromSource } from '../../../support/programs.ts';
import { withTempFolder } from '../../../support/temp-folder.ts';
import { until } from '../../../support/until.ts';

const megabytes = 40;

/** The number of pairs in an index, in each of the two tables that contain them. */
function pairsIn(file: string): { sum: number; rows: number } {
  const db = openDatabase(file, { readonly: true });
  try {
    const one = (sql: string): number => Number(db.prepare<[], string>(sql).pluck().get());
    db.exec('BEGIN');
    return {
      sum: one(`SELECT value FROM sync_state WHERE key = 'pairs'`),
      rows: one(`SELECT count(*) FROM plugin_state WHERE plugin = 'pairs'`),
    };
  } finally {
    db.close();
  }
}

async function whileWritten(file: string, work: () => Promise<void>): Promise<void> {
  const script = join(import.meta.dirname, '../../../fixtures/pair-writer-process.ts');
  const child: ChildProcess = spawn(process.execPath, [...fromSource(script), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  try {
    await once(child.stdout!, 'data');
    await work();
    expect(child.exitCode, 'the writer was to write until it is killed').to.equal(null);
  } finally {
    child.kill('SIGKILL');
    await exit;
  }
}

describe('a snapshot of an index that another process writes continuously', () => {
  it('is consistent each time; the log shrinks again, and the event loop stays free', () =>
    withTempFolder(async (folder) => {
      const rig = new BackupRig(folder);
      rig.fill(megabytes);
      rig.db.pragma('wal_checkpoint(TRUNCATE)');
      await whileWritten(rig.file, async () => {
        const delay = monitorEventLoopDelay({ resolution: 2 });
        delay.enable();
        let before = 0;
        for (let round = 0; round < 4; round += 1) {
          // The writer may have been blocked during the whole last round.
          await until(() => pairsIn(rig.file).rows > before);
          const { name, verified } = await rig.snapshots.take({ signal: quiet() });
          const { sum, rows } = pairsIn(join(rig.backups, name));
          expect(verified).to.equal(true);
          expect(rows).to.equal(sum).and.to.be.greaterThan(before);
          before = sum;
        }
        delay.disable();
        expect(delay.percentile(99) / 1e6, 'milliseconds').to.be.below(500);
        // The log grows while a copy reads one state, and shrinks again while writing continues.
        await until(() => statSync(`${rig.file}-wal`).size < 80e6);
      });
      await rig.close();
    }));
});
