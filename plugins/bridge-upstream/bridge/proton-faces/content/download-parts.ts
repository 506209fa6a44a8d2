import type { CatalogFile } from '../../catalog.ts';
import type { UpstreamCondition } from '../sync/upstream-condition.ts';
import type { TimeLimits } from '../wire/time-limits.ts';
import type { Upstream } from '../wire/upstream.ts';
import type { Lanes } from './lanes.ts';

/** What downloads stand on. */
export interface DownloadParts {
  readonly upstream: Upstream;
  readonly lanes: Lanes;
  readonly limits: TimeLimits;
  readonly condition: UpstreamCondition;
  /** Aborted when the bridge stops: a download outlives whoever asked for it. */
  readonly stopping: AbortSignal;
  /** Told what the bytes of a photo are: how many, and their sha1. */
  readonly onContent: (file: CatalogFile, size: number, sha1: string) => void;
}
