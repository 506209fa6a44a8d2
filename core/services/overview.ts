import type { LibraryCounts } from '../store/photos/library-counts.ts';
import type { Backups, Snapshot } from '../plugin-api/backups.ts';
import type { MlModels, MlProvider, ModelId } from '../plugin-api/ml-provider.ts';
import type { DiskUsage } from './disk-usage.ts';
import type { SourceReport } from './photo-sources.ts';
import type { LevelsReport } from './reading-levels.ts';
import type { IndexerReport } from './indexing.ts';
import { newestSnapshot } from './newest-snapshot.ts';

interface PluginSummary {
  readonly name: string;
  readonly version: string;
  readonly provides: readonly string[];
}

/** Unhandled errors of a plugin since the server started. */
interface PluginFaults {
  readonly count: number;
  /** The latest error; null if there was none. */
  readonly last: { readonly at: number; readonly message: string } | null;
}

interface Plugins {
  readonly plugins: readonly PluginSummary[];
  readonly mlProvider: Pick<MlProvider, 'models'> | undefined;
  readonly backups: Pick<Backups, 'list'> | undefined;
}

interface Dependencies {
  readonly version: string;
  readonly disk: DiskUsage;
  readonly counts: LibraryCounts;
  /** The number of photos in the timeline. */
  readonly listedPhotos: () => number;
  readonly levels: () => LevelsReport | null;
  readonly indexer: () => IndexerReport;
  readonly plugins: () => Plugins;
  readonly sources: () => Promise<readonly SourceReport[]>;
  /** The faults of a plugin, by its name. */
  readonly faultsOf: (plugin: string) => PluginFaults;
}

/** The overview for admins. Sizes are in bytes, times in seconds. */
export interface OverviewReport {
  readonly server: {
    readonly version: string;
    readonly uptime: number;
    readonly node: string;
    readonly platform: string;
    /** Memory of the whole process. */
    readonly memory: number;
  };
  readonly disk: { readonly data: number | null; readonly free: number };
  readonly index: ReturnType<LibraryCounts['read']> & { readonly photos: number };
  /** How much is known of the photos, if reading originals is costly; otherwise null. */
  readonly levels: LevelsReport | null;
  readonly indexer: IndexerReport;
  readonly ml: {
    /** The name of the plugin; null if there is none. */
    readonly provider: string | null;
    readonly models: readonly (ModelId & { readonly part: keyof MlModels })[];
    readonly ready: boolean;
  };
  /** The reports of all sources; empty if there is only one. */
  readonly sources: readonly SourceReport[];
  readonly plugins: readonly (PluginSummary & { readonly faults: PluginFaults })[];
  readonly lastBackup: Snapshot | null;
}

const parts = ['faceDetector', 'faceEmbedder', 'imageText', 'labels', 'text'] as const;

/** Collects the overview for admins. */
export class Overview {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async read(): Promise<OverviewReport> {
    const { version, disk, counts, listedPhotos, levels, indexer, plugins, faultsOf, sources } = this.#with;
    const { plugins: loadedPlugins, backups } = plugins();
    return {
      server: {
        version,
        uptime: Math.floor(process.uptime()),
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
        memory: process.memoryUsage.rss(),
      },
      disk: await disk.read(),
      index: { photos: listedPhotos(), ...counts.read() },
      levels: levels(),
      indexer: indexer(),
      ml: this.#ml(),
      sources: await sources(),
      plugins: loadedPlugins.map((plugin) => ({ ...plugin, faults: faultsOf(plugin.name) })),
      // The health checks report backups that cannot be listed.
      lastBackup: newestSnapshot((await backups?.list().catch(() => [])) ?? []),
    };
  }

  #ml(): OverviewReport['ml'] {
    const { plugins, mlProvider } = this.#with.plugins();
    const installed = mlProvider?.models();
    const models = parts.flatMap((part) => {
      const model = installed?.[part];
      return model ? [{ part, id: model.id, version: model.version }] : [];
    });
    const provider = plugins.find(({ provides }) => provides.includes('ml-provider'))?.name ?? null;
    return { provider, models, ready: models.some(({ part }) => part !== 'faceDetector') };
  }
}
