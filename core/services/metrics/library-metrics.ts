import type { LibraryFacts } from './library-facts.ts';
import { prometheus } from './prometheus.ts';

type Fact = readonly [name: string, help: string, value: number | boolean | null | undefined];

/** Also exported by the open library, so that both are one series. */
export const lockedGauge = {
  name: 'photofinch_locked',
  help: 'Whether the library is locked (1): it is encrypted, and nobody has unlocked it.',
} as const;

/** Actions that are exported from the start, so that their first occurrence is visible as a change. */
const awaitedActions = ['login.succeeded', 'login.failed', 'attempts.blocked', 'token.reused'];

/** The library in Prometheus' text format. Unknown values are omitted: absent is not zero. */
export function libraryMetrics(facts: LibraryFacts): Promise<string> {
  const { Counter, Gauge, Registry } = prometheus();
  const registry = new Registry();
  const registers = [registry];
  for (const [name, help, value] of gauges(facts)) {
    if (value !== null && value !== undefined) new Gauge({ name, help, registers }).set(Number(value));
  }
  new Gauge({
    name: 'photofinch_build_info',
    help: 'Which program this is; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version: facts.version }, 1);
  const events = new Counter({
    name: 'photofinch_audit_events_total',
    help: 'Events of the audit trail since the start, by action: sign-ins, changes of accounts, backups.',
    labelNames: ['action'],
    registers,
  });
  for (const action of awaitedActions) events.inc({ action }, 0);
  for (const [action, count] of facts.auditCounts) events.inc({ action }, count);
  new Counter({
    name: 'photofinch_video_streams_refused_total',
    help: 'Requests for a converted video that found no place, since the start.',
    registers,
  }).inc(facts.streams.refused);
  return registry.metrics();
}

function gauges({ figures, indexer, source, backups, disk, dataBytes, streams }: LibraryFacts): readonly Fact[] {
  const { progress } = figures;
  return [
    [lockedGauge.name, lockedGauge.help, false],
    ['photofinch_photos', 'Photos in the timeline.', figures.photos],
    ['photofinch_pending_photos', 'Photos that wait to be read.', figures.pending],
    ['photofinch_failed_photos', 'Photos that could not be read, and are tried again.', figures.failed],
    ['photofinch_people', 'People, with a name or without.', figures.people],
    ['photofinch_faces', 'Faces found in photos.', figures.faces],
    ['photofinch_indexer_running', 'Whether photos are being read (1) or not (0).', progress.running],
    ['photofinch_indexer_photos_per_second', 'Photos read a second, lately.', progress.rate],
    ['photofinch_indexer_in_trouble', 'Whether something stands in the way of the sync (1).', indexer.trouble !== null],
    [
      'photofinch_sync_held',
      'Whether the sync waits for an admin, since so much would vanish (1).',
      indexer.massLoss !== null,
    ],
    ['photofinch_last_sync_timestamp_seconds', 'When the library last equalled its source.', progress.lastSyncAt],
    ['photofinch_source_reachable', 'Whether the photo source answered when last asked (1).', source?.reachable],
    ['photofinch_source_logged_in', 'Whether the photo source could reach its store then (1).', source?.loggedIn],
    ['photofinch_ml_ready', 'Whether there are models for faces or search (1).', figures.mlReady],
    ['photofinch_video_streams', 'Videos that are converted for viewers now.', streams.running],
    ['photofinch_index_size_bytes', 'Size of the index on disk.', disk?.index],
    ['photofinch_data_size_bytes', 'Size of the data folder, measured a few times a day.', dataBytes],
    ['photofinch_disk_free_bytes', 'Free space where the data folder is.', disk?.free],
    ['photofinch_last_backup_timestamp_seconds', 'When the newest snapshot was taken.', backups?.newest?.createdAt],
    ['photofinch_last_backup_size_bytes', 'Size of the newest snapshot.', backups?.newest?.size],
    ['photofinch_last_backup_verified', 'Whether the newest snapshot was found whole (1).', backups?.newest?.verified],
    [
      'photofinch_backup_schedule_enabled',
      'Whether snapshots are taken by themselves (1).',
      backups && backups.nextAt !== null,
    ],
    ['photofinch_next_backup_timestamp_seconds', 'When the next snapshot is taken by itself.', backups?.nextAt],
  ];
}
