import type { Server } from '@hapi/hapi';
import type { InjectionToken } from 'tsyringe';
import type { Db } from '../db/open.ts';
import type { Config } from '../settings/env.ts';
import type { Route } from '../http/pipeline/route.ts';
import type { GeocodingThread } from '../indexer/geocoding-thread.ts';
import type { Indexer } from '../indexer/indexer.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { LibraryVectors } from '../vectors/library-vectors.ts';
import type { Log } from '../settings/log.ts';
import type { IndexCopies, IndexSnapshots } from '../plugin-api/index.ts';
import type { PluginFaults } from '../plugins/plugin-faults.ts';
import type { Registry } from '../plugins/registry.ts';
import type { Accounts } from '../services/accounts.ts';
import type { AuditTrail } from '../services/audit-trail.ts';
import type { Checks } from '../services/checks/checks.ts';
import type { DiskUsage } from '../services/disk-usage.ts';
import type { EntryCodes } from '../services/entry-codes.ts';
import type { Health } from '../services/health.ts';
import type { PhotoLibrary } from '../services/library.ts';
import type { LoginLimits } from '../services/login-limits.ts';
import type { MediaAccess } from '../services/media-access.ts';
import type { Metrics } from '../services/metrics/metrics.ts';
import type { Overview } from '../services/overview.ts';
import type { FaceSearch } from '../services/search/face-search.ts';
import type { SearchSuggestions } from '../services/search/suggestions.ts';
import type { TextSearch } from '../services/search/text-search.ts';
import type { Passwords } from '../services/passwords.ts';
import type { NearDuplicateGroups } from '../services/near-duplicates.ts';
import type { PlacesAndMap } from '../services/places-and-map.ts';
import type { SimilarPhotos } from '../services/similar-photos.ts';
import type { Transact } from '../store/transact.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import type { PeopleParts } from '../services/people/people-parts.ts';
import type { SecondFactors } from '../services/second-factors.ts';
import type { Sessions } from '../services/sessions.ts';

const token = <T>(name: string): InjectionToken<T> => Symbol(name);

/** The names under which the parts of one running server are kept; stores are kept under their classes. */
export const inject = {
  config: token<Config>('config'),
  log: token<Log>('log'),
  db: token<Db>('db'),
  /** Seconds since the epoch; tests turn it. */
  clock: token<() => number>('clock'),
  /** What the loaded plugins provide; registered once they are loaded. */
  plugins: token<Registry>('plugins'),
  /** Errors that they left to nobody. */
  pluginFaults: token<PluginFaults>('pluginFaults'),

  /** The server's secret: signatures and keys derive from it. */
  secret: token<Buffer>('secret'),
  indexCopies: token<IndexCopies>('indexCopies'),
  snapshots: token<IndexSnapshots>('snapshots'),
  transact: token<Transact>('transact'),
  /** The zone of photos whose own is unknown, and of "today". */
  timeZone: token<() => string>('timeZone'),

  audit: token<AuditTrail>('audit'),
  passwords: token<Passwords>('passwords'),
  accounts: token<Accounts>('accounts'),
  entryCodes: token<EntryCodes>('entryCodes'),
  loginLimits: token<LoginLimits>('loginLimits'),
  secondFactors: token<SecondFactors>('secondFactors'),
  sessions: token<Sessions>('sessions'),
  mediaAccess: token<MediaAccess>('mediaAccess'),
  health: token<Health>('health'),
  library: token<PhotoLibrary>('library'),
  placesAndMap: token<PlacesAndMap>('placesAndMap'),
  nearDuplicates: token<NearDuplicateGroups>('nearDuplicates'),
  similarPhotos: token<SimilarPhotos>('similarPhotos'),
  people: token<PeopleParts>('people'),
  textSearch: token<TextSearch>('textSearch'),
  faceSearch: token<FaceSearch>('faceSearch'),
  searchSuggestions: token<SearchSuggestions>('searchSuggestions'),

  geocoding: token<GeocodingThread>('geocoding'),
  photoReader: token<PhotoReader>('photoReader'),
  vectors: token<LibraryVectors>('vectors'),
  /** What follows the stages of the indexer, in this order. */
  tasks: token<readonly BackgroundTask[]>('tasks'),
  indexer: token<Indexer>('indexer'),

  /** Whether a server keeps the index like the source; only the command line wonders. */
  followed: token<() => boolean>('followed'),
  checks: token<Checks>('checks'),
  diskUsage: token<DiskUsage>('diskUsage'),
  overview: token<Overview>('overview'),
  metrics: token<Metrics>('metrics'),

  routes: token<readonly Route[]>('routes'),
  server: token<Promise<Server>>('server'),
};
