import type { MassLoss } from '../../store/sync-state.ts';

/** A loss, and if there are several sources, the plugin of the source with the loss. */
export type LossOfSource = MassLoss & { readonly source?: string };

/** A loss to which an admin agrees. */
export interface ShownLoss {
  readonly missing: number;
  readonly reason?: MassLoss['reason'] | undefined;
  /** The plugin of its source; absent: of the first loss that waits. */
  readonly source?: string | undefined;
}
