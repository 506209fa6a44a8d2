import { join } from 'node:path';
import type { Confidence, LabelVocabulary } from 'photofinch/plugin-api';
import type { InstalledModel } from '../models/choose-models.ts';
import type { InstalledPack } from '../models/installed-packs.ts';
import { stateOfFiles } from '../models/state-of-files.ts';
import { readThingsTable } from './things-table.ts';
import { ThingsVocabulary } from './vocabulary.ts';

/** The data that a label model comes with. */
export interface LabelTable {
  readonly confidence: Confidence;
  readonly vocabulary: LabelVocabulary;
}

interface LoadedTable {
  readonly table: LabelTable;
  readonly files: string;
}

/** The tables of all installed label models, each read when its pack is found. */
export class LabelTables {
  readonly #loaded = new Map<string, LoadedTable>();

  of({ folder }: Pick<InstalledModel<'labels'>, 'folder'>): LabelTable | undefined {
    return this.#loaded.get(folder)?.table;
  }

  /**
   * @param ours whether the pack is included with the plugin: its table then needs no validation, which is the slowest part
   * of a start
   * @returns the problem with the pack's table, in one sentence for people; undefined if there is none
   */
  async load(pack: InstalledPack, { ours }: { ours: boolean }): Promise<string | undefined> {
    const { labels } = pack.manifest;
    if (!labels) return undefined;
    const files = `${labels.version} ${await stateOfFiles(pack)}`;
    if (this.#loaded.get(pack.folder)?.files === files) return undefined;
    try {
      const things = await readThingsTable(join(pack.folder, labels.table), { check: !ours });
      const { find: search, show } = things.thresholds;
      const vocabulary = new ThingsVocabulary(things, labels.scenery !== undefined);
      this.#loaded.set(pack.folder, { files, table: { confidence: { search, show }, vocabulary } });
      return undefined;
    } catch (error) {
      return `Its ${labels.table} cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
    }
  }
}
