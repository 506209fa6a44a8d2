import type { AuditTrail } from '../audit-trail.ts';
import type { Snapshot } from '../../plugin-api/index.ts';
import type { Health } from '../health.ts';
import type { IndexerReport } from '../indexing.ts';
import { LastKnownAnswer } from '../last-known-answer.ts';
import type { SourceReach } from '../source-watch.ts';
import type { StreamPlaces } from '../stream-places.ts';

export interface BackupFacts {
  readonly newest: Snapshot | null;
  /** The time of the next scheduled backup in epoch seconds; null without a schedule. */
  readonly nextAt: number | null;
}

/** Sizes in bytes. */
export interface DiskFacts {
  readonly index: number;
  readonly free: number;
}

interface Dependencies {
  readonly version: string;
  readonly health: Pick<Health, 'figures' | 'source'>;
  readonly indexer: () => Pick<IndexerReport, 'massLoss' | 'trouble'>;
  readonly audit: Pick<AuditTrail, 'counts'>;
  /** Null if no plugin provides backups. */
  readonly backups: () => Promise<BackupFacts | null>;
  readonly disk: () => Promise<DiskFacts>;
  /** The last measured size of the data folder in bytes; null while unknown. Never waits. */
  readonly dataBytes: () => number | null;
  readonly streams: Pick<StreamPlaces, 'running' | 'refused'>;
}

/** Facts about the library for the metrics; undefined or null if unknown. */
export interface LibraryFacts {
  readonly version: string;
  readonly figures: ReturnType<Health['figures']>;
  readonly indexer: Pick<IndexerReport, 'massLoss' | 'trouble'>;
  readonly auditCounts: ReadonlyMap<string, number>;
  readonly source: SourceReach | undefined;
  readonly backups: BackupFacts | null | undefined;
  readonly disk: DiskFacts | undefined;
  readonly dataBytes: number | null;
  readonly streams: Pick<StreamPlaces, 'running' | 'refused'>;
}

/**
 * Collects the facts for the metrics. Scrapes come every few seconds, so no read waits for a disk, a bridge or a
 * plugin.
 */
export class LibraryFactsReader {
  readonly #with: Dependencies;
  readonly #source: LastKnownAnswer<SourceReach>;
  readonly #backups: LastKnownAnswer<BackupFacts | null>;
  readonly #disk: LastKnownAnswer<DiskFacts>;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
    this.#source = new LastKnownAnswer(() => dependencies.health.source(), 5000);
    this.#backups = new LastKnownAnswer(dependencies.backups, 5000);
    this.#disk = new LastKnownAnswer(dependencies.disk, 5000);
  }

  async read(): Promise<LibraryFacts> {
    const { version, health, indexer, audit, dataBytes, streams } = this.#with;
    const [source, backups, disk] = await Promise.all([this.#source.read(), this.#backups.read(), this.#disk.read()]);
    return {
      version,
      figures: health.figures(),
      indexer: indexer(),
      auditCounts: audit.counts(),
      source,
      backups,
      disk,
      dataBytes: dataBytes(),
      streams,
    };
  }
}
