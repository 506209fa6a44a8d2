import type { DependencyContainer } from 'tsyringe';
import type { PhotoDescriber } from '../indexer/describe-photo.ts';
import type { IndexerLog } from '../indexer/indexer-log.ts';
import { PauseRecord } from '../indexer/pause-record.ts';
import type { PictureFiles } from '../indexer/picture-files.ts';
import { Redescriber } from '../indexer/redescribe.ts';
import type { StoreFacts } from '../indexer/store-facts.ts';
import { FirstSource } from '../indexer/sync/first-source.ts';
import { ChangesFollower } from '../indexer/sync/follow-changes.ts';
import { TimelinePass } from '../indexer/sync/full-pass.ts';
import { leaveLibrary } from '../indexer/sync/leave-library.ts';
import { HeldSync } from '../indexer/sync/held-sync.ts';
import { LossGuard } from '../indexer/sync/loss-guard.ts';
import { PageIntake } from '../indexer/sync/page-intake.ts';
import { PrefixedSource } from '../indexer/sync/prefixed-source.ts';
import { RoutedSource } from '../indexer/sync/routed-source.ts';
import { Sync } from '../indexer/sync/sync.ts';
import { AlbumSync } from '../indexer/sync/sync-albums.ts';
import type { SourceSync } from '../indexer/sync/round-source.ts';
import { SyncRound } from '../indexer/sync/sync-round.ts';
import { SourceError } from '../plugin-api/errors.ts';
import type { PhotoSource } from '../plugin-api/photo-source.ts';
import { CombinedSource } from '../plugins/combined-source.ts';
import { absenceReason, SourceRegistry } from '../plugins/source-registry.ts';
import type { Config } from '../settings/env.ts';
import type { Analyses } from '../store/models/analyses.ts';
import { SyncedAlbums } from '../store/photos/synced-albums.ts';
import type { CloserQueue } from '../store/photos/closer-queue.ts';
import type { IndexQueue } from '../store/photos/index-queue.ts';
import { PhotoFolders } from '../store/photos/photo-folders.ts';
import { StaleTexts, type PhotoText } from '../store/photos/photo-text.ts';
import type { PlaceIds } from '../store/photos/places.ts';
import { SyncQueue } from '../store/photos/sync-queue.ts';
import { Sources, type KnownSource } from '../store/sources.ts';
import { SyncState } from '../store/sync-state.ts';
import type { Transact } from '../store/transact.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** The photo sources of the library, and how photos are read from them. */
export function registerSources(register: Register): void {
  register(
    inject.sourceRegistry,
    (c) =>
      new SourceRegistry({
        provided: () => c.resolve(inject.plugins).photoSources,
        sources: c.resolve(Sources),
        storeOf: (id) => storesOf(c, id).state.get('store_id'),
        transact: c.resolve(inject.transact),
        clock: c.resolve(inject.clock),
      }),
  );
  register(inject.readableSource, (c) => {
    const registry = c.resolve(inject.sourceRegistry);
    const combined = new CombinedSource(registry);
    return () => (registry.only && registry.provided[0]?.source) ?? combined;
  });
}

/** The photo source of the indexer. */
export function routedSource(c: DependencyContainer, round: () => SyncRound): RoutedSource {
  const registry = c.resolve(inject.sourceRegistry);
  return new RoutedSource({
    only: () => {
      const [first] = registry.provided;
      if (!first) throw new Error('No plugin provides photos');
      return first.source;
    },
    sourceOf: (uid) => {
      if (registry.only) return undefined;
      const knownSource = registry.of(uid);
      const member = round().members.find(({ id }) => id === knownSource.id);
      if (!member) throw new SourceError('unreachable', absenceReason(knownSource));
      return member;
    },
    several: () => (registry.only ? [] : round().members),
  });
}

/** The stores of one source's photos. @param id of the source */
export function storesOf(
  c: DependencyContainer,
  id: number,
): { state: SyncState; syncQueue: SyncQueue; albums: SyncedAlbums } {
  const db = c.resolve(inject.db);
  return { state: new SyncState(db, id), syncQueue: new SyncQueue(db, id), albums: new SyncedAlbums(db, id) };
}

/** The maximum number of photos that one of several sources may add before the next source gets its turn. */
const fairShare = 5000;

interface SyncParts {
  readonly config: Pick<Config, 'syncInterval' | 'syncLimit'>;
  readonly log: IndexerLog;
  readonly clock: () => number;
  readonly describer: PhotoDescriber;
  readonly thumbs: PictureFiles;
  readonly queue: IndexQueue;
  readonly closer: CloserQueue;
  readonly analyses: Analyses;
  readonly places: PlaceIds;
  readonly text: PhotoText;
  readonly said: StoreFacts;
  readonly transact: Transact;
}

/** The sync of all sources. */
export function syncRound(c: DependencyContainer, parts: SyncParts): SyncRound {
  return new SyncRound({
    sources: c.resolve(inject.sourceRegistry),
    syncOf: (knownSource, source) => syncOf(c, parts, knownSource, source),
    leave: ({ id }, signal) => {
      const { state, syncQueue: intake, albums } = storesOf(c, id);
      return leaveLibrary({ ...parts, state, albums, intake, folders: c.resolve(PhotoFolders) }, signal);
    },
    pauses: () => new PauseRecord(parts),
    clock: parts.clock,
    onAway: () => {
      c.resolve(inject.sourceWatch).doubt();
    },
  });
}

/** The sync of one source, which sees only its own photos. */
function syncOf(
  c: DependencyContainer,
  shared: SyncParts,
  { id, prefix }: KnownSource,
  photos: () => PhotoSource,
): SourceSync {
  const registry = c.resolve(inject.sourceRegistry);
  const { state, syncQueue, albums } = storesOf(c, id);
  const source =
    id === 0 ? new FirstSource(photos, (uid) => registry.of(uid).id !== id) : new PrefixedSource(photos, prefix);
  const parts = { ...shared, source, state, syncQueue, intake: syncQueue, work: shared.queue };
  const redescriber = new Redescriber(parts);
  const defaultZone = (): string => parts.describer.defaultZone;
  const following = {
    ...parts,
    redescriber,
    guard: new LossGuard(parts),
    pages: new PageIntake({ ...parts, redescriber, defaultZone }),
    albums: new AlbumSync({ ...parts, albums, staleTexts: c.resolve(StaleTexts) }),
    folders: c.resolve(PhotoFolders),
  };
  const sync = new Sync({
    ...following,
    pass: new TimelinePass(following),
    changes: new ChangesFollower(following),
    timeZone: defaultZone,
    limit: () => parts.config.syncLimit || (registry.only ? 0 : fairShare),
  });
  return { id, checked: source, sync, state, held: new HeldSync(parts) };
}
