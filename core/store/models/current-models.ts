import type { Db, Statement } from '../../db/open.ts';

/** The model whose embeddings answer searches. */
export interface CurrentModel {
  /** `id@version`: embeddings are stored under this name. */
  readonly model: string;
  readonly dimensions: number;
  /** The thresholds for grouping faces; null for image models, and if the provider has none. */
  readonly thresholds: { readonly edge: number; readonly link: number } | null;
}

interface Row {
  model: string;
  dimensions: number;
  edge: number | null;
  link: number | null;
}

/** The current model of each kind. A newer model takes over once it has analysed every photo. */
export class CurrentModels {
  readonly #get: Statement<['face' | 'image'], Row>;
  readonly #set: Statement<[Row & { kind: 'face' | 'image' }]>;

  constructor(db: Db) {
    this.#get = db.prepare('SELECT model, dimensions, edge, link FROM current_models WHERE kind = ?');
    this.#set = db.prepare(`
      INSERT INTO current_models (kind, model, dimensions, edge, link) VALUES (:kind, :model, :dimensions, :edge, :link)
      ON CONFLICT (kind) DO UPDATE SET model = :model, dimensions = :dimensions, edge = :edge, link = :link`);
  }

  /** Null until a model has analysed a photo. */
  of(kind: 'face' | 'image'): CurrentModel | null {
    const row = this.#get.get(kind);
    if (!row) return null;
    const { model, dimensions, edge, link } = row;
    return { model, dimensions, thresholds: edge === null || link === null ? null : { edge, link } };
  }

  set(kind: 'face' | 'image', { model, dimensions, thresholds }: CurrentModel): void {
    this.#set.run({ kind, model, dimensions, edge: thresholds?.edge ?? null, link: thresholds?.link ?? null });
  }
}
