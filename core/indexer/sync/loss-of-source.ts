import type { MassLoss } from '../../store/sync-state.ts';

/** A loss, with the plugin of the source that would lose so much, if there are several. */
export type LossOfSource = MassLoss & { readonly source?: string };

/** A loss to which an admin agrees. */
export interface ShownLoss {
  readonly missing: number;
  readonly reason?: MassLoss['reason'] | undefined;
  /** The plugin of its source; the first that waits unless told. */
  readonly source?: string | undefined;
}
