import type { DependencyContainer } from 'tsyringe';
import type { Db } from '../../core/db/open.ts';
import { peopleClusterer, registerIndexer } from '../../core/compose/indexer.ts';
import { inject } from '../../core/compose/inject.ts';
import { newContainer } from '../../core/compose/register.ts';
import { registerStores } from '../../core/compose/stores.ts';
import type { FaceVectors } from '../../core/indexer/people/near-faces.ts';
import type { PeopleClusterer } from '../../core/indexer/people/people-clusterer.ts';
import type { Registry } from '../../core/plugins/registry.ts';
import { indexFile } from '../../core/settings/data-folder.ts';
import type { Config } from '../../core/settings/env.ts';
import type { Log } from '../../core/settings/log.ts';
import { CurrentModels } from '../../core/store/models/current-models.ts';
import { PersonSums } from '../../core/store/people/person-sums.ts';
import type { Transact } from '../../core/store/transact.ts';
import type { LibraryVectors } from '../../core/vectors/library-vectors.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/vectors-local/vector-indexes.ts';
import { openIndex } from './index-file.ts';

export interface PeopleRigOptions {
  /** The data folder. */
  readonly folder: string;
  /** The database. Default: a new one in the folder, whose faces have embeddings of `synthetic@1`. */
  readonly db?: Db;
}

const thresholds = { edge: 0.46, link: 0.35 };

/** The clusterer with a real database and real vector indexes. */
export class PeopleRig {
  readonly db: Db;
  readonly sums: PersonSums;
  readonly models: CurrentModels;
  readonly vectors: LibraryVectors;
  readonly provider: VectorIndexes;
  readonly clusterer: PeopleClusterer;

  readonly #container: DependencyContainer;

  constructor({ folder, db }: PeopleRigOptions) {
    this.db = db ?? openIndex(indexFile(folder));
    this.provider = createVectorIndexProvider();
    const { container, register } = newContainer();
    this.#container = container;
    registerStores(register);
    registerIndexer(register);
    register(inject.db, () => this.db);
    register(inject.keys, () => null);
    register(inject.config, () => ({ dataDir: folder }) as Config);
    register(inject.log, () => ({ warn: () => undefined }) as unknown as Log);
    register(inject.clock, () => () => 1_700_000_000);
    register(inject.plugins, () => ({ vectorIndex: this.provider }) as unknown as Registry);
    this.models = container.resolve(CurrentModels);
    if (!db) this.models.set('face', { model: 'synthetic@1', dimensions: 512, thresholds });
    this.sums = container.resolve(PersonSums);
    this.vectors = container.resolve(inject.vectors);
    this.clusterer = peopleClusterer(container);
  }

  clustererWith({ vectors, transact }: { vectors?: FaceVectors; transact?: Transact }): PeopleClusterer {
    const container = this.#container.createChildContainer();
    if (vectors) container.register(inject.vectors, { useValue: vectors as unknown as LibraryVectors });
    if (transact) container.register(inject.transact, { useValue: transact });
    return peopleClusterer(container);
  }

  async cluster(): Promise<void> {
    await this.clusterer.run(new AbortController().signal);
  }

  async close(): Promise<void> {
    await this.vectors.close();
    await this.provider.close();
    this.db.close();
  }
}
