import type { CatalogFile } from '../../catalog.ts';
import type { UpstreamCondition } from '../sync/upstream-condition.ts';
import type { TimeLimits } from '../wire/time-limits.ts';
import type { Upstream } from '../wire/upstream.ts';
import type { Lanes } from './lanes.ts';

/** The dependencies of downloads. */
export interface DownloadParts {
  readonly upstream: Upstream;
  readonly lanes: Lanes;
  readonly limits: TimeLimits;
  readonly condition: UpstreamCondition;
  /** Aborted when the bridge stops. A download continues even if its requester has disconnected. */
  readonly stopping: AbortSignal;
  /** Called with the actual size and sha1 of a photo. */
  readonly onContent: (file: CatalogFile, size: number, sha1: string) => void;
}
