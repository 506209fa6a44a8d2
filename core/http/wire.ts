/**
 * The JSON that goes over the wire, as types: shared with the web UI, which imports nothing else of the server.
 * The joi schemas beside the routes check the same shapes.
 */

export type Role = 'read' | 'write' | 'admin';
export type PhotoKind = 'image' | 'video' | 'live' | 'raw';
export type PhotoState = 'pending' | 'indexed' | 'failed';

export interface ErrorBody {
  detail: string;
}

export interface Ok {
  ok: true;
}

export interface User {
  id: number;
  username: string;
  display_name: string;
  role: Role;
}

/** An account as admins see it. */
export interface AccountRow extends User {
  disabled: boolean;
  two_factor_enabled: boolean;
  created_at: number;
  last_login_at: number | null;
}

export interface Accounts {
  users: AccountRow[];
}

export interface OwnSessions {
  sessions: {
    id: string;
    client: string | null;
    created_at: number;
    renewed_at: number;
    expires_at: number;
    current: boolean;
  }[];
}

/** The own second factor. */
export interface TwoFactor {
  available: boolean;
  enabled: boolean;
  recovery_codes_left: number;
}

export interface TwoFactorEnrolment {
  /** Base32, for typing. */
  secret: string;
  otpauth_url: string;
  /** The address as a QR code. */
  qr_svg: string;
}

export interface TwoFactorConfirmed {
  enabled: true;
  recovery_codes: string[];
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
  refresh_expires_in: number;
  user: User;
}

export interface TwoFactorRequired {
  two_factor_required: true;
  pending_token: string;
  expires_in: number;
}

export interface AuthLimits {
  access_ttl: number;
  refresh_ttl: number;
  two_factor_pending_ttl: number;
  password_min_length: number;
  username_max_length: number;
  login_attempts: number;
  login_window: number;
  demo: boolean;
}

export interface Signature {
  sig: string;
  exp: number;
}

export interface Health {
  ok: true;
  bridge: { reachable: boolean; loggedIn: boolean };
}

export interface Status {
  version: string;
  demo: boolean;
  photos: number;
  pending: number;
  failed: number;
  people: number;
  faces: number;
  last_sync_at: number | null;
  indexing: {
    running: boolean;
    done: number;
    total: number;
    /** Photos a second. */
    rate: number;
    /** Seconds; null when unknown. */
    eta: number | null;
  };
  ml_ready: boolean;
  bridge: { reachable: boolean; loggedIn: boolean };
}

export interface PhotoItem {
  uid: string;
  /** Signed for the caller; null while there is no thumbnail. */
  thumb_url: string | null;
  favorited_by_me: boolean;
  tags: string[];
  archived: boolean;
  hidden: boolean;
  kind: PhotoKind;
  /** Epoch seconds UTC. */
  taken_at: number;
  /** Of the upright picture. */
  width: number | null;
  height: number | null;
  /** Base64. */
  thumbhash: string | null;
}

export interface FoundPhoto extends PhotoItem {
  /** The cosine of text and picture, −1 to 1; of photos that words alone found, their fused rank. */
  score: number;
  match: 'semantic' | 'text' | 'both';
}

/** What a search text was taken for. */
export interface SearchQuery {
  /** What is left beside the filters. */
  text: string;
  person: { id: number; name: string }[];
  place: string[];
  /** Epoch seconds of the first and last moment that is asked for, by years, as if clocks everywhere showed UTC. */
  from: number | null;
  to: number | null;
  /** 1 to 12; empty for any month. */
  month: number[];
  /** `image` is all but videos. */
  kind: PhotoKind | null;
}

export interface SearchResults {
  results: FoundPhoto[];
  total: number;
  query: SearchQuery;
  /** Whether what pictures show was searched; else there are no models, or they failed. */
  semantic: boolean;
}

export interface FaceSearchResults {
  /** `score`: the cosine of the faces. */
  results: (PhotoItem & { score: number })[];
  total: number;
  /** Fractions of the upright upload; the largest one was searched for. */
  faces: { box: { x: number; y: number; w: number; h: number } }[];
  /** Why there are no results, where that is not plain. */
  detail?: string;
}

export interface AlbumRef {
  uid: string;
  name: string;
}

export interface PersonRef {
  id: number;
  name: string | null;
}

export interface Photo extends PhotoItem {
  name: string;
  caption: string | null;
  mime: string;
  size: number;
  sha1: string | null;
  camera: string | null;
  lens: string | null;
  /** Wall clock at the place of capture, ISO 8601 without zone. */
  taken_at_local: string;
  lat: number | null;
  lng: number | null;
  place: string | null;
  city: string | null;
  country: string | null;
  albums: AlbumRef[];
  people: PersonRef[];
  /** What a model says that the photo shows, the surest first; `tags` are people's own. */
  auto_tags: string[];
  state: PhotoState;
}

export interface PhotoList {
  photos: PhotoItem[];
  total: number;
}

export interface Anchor {
  year: number;
  month: number;
  count: number;
  /** The position of the month's first photo in the list with the same filters. */
  offset: number;
  /** The value of `before` that lists from there. */
  before: number;
}

export interface Anchors {
  anchors: Anchor[];
}

export interface SomePhotos {
  photos: PhotoItem[];
}

export interface Aspects {
  total: number;
  /** Base64, a byte a photo: width by height is `2 ** ((byte - 128) / 32)`; 0 when unknown. */
  aspects: string;
}

export interface Memories {
  month: number;
  day: number;
  photos: PhotoItem[];
  groups: { year: number; years_ago: number; photos: PhotoItem[] }[];
}

/** `name` and `size` (bytes) are the file's. */
export interface DuplicatePhoto extends PhotoItem {
  name: string;
  size: number;
}

export interface DuplicateGroups {
  groups: {
    /** Of the content that all photos of the group have; null where they only look alike. */
    sha1: string | null;
    count: number;
    /** Of one copy; where photos only look alike, of all but the largest: what keeping that one alone would save. */
    bytes: number;
    photos: DuplicatePhoto[];
  }[];
}

export interface SimilarPhotos {
  /** The most similar first; `score` is a cosine, −1 to 1. */
  results: (PhotoItem & { score: number })[];
  /** How many are similar, up to 500. */
  total: number;
  /** Photos with the very same content. */
  copies: PhotoItem[];
}

export interface PhotoMeta {
  photo: Photo;
  exif: Record<string, unknown>;
  upstream: { available: boolean; node: Record<string, unknown> | null; error?: string };
  albums: string[];
  people: PersonRef[];
  tags: string[];
}

export interface Face {
  id: number;
  photo_uid: string;
  person_id: number | null;
  person_name: string | null;
  box: { x: number; y: number; w: number; h: number };
  score: number;
  /** Null while there is no picture of it. */
  crop_url: string | null;
  assigned_by: 'auto' | 'user' | 'propagated';
}

export interface Faces {
  faces: Face[];
}

export interface FaceList extends Faces {
  total: number;
}

export interface Person {
  id: number;
  name: string | null;
  face_count: number;
  photo_count: number;
  /** Null while no visible face has a picture. */
  cover_url: string | null;
  cover_face_id: number | null;
  /** Lists leave them out: somebody hid them, or all photos of them are hidden. */
  hidden: boolean;
  /** Somebody hid them. */
  hidden_by_choice: boolean;
}

export interface People {
  people: Person[];
  total: number;
}

export interface PeoplePairs {
  /** `a` is named, or has more faces. */
  pairs: { a: Person; b: Person; similarity: number }[];
}

export interface Suggestions {
  suggestions: { person: Person; similarity: number }[];
}

export interface AssignedFace {
  face: Face;
  person: Person;
  /** How many similar faces followed. */
  propagated: number;
  /** Which. */
  propagated_ids: number[];
}

/** What became of a person who was merged into another. */
export interface MergedPerson {
  ok: true;
  merged: true;
  /** By which it can be undone. */
  merge_id: number;
  target_id: number;
  photo_count: number;
  face_count: number;
}

export type RenamedPerson = MergedPerson | { ok: true; merged: false };

/** Who is back, under their old id. */
export interface UndoneMerge {
  ok: true;
  person_id: number;
  target_id: number;
  name: string | null;
  /** Somebody else has the name by now: the person is back without one. */
  name_taken: boolean;
  photo_count: number;
  face_count: number;
}

export interface PastMerge {
  merge_id: number;
  /** Of the one who went. */
  name: string | null;
  /** How many faces went over. */
  face_count: number;
  /** Epoch seconds. */
  merged_at: number;
  /** Who stayed. */
  target: Person;
}

export interface PeopleMerges {
  merges: PastMerge[];
}

export interface RemovedPeople {
  ok: true;
  deleted: number;
}

export interface PhotoTags {
  tags: string[];
}

export interface Tags {
  tags: { name: string; count: number }[];
}

export interface Album {
  uid: string;
  name: string;
  photo_count: number;
  start_ts: number | null;
  end_ts: number | null;
  cover_url: string | null;
}

export interface Albums {
  albums: Album[];
}

export interface AlbumPhotos extends PhotoList {
  album: Album;
}

export interface Places {
  places: { place: string; city: string; count: number }[];
}

export interface MapMarkers {
  markers: { place: string; city: string; count: number; lat: number; lng: number; thumb_url: string | null }[];
}

export interface IndexerState {
  state: string;
  last_sync_at: number | null;
  rate: number;
  eta: number | null;
  trouble: { message: string; retry_at: number } | null;
  mass_loss: MassLoss | null;
}

/** The sync is held: so much of the library would vanish, and an admin has to agree. */
export interface MassLoss {
  reason: 'other_store' | 'mass_disappearance';
  /** Photos, of `total`. */
  missing: number;
  total: number;
  /** Epoch seconds. */
  since: number;
}

/** An admin's agreement to a loss, as it was shown. */
export interface AcceptedLoss {
  missing: number;
  reason?: MassLoss['reason'];
}

export interface Retried extends IndexerState {
  /** Photos that are tried again. */
  retried: number;
}

export interface FailedPhotos {
  failures: { uid: string; name: string; error: string; attempts: number; retry_at: number }[];
  total: number;
}

export interface Overview {
  server: { version: string; uptime: number; node: string; platform: string; memory: number };
  /** `data_bytes` is null while it is being measured. */
  disk: { data_bytes: number | null; free_bytes: number };
  index: { photos: number; pending: number; failed: number; faces: number; people: number };
  indexer: IndexerState;
  ml: {
    provider: string | null;
    models: { part: 'face_detector' | 'face_embedder' | 'image_text'; id: string; version: string }[];
    ready: boolean;
  };
  plugins: { name: string; version: string; provides: string[] }[];
  last_backup: Backup | null;
}

export interface Backup {
  name: string;
  /** Bytes. */
  size: number;
  created_at: number;
  /** Null while a file that somebody put there is not read through yet. */
  sha256: string | null;
  verified: boolean;
}

export interface Backups {
  /** Newest first. */
  backups: Backup[];
  total_bytes: number;
}

export interface PrunedBackups {
  deleted: string[];
  kept: number;
}

/** When snapshots are taken by themselves, on the server's clock, and how many stay. */
export interface BackupSchedule {
  enabled: boolean;
  hour: number;
  minute: number;
  keep: number;
}

export interface PlannedBackups extends BackupSchedule {
  next_run_at: number | null;
}

/** Who did what, newest first. */
export interface AuditEntries {
  entries: {
    id: number;
    /** Epoch seconds. */
    at: number;
    action: string;
    actor: string | null;
    actor_id: number | null;
    subject: string | null;
    detail: string | null;
    address: string | null;
    /** How often, from `at` to `last_at`. */
    times: number;
    last_at: number;
  }[];
  next_before: number | null;
}

export interface ChecksAnswer {
  ok: boolean;
  checks: { id: string; ok: boolean; detail: string; ms: number }[];
}
