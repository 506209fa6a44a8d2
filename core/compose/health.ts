import { stat, statfs } from 'node:fs/promises';
import type { DependencyContainer } from 'tsyringe';
import { schemaVersion } from '../db/migrate.ts';
import { isWeaker } from '../encryption/stretch.ts';
import { migrations } from '../db/migrations/index.ts';
import type { MlModels } from '../plugin-api/ml-provider.ts';
import { errorOfModels } from '../plugins/checked-models.ts';
import type { Registry } from '../plugins/registry.ts';
import { Checks } from '../services/checks/checks.ts';
import type { ModelsFault } from '../services/checks/models-check.ts';
import { ownChecks } from '../services/checks/own-checks.ts';
import { DiskUsage } from '../services/disk-usage.ts';
import { Health } from '../services/health.ts';
import { PhotoSources } from '../services/photo-sources.ts';
import { SourceWatches } from '../services/source-watches.ts';
import { LibraryFactsReader, type BackupFacts, type DiskFacts } from '../services/metrics/library-facts.ts';
import { Metrics } from '../services/metrics/metrics.ts';
import { newestSnapshot } from '../services/newest-snapshot.ts';
import { ReadingLevels } from '../services/reading-levels.ts';
import { Overview } from '../services/overview.ts';
import { indexFile, thumbsFolder } from '../settings/data-folder.ts';
import { version } from '../settings/package-info.ts';
import { LevelCounts } from '../store/photos/level-counts.ts';
import { SyncState } from '../store/sync-state.ts';
import { LibraryCounts } from '../store/photos/library-counts.ts';
import { SourceCounts } from '../store/photos/source-counts.ts';
import { ThumbCensus } from '../store/photos/thumb-census.ts';
import { Videos } from '../store/photos/videos.ts';
import { Selections } from '../timeline/selections.ts';
import { Timeline } from '../timeline/timeline.ts';
import { checkIntegrity } from '../upkeep/integrity.ts';
import { anonymous } from '../domain/viewer-scope.ts';
import type { WithheldItems } from '../domain/withheld.ts';
import { Withholdings } from '../store/household/withholdings.ts';
import { shownTo } from '../timeline/place-census.ts';
import { PersonList } from '../store/people/person-list.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** The number of photos in the timeline, counted by SQLite until the timeline is loaded. */
const listedPhotos = (c: DependencyContainer) => (): number =>
  c.resolve(Timeline).isLoaded
    ? c.resolve(Selections).find({ archived: 'with', hidden: 'without' }).total
    : c.resolve(LibraryCounts).listed();

/** Null until the timeline is loaded, which the rules of smart albums need to determine withheld photos. */
const keptFromAnybody = (c: DependencyContainer): WithheldItems | null =>
  c.resolve(Timeline).isLoaded || c.resolve(Withholdings).all().length === 0
    ? c.resolve(inject.withheld)(anonymous)
    : null;

/** The setting for tests makes all of their keys weak, so none is reported then. */
function weakKeysOf(c: DependencyContainer): number {
  const { weakPasswordHashes } = c.resolve(inject.config);
  if (weakPasswordHashes || !c.resolve(inject.keys)) return 0;
  const slots = c.resolve(inject.keyring).content()?.slots ?? [];
  return slots.filter(({ stretching }) => stretching && isWeaker(stretching)).length;
}

/** Models of a plugin whose `models()` is wrong count as none. */
const faultOfModels =
  (c: DependencyContainer) =>
  (models: MlModels): ModelsFault | null => {
    const { mlPlugin: plugin } = c.resolve(inject.plugins);
    const fault = errorOfModels(models);
    if (plugin === undefined || !fault) return null;
    return { plugin, reason: c.resolve(inject.pluginFaults).textOf(plugin, fault.error) };
  };

/** Health and statistics of the server, for everybody, for admins and for Prometheus. */
export function registerHealth(register: Register): void {
  register(
    inject.health,
    (c) =>
      new Health({
        counts: c.resolve(LibraryCounts),
        listedPhotos: listedPhotos(c),
        kept: () => keptFromAnybody(c),
        publicly: () => ({
          photos: c.resolve(Selections).find(shownTo(anonymous)).total,
          people: c.resolve(PersonList).total(anonymous),
        }),
        progress: () => c.resolve(inject.indexer).progress(),
        mlReady: () => {
          const models = c.resolve(inject.plugins).mlProvider?.models();
          return models !== undefined && (models.faceEmbedder !== null || models.imageText !== null);
        },
        source: () => c.resolve(inject.sourceWatch).reach(),
      }),
  );
  register(
    inject.sourceWatch,
    (c) =>
      new SourceWatches({
        sources: () => c.resolve(inject.plugins).photoSources,
        onReached: (wasAway) => {
          c.resolve(inject.indexer).sourceIsBack(wasAway);
        },
      }),
  );
  register(inject.photoSources, (c) => {
    const stateOf = (id: number): SyncState => new SyncState(c.resolve(inject.db), id);
    return new PhotoSources({
      registry: () => c.resolve(inject.sourceRegistry),
      reach: () => c.resolve(inject.sourceWatch).ofEach(),
      counts: c.resolve(SourceCounts),
      kept: () => keptFromAnybody(c),
      isLeaving: (id) => stateOf(id).get('leaving') === true,
      leave: (id) => {
        stateOf(id).set('leaving', true);
        c.resolve(inject.indexer).wake();
      },
    });
  });
  register(
    inject.levels,
    (c) =>
      new ReadingLevels({
        counts: c.resolve(LevelCounts),
        state: c.resolve(SyncState),
        clock: c.resolve(inject.clock),
        timeZone: c.resolve(inject.timeZone),
        originalsBudget: c.resolve(inject.config).originalsBudget,
      }),
  );
  register(inject.followed, () => () => true);
  register(inject.checks, (c) => {
    const { dataDir, syncInterval } = c.resolve(inject.config);
    const plugins = () => c.resolve(inject.plugins);
    return new Checks({
      own: ownChecks({
        integrity: (options) =>
          checkIntegrity(indexFile(dataDir), { ...options, encryption: c.resolve(inject.keys)?.index }),
        schema: () => ({ found: schemaVersion(c.resolve(inject.db)), known: migrations.at(-1)?.id ?? 0 }),
        dataDir,
        thumbsDir: thumbsFolder(dataDir),
        census: c.resolve(ThumbCensus),
        videoCounts: () => c.resolve(Videos).counts(),
        videoPrograms: () => c.resolve(inject.videoPrograms).find(),
        indexer: () => c.resolve(inject.indexer),
        plugins,
        faultOfModels: faultOfModels(c),
        absentSources: () => c.resolve(inject.photoSources).absent(),
        secondFactors: c.resolve(inject.secondFactors),
        weakKeys: () => weakKeysOf(c),
        copies: () => c.resolve(inject.backupCopies).states(),
        levels: () => c.resolve(inject.levels).report(),
        followed: c.resolve(inject.followed),
        clock: c.resolve(inject.clock),
        syncInterval,
      }),
      ofPlugins: () => plugins().healthChecks,
      onError: (check, error) => {
        c.resolve(inject.log).error({ check, err: error }, 'A health check failed unexpectedly');
      },
    });
  });
  register(inject.diskUsage, (c) => new DiskUsage(c.resolve(inject.config).dataDir));
  register(
    inject.overview,
    (c) =>
      new Overview({
        version,
        disk: c.resolve(inject.diskUsage),
        counts: c.resolve(LibraryCounts),
        listedPhotos: listedPhotos(c),
        levels: () => c.resolve(inject.levels).report(),
        indexer: () => c.resolve(inject.indexer).progress(),
        plugins: () => c.resolve(inject.plugins),
        faultsOf: (plugin) => c.resolve(inject.pluginFaults).of(plugin),
        sources: () => c.resolve(inject.photoSources).report(),
      }),
  );
  register(inject.metrics, (c) => {
    const { dataDir } = c.resolve(inject.config);
    return new Metrics(
      new LibraryFactsReader({
        version,
        health: c.resolve(inject.health),
        indexer: () => c.resolve(inject.indexer).progress(),
        audit: c.resolve(inject.audit),
        backups: () => backupFacts(c.resolve(inject.plugins)),
        disk: () => diskFacts(dataDir),
        dataBytes: () => c.resolve(inject.diskUsage).known(),
        streams: c.resolve(inject.streamPlaces),
      }),
    );
  });
}

async function backupFacts({ backups }: Registry): Promise<BackupFacts | null> {
  if (!backups) return null;
  const [snapshots, nextAt] = await Promise.all([backups.list(), backups.nextAt?.() ?? null]);
  return { newest: newestSnapshot(snapshots), nextAt };
}

async function diskFacts(dataDir: string): Promise<DiskFacts> {
  const index = indexFile(dataDir);
  // The size of the index includes its write-ahead log, if there is one.
  const sizes = [index, `${index}-wal`].map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  const { bavail, bsize } = await statfs(dataDir);
  return { index: (await Promise.all(sizes)).reduce((sum, size) => sum + size), free: bavail * bsize };
}
