import { stat, statfs } from 'node:fs/promises';
import type { DependencyContainer } from 'tsyringe';
import { indexFile } from '../settings/data-folder.ts';
import type { Config } from '../settings/env.ts';
import { version } from '../settings/package-info.ts';
import type { Registry } from '../plugins/registry.ts';
import { LibraryFactsReader, type BackupFacts, type DiskFacts } from '../services/metrics/library-facts.ts';
import { Metrics } from '../services/metrics/metrics.ts';
import { newestSnapshot } from '../services/newest-snapshot.ts';
import { inject } from './inject.ts';

/** What one server tells to Prometheus. */
export function composeMetrics(c: DependencyContainer, config: Config): Metrics {
  const disk = c.resolve(inject.diskUsage);
  return new Metrics(
    new LibraryFactsReader({
      version,
      health: c.resolve(inject.health),
      indexer: () => c.resolve(inject.indexer).progress(),
      audit: c.resolve(inject.audit),
      backups: () => backupFacts(c.resolve(inject.plugins)),
      disk: () => diskFacts(config.dataDir),
      dataBytes: () => disk.known(),
    }),
  );
}

async function backupFacts({ backups }: Registry): Promise<BackupFacts | null> {
  if (!backups) return null;
  const [snapshots, nextAt] = await Promise.all([backups.list(), backups.nextAt?.() ?? null]);
  return { newest: newestSnapshot(snapshots), nextAt };
}

async function diskFacts(dataDir: string): Promise<DiskFacts> {
  const index = indexFile(dataDir);
  // The write-ahead log is part of the index, while there is one.
  const sizes = [index, `${index}-wal`].map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  const { bavail, bsize } = await statfs(dataDir);
  return { index: (await Promise.all(sizes)).reduce((sum, size) => sum + size), free: bavail * bsize };
}
