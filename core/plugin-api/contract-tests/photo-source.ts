import { albumChecks } from './photo-source-albums.ts';
import { changeChecks, changesAfter } from './photo-source-changes.ts';
import { contentChecks } from './photo-source-content.ts';
import { enumerationChecks, nodeChecks } from './photo-source-enumeration.ts';
import { healthChecks, signalChecks, thumbnailChecks } from './photo-source-manners.ts';
import type { PhotoSourceSubject } from './reading.ts';
import { describeContract } from './suite.ts';

export type { PhotoSourceSubject };

export interface PhotoSourceOptions<S> {
  /**
   * Changes the store behind the source in any way: adds, replaces, deletes photos or albums. With it, the changes feed
   * is tested in earnest; a store that never changes does without.
   */
  readonly change?: (subject: S) => void | Promise<void>;
}

/** Tests a photo source against its contract. */
export function describePhotoSource<S extends PhotoSourceSubject>(
  create: () => S | Promise<S>,
  { change }: PhotoSourceOptions<S> = {},
): void {
  describeContract<S>('photo source', create, ({ source }) => source.close?.(), {
    health: healthChecks,
    timeline: enumerationChecks,
    nodes: nodeChecks,
    changes: { ...changeChecks, ...(change && changesAfter(change)) },
    albums: albumChecks,
    thumbnails: thumbnailChecks,
    content: contentChecks,
    signals: signalChecks,
  });
}
