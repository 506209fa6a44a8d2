/** The backup targets of plugins with the state of their copies. Times are epoch seconds. */
export interface BackupTargets {
  targets: {
    plugin: string;
    /** False while the plugin is not configured. */
    ready: boolean;
    last: { name: string; at: number } | null;
    /** The copy in progress. */
    current: { name: string; size: number; since: number } | null;
    failure: { attempts: number; since: number; reason: string; next_at: number | null } | null;
  }[];
}
