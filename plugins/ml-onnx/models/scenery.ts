import type { InstalledPack } from './installed-packs.ts';

/**
 * A pack with or without the scenery model. Its results have a different version, so that all photos are analysed again when
 * it is switched.
 */
export function withScenery(pack: InstalledPack, isOn: boolean): InstalledPack {
  const { labels } = pack.manifest;
  if (!labels?.scenery) return pack;
  const { id, version, table, detectors, classifier } = labels;
  const newLabels = isOn ? { ...labels, version: `${version}-scenery` } : { id, version, table, detectors, classifier };
  return { ...pack, manifest: { ...pack.manifest, labels: newLabels } };
}
