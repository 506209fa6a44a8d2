import { albumChecks } from './photo-source-albums.ts';
import { analysisChecks } from './photo-source-analyses.ts';
import { changeChecks, changesAfter } from './photo-source-changes.ts';
import { contentChecks } from './photo-source-content.ts';
import { enumerationChecks, nodeChecks } from './photo-source-enumeration.ts';
import { motionChecks } from './photo-source-motions.ts';
import { renameChecks, replaceChecks } from './photo-source-identity.ts';
import { healthChecks, signalChecks, thumbnailChecks } from './photo-source-manners.ts';
import type { PhotoSourceSubject } from './reading.ts';
import { describeContract } from './suite.ts';

export type { PhotoSourceSubject };

export interface PhotoSourceOptions<S> {
  /**
   * Changes the store behind the source in any way: adds, replaces, deletes photos or albums. With it, the change feed is
   * tested thoroughly; a store that never changes omits it.
   */
  readonly change?: (subject: S) => void | Promise<void>;
  /** Renames or moves one photo in the store, and keeps its bytes and all other photos. */
  readonly rename?: (subject: S) => void | Promise<void>;
  /** Replaces the bytes of one photo, and keeps its name. */
  readonly replace?: (subject: S) => void | Promise<void>;
  /** Whether the source provides analyses (`storedAnalysis`), which are tested then. */
  readonly analyses?: boolean;
}

/** Tests a photo source against its contract. */
export function describePhotoSource<S extends PhotoSourceSubject>(
  create: () => S | Promise<S>,
  { change, rename, replace, analyses = false }: PhotoSourceOptions<S> = {},
): void {
  describeContract<S>('photo source', create, ({ source }) => source.close?.(), {
    health: healthChecks,
    timeline: enumerationChecks,
    nodes: nodeChecks,
    changes: { ...changeChecks, ...(change && changesAfter(change)) },
    ...(rename && { 'a renamed photo': renameChecks(rename) }),
    ...(replace && { 'a replaced photo': replaceChecks(replace) }),
    albums: albumChecks,
    thumbnails: thumbnailChecks,
    content: contentChecks,
    'motion parts': motionChecks,
    ...(analyses && { 'stored analyses': analysisChecks }),
    signals: signalChecks,
  });
}
