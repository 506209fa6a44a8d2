import { join } from 'node:path';
import { migrate } from '../../core/db/migrate.ts';
import { migrations } from '../../core/db/migrations/index.ts';
import { openDatabase, type Db } from '../../core/db/open.ts';
import { CurrentModels } from '../../core/store/models/current-models.ts';
import { Decisions } from '../../core/store/people/decisions.ts';
import { ClustererReads } from '../../core/store/people/clusterer-reads.ts';
import { FaceOwners } from '../../core/store/people/face-owners.ts';
import { People } from '../../core/store/people/people.ts';
import { PersonSums } from '../../core/store/people/person-sums.ts';
import { SyncState } from '../../core/store/sync-state.ts';
import { transactOn, type Transact } from '../../core/store/transact.ts';
import { VectorIndexRecords } from '../../core/store/models/vector-index-records.ts';
import { VectorLog } from '../../core/store/models/vector-log.ts';
import { VectorRows } from '../../core/store/models/vector-rows.ts';
import type { FaceVectors } from '../../core/indexer/people/near-faces.ts';
import { PeopleClusterer } from '../../core/indexer/people/people-clusterer.ts';
import { LibraryVectors } from '../../core/vectors/library-vectors.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/vectors-local/vector-indexes.ts';

export interface PeopleRigOptions {
  /** The data folder. */
  readonly folder: string;
  /** The database; without it, a new one in the folder whose faces have embeddings of `synthetic@1`. */
  readonly db?: Db;
}

const thresholds = { edge: 0.46, link: 0.35 };

/** The clusterer over a real database and real vector indexes. */
export class PeopleRig {
  readonly db: Db;
  readonly sums: PersonSums;
  readonly models: CurrentModels;
  readonly vectors: LibraryVectors;
  readonly provider: VectorIndexes;
  readonly clusterer: PeopleClusterer;

  constructor({ folder, db }: PeopleRigOptions) {
    this.db = db ?? openDatabase(join(folder, 'index.sqlite3'));
    migrate(this.db, migrations);
    this.models = new CurrentModels(this.db);
    if (!db) this.models.set('face', { model: 'synthetic@1', dimensions: 512, thresholds });
    this.sums = new PersonSums(this.db);
    this.provider = createVectorIndexProvider();
    this.vectors = new LibraryVectors({
      provider: () => this.provider,
      models: this.models,
      rows: new VectorRows(this.db),
      log: new VectorLog(this.db),
      records: new VectorIndexRecords(this.db),
      folder: join(folder, 'vectors'),
      onError: () => undefined,
    });
    this.clusterer = this.clustererWith();
  }

  clustererWith({
    vectors = this.vectors,
    transact = transactOn(this.db),
  }: { vectors?: FaceVectors; transact?: Transact } = {}): PeopleClusterer {
    return new PeopleClusterer({
      groups: new ClustererReads(this.db),
      owners: new FaceOwners(this.db),
      people: new People(this.db),
      decisions: new Decisions(this.db),
      sums: this.sums,
      models: this.models,
      state: new SyncState(this.db),
      vectors,
      transact,
      clock: () => 1_700_000_000,
    });
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
