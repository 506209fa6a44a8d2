import type { ModelId } from 'photofinch/plugin-api';
import type { InstalledPack } from './installed-packs.ts';
import type { Models } from './manifest.ts';

export type ModelKind = keyof Models;

/** An installed model. */
export interface InstalledModel<K extends ModelKind = ModelKind> {
  readonly pack: string;
  /** Absolute path. */
  readonly folder: string;
  readonly model: Models[K];
}

/** One model of each kind; null if there is none. */
export type ModelSet = { readonly [K in ModelKind]: InstalledModel<K> | null };

/**
 * Packs in the order in which their models are chosen: preferred ones, then by rank, then by name. The order of installation
 * does not matter.
 * @param preferred names of packs, best first
 */
export function inOrderOfUse(packs: readonly InstalledPack[], preferred: readonly string[]): InstalledPack[] {
  const place = ({ manifest }: InstalledPack): number => {
    const at = preferred.indexOf(manifest.pack);
    return at < 0 ? preferred.length : at;
  };
  return packs.toSorted(
    (a, b) =>
      place(a) - place(b) ||
      b.manifest.rank - a.manifest.rank ||
      (a.manifest.pack < b.manifest.pack ? -1 : a.manifest.pack > b.manifest.pack ? 1 : 0),
  );
}

/** The first model of each kind. */
export function chooseModels(packs: readonly InstalledPack[]): ModelSet {
  return {
    faceDetector: findModel(packs, 'faceDetector'),
    faceEmbedder: findModel(packs, 'faceEmbedder'),
    imageText: findModel(packs, 'imageText'),
    labels: findModel(packs, 'labels'),
    text: findModel(packs, 'text'),
  };
}

/** The first model of a kind, or the first with that id and version; null if there is none. */
export function findModel<K extends ModelKind>(
  packs: readonly InstalledPack[],
  kind: K,
  id?: ModelId,
): InstalledModel<K> | null {
  for (const { folder, manifest } of packs) {
    const model = manifest[kind] as Models[K] | undefined;
    if (!model || (id && (model.id !== id.id || model.version !== id.version))) continue;
    return { pack: manifest.pack, folder, model };
  }
  return null;
}
