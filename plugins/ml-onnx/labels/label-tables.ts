import { join } from 'node:path';
import type { Confidence, LabelVocabulary } from 'photofinch/plugin-api';
import type { InstalledModel } from '../models/choose-models.ts';
import type { InstalledPack } from '../models/installed-packs.ts';
import { stateOfFiles } from '../models/state-of-files.ts';
import { readThingsTable } from './things-table.ts';
import { ThingsVocabulary } from './vocabulary.ts';

/** What a model of labels says about itself. */
export interface LabelTable {
  readonly confidence: Confidence;
  readonly vocabulary: LabelVocabulary;
}

interface Loaded {
  readonly table: LabelTable;
  readonly files: string;
}

/** The tables of all installed models of labels, each read when its pack is found. */
export class LabelTables {
  readonly #loaded = new Map<string, Loaded>();

  of({ folder }: Pick<InstalledModel<'labels'>, 'folder'>): LabelTable | undefined {
    return this.#loaded.get(folder)?.table;
  }

  /**
   * @param ours whether the pack comes along: its table then needs no checking field by field, which takes longest at a start
   * @returns what is wrong with the pack's table, in one sentence for people; undefined when nothing is
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
