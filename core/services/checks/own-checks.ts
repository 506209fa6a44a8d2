import type { ThumbCensus } from '../../store/photos/thumb-census.ts';
import type { VideoCounts } from '../../store/photos/videos.ts';
import type { Backups } from '../../plugin-api/backups.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';
import type { MlModels, MlProvider } from '../../plugin-api/ml-provider.ts';
import type { PhotoSource } from '../../plugin-api/photo-source.ts';
import type { CopyState } from '../backup-copies/target-copies.ts';
import type { IndexerReport } from '../indexing.ts';
import type { LevelsReport } from '../reading-levels.ts';
import type { SecondFactors } from '../sign-in/second-factors.ts';
import { withBackupCopies } from './backup-copies-check.ts';
import { backupsCheck } from './backups-check.ts';
import { bridgeCheck } from './bridge-check.ts';
import { databaseCheck, schemaCheck, type IntegrityCheck } from './database-check.ts';
import { diskCheck } from './disk-check.ts';
import { modelsCheck, type ModelsFault } from './models-check.ts';
import { withSecondFactors } from './second-factors-check.ts';
import { thumbnailsCheck } from './thumbnails-check.ts';
import { withVideos } from './videos-check.ts';
import { withWeakKeys } from './weak-keys-check.ts';

/** The parts that the server's own checks examine. */
export interface CheckedParts {
  readonly integrity: IntegrityCheck;
  readonly schema: () => { found: number; known: number };
  readonly dataDir: string;
  readonly thumbsDir: string;
  readonly census: ThumbCensus;
  readonly videoCounts: () => VideoCounts;
  /** The version of ffmpeg; null if it is not installed. */
  readonly videoPrograms: () => Promise<{ readonly version: string } | null>;
  readonly indexer: () => { progress(): IndexerReport; readAgain(ids: readonly number[]): void };
  readonly plugins: () => {
    readonly photoSources: readonly { readonly plugin: string; readonly source: Pick<PhotoSource, 'health'> }[];
    readonly mlProvider: Pick<MlProvider, 'models'> | undefined;
    readonly backups: Pick<Backups, 'list'> | undefined;
  };
  /** Why models only stand for a wrong answer of the plugin that provides them; otherwise null. */
  readonly faultOfModels: (models: MlModels) => ModelsFault | null;
  readonly absentSources: () => readonly { readonly name: string | null; readonly photos: number }[];
  readonly secondFactors: Pick<SecondFactors, 'missing'>;
  /** The number of keys of an encrypted library that can be guessed quickly. */
  readonly weakKeys: () => number;
  /** States of snapshots at backup targets. */
  readonly copies: () => readonly CopyState[];
  /** How much is known of the photos, if reading originals is costly; otherwise null. */
  readonly levels: () => LevelsReport | null;
  /** Whether a server syncs the index with the source. */
  readonly followed: () => boolean;
  /** Epoch seconds. */
  readonly clock: () => number;
  /** Seconds. */
  readonly syncInterval: number;
}

/** The server's seven checks, in the order of the report. */
export function ownChecks(parts: CheckedParts): HealthCheck[] {
  const { plugins, indexer } = parts;
  return [
    withWeakKeys(withSecondFactors(databaseCheck(parts.integrity), parts.secondFactors), parts.weakKeys),
    schemaCheck(parts.schema),
    diskCheck(parts.dataDir),
    bridgeCheck({
      ...parts,
      sources: () => plugins().photoSources,
      absent: parts.absentSources,
      indexer: () => indexer().progress(),
    }),
    modelsCheck(
      () => plugins().mlProvider,
      () => indexer().progress().modelsAway ?? null,
      parts.faultOfModels,
    ),
    withVideos(
      thumbnailsCheck({
        ...parts,
        remake: (ids) => {
          indexer().readAgain(ids);
        },
      }),
      { counts: parts.videoCounts, programs: parts.videoPrograms },
    ),
    withBackupCopies(backupsCheck({ ...parts, backups: () => plugins().backups }), parts.copies),
  ];
}
