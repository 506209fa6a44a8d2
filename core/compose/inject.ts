import type { Server as Listener } from 'node:http';
import type { Server } from '@hapi/hapi';
import type { InjectionToken } from 'tsyringe';
import type { Db } from '../db/open.ts';
import type { LibraryKeys } from '../encryption/library-keys.ts';
import type { WithheldFrom } from '../domain/withheld.ts';
import type { Config } from '../settings/env.ts';
import type { Route } from '../http/pipeline/route.ts';
import type { OpenServer } from '../http/server.ts';
import type { GeocodingThread } from '../indexer/geocoding-thread.ts';
import type { Indexer } from '../indexer/indexer.ts';
import type { InteractiveReads } from '../media/interactive-reads.ts';
import type { PictureFolder } from '../media/picture-folder.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { ProgramFinder } from '../media/video/programs.ts';
import type { SourceTap } from '../media/video/source-tap.ts';
import type { LibraryVectors } from '../vectors/library-vectors.ts';
import type { Log } from '../settings/log.ts';
import type { IndexCopies } from '../plugin-api/index.ts';
import type { EventDelivery } from '../plugins/event-delivery.ts';
import type { EventListening } from '../plugins/event-listening.ts';
import type { PluginFaults } from '../plugins/plugin-faults.ts';
import type { Registry } from '../plugins/registry.ts';
import type { ReadableSource } from '../plugins/combined-source.ts';
import type { SourceRegistry } from '../plugins/source-registry.ts';
import type { AlbumLibrary } from '../services/album-library.ts';
import type { Accounts } from '../services/accounts.ts';
import type { AuditTrail } from '../services/audit-trail.ts';
import type { Snapshots } from '../upkeep/snapshots/snapshots.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { LibraryEncryption, LockControl } from '../services/encryption/library-encryption.ts';
import type { BackupCopies } from '../services/backup-copies/backup-copies.ts';
import type { Checks } from '../services/checks/checks.ts';
import type { DiskUsage } from '../services/disk-usage.ts';
import type { FirstAccountHold } from '../services/first-account-hold.ts';
import type { EntryCodes } from '../services/sign-in/entry-codes.ts';
import type { FolderAccess } from '../services/folders/folder-access.ts';
import type { Health } from '../services/health.ts';
import type { MotionParts } from '../services/motion-parts.ts';
import type { SourceReads } from '../services/source-reads.ts';
import type { PhotoSources } from '../services/photo-sources.ts';
import type { SourceWatches } from '../services/source-watches.ts';
import type { PhotoRules } from '../services/albums/photo-rules.ts';
import type { ListReadiness } from '../services/list-readiness.ts';
import type { PhotoLibrary } from '../services/library.ts';
import type { LoginLimits } from '../services/sign-in/login-limits.ts';
import type { MediaAccess } from '../services/media-access.ts';
import type { Metrics } from '../services/metrics/metrics.ts';
import type { ReadingLevels } from '../services/reading-levels.ts';
import type { Overview } from '../services/overview.ts';
import type { FaceSearch } from '../services/search/face-search.ts';
import type { SearchSuggestions } from '../services/search/suggestions.ts';
import type { TextSearch } from '../services/search/text-search.ts';
import type { Passwords } from '../services/passwords.ts';
import type { DownloadTickets } from '../services/downloads/download-tickets.ts';
import type { PhotoDownloads } from '../services/downloads/photo-downloads.ts';
import type { NearDuplicateGroups } from '../services/near-duplicates.ts';
import type { PictureTurner } from '../services/picture-turner.ts';
import type { PlacesAndMap } from '../services/places-and-map.ts';
import type { TripLibrary } from '../services/trips/trip-library.ts';
import type { SimilarPhotos } from '../services/similar-photos.ts';
import type { StreamPlaces } from '../services/stream-places.ts';
import type { VideoStreams } from '../services/video-streams.ts';
import type { Transact } from '../store/transact.ts';
import type { BackgroundTask } from '../threads/background-task.ts';
import type { PeopleParts } from '../services/people/people-parts.ts';
import type { SecondFactors } from '../services/sign-in/second-factors.ts';
import type { Sessions } from '../services/sign-in/sessions.ts';
import type { AccountLinks } from '../services/sign-in/account-links.ts';
import type { Reauthentication } from '../services/sign-in/reauthentication.ts';
import type { PluginEntry } from '../services/sign-in/plugin-entry.ts';
import type { SignInWays } from '../services/sign-in/sign-in-ways.ts';
import type { TokenGrants } from '../services/sign-in/token-grants.ts';

const token = <T>(name: string): InjectionToken<T> => Symbol(name);

/** The tokens of the parts of a running server; stores are registered under their classes. */
export const inject = {
  config: token<Config>('config'),
  /** Keys of an encrypted library; null for a plain one. */
  keys: token<LibraryKeys | null>('keys'),
  keyring: token<Keyring>('keyring'),
  /** Locks this library; null if no server is running. */
  lockControl: token<LockControl | null>('lockControl'),
  /** Listener of the server; null to create its own. */
  listener: token<Listener | null>('listener'),
  encryption: token<LibraryEncryption>('encryption'),
  firstAccountHold: token<FirstAccountHold>('firstAccountHold'),
  log: token<Log>('log'),
  db: token<Db>('db'),
  /** Seconds since the epoch; replaced by tests. */
  clock: token<() => number>('clock'),
  /** Registry of the loaded plugins; registered once they are loaded. */
  plugins: token<Registry>('plugins'),
  /** Uncaught errors of plugins. */
  pluginFaults: token<PluginFaults>('pluginFaults'),
  /** The plugins that listen to events. */
  eventListening: token<EventListening>('eventListening'),
  eventDelivery: token<EventDelivery>('eventDelivery'),

  /** The server's secret: signatures and keys derive from it. */
  secret: token<Buffer>('secret'),
  thumbs: token<PictureFolder>('thumbs'),
  /** Crops of faces. */
  crops: token<PictureFolder>('crops'),
  indexCopies: token<IndexCopies>('indexCopies'),
  snapshots: token<Snapshots>('snapshots'),
  /** Copies of snapshots at backup targets. */
  backupCopies: token<BackupCopies>('backupCopies'),
  transact: token<Transact>('transact'),
  /** The photos that are withheld from each audience. */
  withheld: token<WithheldFrom>('withheld'),
  /** The time zone of photos whose own is unknown, and of "today". */
  timeZone: token<() => string>('timeZone'),

  audit: token<AuditTrail>('audit'),
  passwords: token<Passwords>('passwords'),
  accounts: token<Accounts>('accounts'),
  entryCodes: token<EntryCodes>('entryCodes'),
  loginLimits: token<LoginLimits>('loginLimits'),
  secondFactors: token<SecondFactors>('secondFactors'),
  reauthentication: token<Reauthentication>('reauthentication'),
  sessions: token<Sessions>('sessions'),
  /** Tokens issued by plugins. */
  tokenGrants: token<TokenGrants>('tokenGrants'),
  signInEntry: token<PluginEntry>('signInEntry'),
  signInWays: token<SignInWays>('signInWays'),
  accountLinks: token<AccountLinks>('accountLinks'),
  mediaAccess: token<MediaAccess>('mediaAccess'),
  health: token<Health>('health'),
  sourceWatch: token<SourceWatches>('source watch'),
  photoSources: token<PhotoSources>('photoSources'),
  /** Which photo sources the library has. */
  sourceRegistry: token<SourceRegistry>('sourceRegistry'),
  /** All sources, for reading photos. */
  readableSource: token<() => ReadableSource>('readableSource'),
  photoRules: token<PhotoRules>('photoRules'),
  listReadiness: token<ListReadiness>('listReadiness'),
  folderAccess: token<FolderAccess>('folderAccess'),
  library: token<PhotoLibrary>('library'),
  albums: token<AlbumLibrary>('albums'),
  placesAndMap: token<PlacesAndMap>('placesAndMap'),
  trips: token<TripLibrary>('trips'),
  nearDuplicates: token<NearDuplicateGroups>('nearDuplicates'),
  pictureTurner: token<PictureTurner>('pictureTurner'),
  similarPhotos: token<SimilarPhotos>('similarPhotos'),
  /** Many originals as one archive. */
  downloads: token<PhotoDownloads>('downloads'),
  downloadTickets: token<DownloadTickets>('downloadTickets'),
  streamPlaces: token<StreamPlaces>('streamPlaces'),
  /** Videos converted while they are watched. */
  videoStreams: token<VideoStreams>('videoStreams'),
  people: token<PeopleParts>('people'),
  textSearch: token<TextSearch>('textSearch'),
  faceSearch: token<FaceSearch>('faceSearch'),
  searchSuggestions: token<SearchSuggestions>('searchSuggestions'),

  geocoding: token<GeocodingThread>('geocoding'),
  photoReader: token<PhotoReader>('photoReader'),
  /** Reads of originals for which users wait. */
  interactive: token<InteractiveReads>('interactive'),
  videoPrograms: token<ProgramFinder>('videoPrograms'),
  /** Gives these programs temporary access to videos. */
  sourceTap: token<SourceTap>('sourceTap'),
  /** Reads of the source for which a user waits. */
  sourceReads: token<SourceReads>('sourceReads'),
  /** Motion parts of live photos. */
  motionParts: token<MotionParts>('motionParts'),
  vectors: token<LibraryVectors>('vectors'),
  /** Tasks after the stages of the indexer, in order. */
  tasks: token<readonly BackgroundTask[]>('tasks'),
  indexer: token<Indexer>('indexer'),

  /** Whether a server keeps the index in sync with the source; false in the command line. */
  followed: token<() => boolean>('followed'),
  checks: token<Checks>('checks'),
  diskUsage: token<DiskUsage>('diskUsage'),
  overview: token<Overview>('overview'),
  /** How much was read of photos, if originals are costly. */
  levels: token<ReadingLevels>('levels'),
  metrics: token<Metrics>('metrics'),

  /** Routes that are served before the others are built. */
  firstRoutes: token<readonly Route[]>('firstRoutes'),
  routes: token<Promise<readonly Route[]>>('routes'),
  /** The server with its first routes. */
  openServer: token<Promise<OpenServer>>('openServer'),
  /** The server with all of its routes. */
  server: token<Promise<Server>>('server'),
};
