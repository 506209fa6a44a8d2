import type { InstalledPack } from './installed-packs.ts';

/**
 * A pack with or without the network for scenery. What is found with it goes by another version, so that all photos are
 * seen again when it is switched.
 */
export function withScenery(pack: InstalledPack, on: boolean): InstalledPack {
  const { labels } = pack.manifest;
  if (!labels?.scenery) return pack;
  const { id, version, table, detectors, classifier } = labels;
  const changed = on ? { ...labels, version: `${version}-scenery` } : { id, version, table, detectors, classifier };
  return { ...pack, manifest: { ...pack.manifest, labels: changed } };
}
