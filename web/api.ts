import type {
  AcceptedLoss,
  AccountRow,
  Accounts,
  Albums,
  Anchors,
  Aspects,
  AssignedFace,
  AuditEntries,
  AuthLimits,
  Backup,
  Backups,
  BackupSchedule,
  ChecksAnswer,
  DuplicateGroups,
  ErrorBody,
  Face,
  FaceList,
  Faces,
  FaceSearchResults,
  FailedPhotos,
  IndexerState,
  MapMarkers,
  Memories,
  MergedPerson,
  Ok,
  Overview,
  OwnSessions,
  People,
  PeoplePairs,
  Person,
  Photo,
  PhotoList,
  PhotoMeta,
  PlannedBackups,
  PrunedBackups,
  Places,
  RenamedPerson,
  Retried,
  Role,
  SearchResults,
  Signature,
  SimilarPhotos,
  SomePhotos,
  Status,
  Suggestions,
  Tags,
  TokenPair,
  TwoFactor,
  TwoFactorConfirmed,
  TwoFactorEnrolment,
  TwoFactorRequired,
  User,
} from '../core/http/wire.ts';
import type { PhotoChange } from './state/photos/photo-edits.ts';

/** The server refused; `message` is its own sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server did not answer. */
export class ServerLost extends Error {
  override readonly name = 'ServerLost';
}

export interface ApiOptions {
  readonly fetch: typeof fetch;
  /** Where the server is; empty for the page's own origin. */
  readonly base?: string;
  /** What is said of a lost server, and of what the end of the session came before. */
  readonly sentences: { readonly lost: string; readonly ended: string };
  /**
   * Runs work that no other tab does at the same time. A refresh token that is sent twice ends the session, and all
   * tabs share one.
   */
  lock<T>(work: () => Promise<T>): Promise<T>;
  /** The session is over: its token no longer counts and it could not be renewed. */
  onSessionEnded(): void;
  /** Told after each answer and each failure to get one. */
  onReached(reached: boolean): void;
}

interface Request {
  readonly body?: unknown;
  readonly stop?: AbortSignal | undefined;
  /** Finish even when the page goes away meanwhile. */
  readonly keepalive?: boolean;
  /** Milliseconds that the answer may take. */
  readonly longest?: number;
}

export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  readonly display_name?: string;
}

export interface AccountChanges {
  readonly display_name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly password?: string;
}

const longestWait = 30_000;
/** For what the server reads a whole index through. */
const longWork = 15 * 60_000;

/** So long before an access token runs out it is renewed: milliseconds, or this share of its life where that is less. */
const early = { time: 10_000, share: 0.1 };

/** The one place that talks to the server. Keeps the access token, in memory alone, and renews it before it runs out. */
export class Api {
  readonly #options: ApiOptions;
  #token: string | null = null;
  /** When the token is to be renewed; milliseconds since the epoch. */
  #renewAt = Infinity;
  #renewing: Promise<User | null> | null = null;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  async login(username: string, password: string): Promise<TokenPair | TwoFactorRequired> {
    const response = await this.#send('POST', '/api/auth/login', { body: { username, password } });
    const answer = await this.#read<TokenPair | TwoFactorRequired>(response);
    if ('access_token' in answer) this.#take(answer);
    return answer;
  }

  /** The second step, for an account that asks for one. */
  async loginWithCode(pendingToken: string, code: string): Promise<TokenPair> {
    const body = { pending_token: pendingToken, code };
    const pair = await this.#read<TokenPair>(await this.#send('POST', '/api/auth/login/2fa', { body }));
    this.#take(pair);
    return pair;
  }

  /** Renews the session through its cookie, once however many ask at the same time; null when there is none. */
  renew(): Promise<User | null> {
    this.#renewing ??= this.#options
      .lock(() => this.#renew())
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  }

  async logout(): Promise<void> {
    const response = await this.#send('POST', '/api/auth/logout', { keepalive: true });
    this.#token = null;
    await response.body?.cancel();
  }

  rename(displayName: string): Promise<User> {
    return this.#call('PATCH', '/api/auth/me', { body: { display_name: displayName } });
  }

  /** Every other session ends, and every signed address. */
  changePassword(current: string, fresh: string): Promise<Ok> {
    return this.#call('POST', '/api/auth/password', { body: { current_password: current, new_password: fresh } });
  }

  sessions(stop?: AbortSignal): Promise<OwnSessions> {
    return this.#call('GET', '/api/auth/sessions', { stop });
  }

  endSession(id: string): Promise<Ok> {
    return this.#call('DELETE', `/api/auth/sessions/${encodeURIComponent(id)}`);
  }

  twoFactor(): Promise<TwoFactor> {
    return this.#call('GET', '/api/auth/2fa');
  }

  enrolTwoFactor(password: string): Promise<TwoFactorEnrolment> {
    return this.#call('POST', '/api/auth/2fa/enroll', { body: { password } });
  }

  confirmTwoFactor(code: string): Promise<TwoFactorConfirmed> {
    return this.#call('POST', '/api/auth/2fa/confirm', { body: { code } });
  }

  dropTwoFactor(password: string, code: string): Promise<Ok> {
    return this.#call('DELETE', '/api/auth/2fa', { body: { password, code } });
  }

  async limits(): Promise<AuthLimits> {
    return this.#read(await this.#send('GET', '/api/auth/limits'));
  }

  async status(): Promise<Status> {
    return this.#read(await this.#send('GET', '/api/status'));
  }

  async ping(): Promise<void> {
    await this.#read(await this.#send('GET', '/api/health'));
  }

  /** @param filter a query, as `filterQuery` writes it */
  anchors(filter: string, stop?: AbortSignal): Promise<Anchors> {
    return this.#call('GET', `/api/photos/anchors?${filter}`, { stop });
  }

  aspects(filter: string, stop?: AbortSignal): Promise<Aspects> {
    return this.#call('GET', `/api/photos/aspects?${filter}`, { stop });
  }

  photos(filter: string, { offset, limit }: { offset: number; limit: number }, stop: AbortSignal): Promise<PhotoList> {
    return this.#call('GET', `/api/photos?${filter}&limit=${limit}&offset=${offset}`, { stop });
  }

  changePhotos(change: PhotoChange): Promise<SomePhotos> {
    return this.#call('PATCH', '/api/photos', { body: change });
  }

  /** What came to the library last. */
  recentPhotos(limit: number, stop?: AbortSignal): Promise<SomePhotos> {
    return this.#call('GET', `/api/photos/recent?limit=${limit}`, { stop });
  }

  photo(uid: string, stop: AbortSignal): Promise<Photo> {
    return this.#call('GET', `/api/photos/${encodeURIComponent(uid)}`, { stop });
  }

  photoMeta(uid: string, stop?: AbortSignal): Promise<PhotoMeta> {
    return this.#call('GET', `/api/photos/${encodeURIComponent(uid)}/meta`, { stop });
  }

  similarPhotos(uid: string, limit: number, stop?: AbortSignal): Promise<SimilarPhotos> {
    return this.#call('GET', `/api/photos/${encodeURIComponent(uid)}/similar?limit=${limit}`, { stop });
  }

  facesOfPhoto(uid: string): Promise<Faces> {
    return this.#call('GET', `/api/photos/${encodeURIComponent(uid)}/faces`);
  }

  /** @param kind `near`: photos that only look alike */
  duplicates(kind: 'same' | 'near', limit: number): Promise<DuplicateGroups> {
    return this.#call('GET', `/api/duplicates?limit=${limit}${kind === 'near' ? '&kind=near' : ''}`);
  }

  sign(path: string, stop?: AbortSignal): Promise<Signature> {
    return this.#call('POST', '/api/sign', { body: { path }, ...(stop && { stop }) });
  }

  albums(stop?: AbortSignal): Promise<Albums> {
    return this.#call('GET', '/api/albums', { stop });
  }

  map(stop?: AbortSignal): Promise<MapMarkers> {
    return this.#call('GET', '/api/map', { stop });
  }

  /** What a part of the map shows, gathered as a zoom has room for. */
  mapOf(box: string, zoom: number): Promise<MapMarkers> {
    return this.#call('GET', `/api/map?limit=2000&zoom=${zoom}&bbox=${box}`);
  }

  memories(stop?: AbortSignal): Promise<Memories> {
    return this.#call('GET', '/api/memories', { stop });
  }

  places(): Promise<Places> {
    return this.#call('GET', '/api/places');
  }

  /** @param name part of a name; empty for everybody */
  /** @param part.withHidden those too whom somebody hid: for those alone who may write */
  people(name: string, part: { offset: number; limit: number; withHidden?: boolean }): Promise<People> {
    const { offset, limit, withHidden = false } = part;
    const query = new URLSearchParams({ q: name, limit: String(limit), offset: String(offset) });
    if (withHidden) query.set('include_hidden', 'true');
    return this.#call('GET', `/api/people?${query.toString()}`);
  }

  person(id: number): Promise<Person> {
    return this.#call('GET', `/api/people/${id}`);
  }

  facesOfPerson(id: number, { offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#call('GET', `/api/people/${id}/faces?limit=${limit}&offset=${offset}`);
  }

  mapOfPerson(id: number, stop?: AbortSignal): Promise<MapMarkers> {
    return this.#call('GET', `/api/people/${id}/map`, { stop });
  }

  /** Whoever has the name already takes the person in. */
  namePerson(id: number, name: string): Promise<RenamedPerson> {
    return this.#call('POST', `/api/people/${id}/name`, { body: { name } });
  }

  unnamePerson(id: number): Promise<Ok> {
    return this.#call('DELETE', `/api/people/${id}/name`);
  }

  hidePerson(id: number, hidden: boolean): Promise<Person> {
    return this.#call('POST', `/api/people/${id}/hidden`, { body: { hidden } });
  }

  chooseCover(id: number, faceId: number): Promise<Person> {
    return this.#call('POST', `/api/people/${id}/cover`, { body: { face_id: faceId } });
  }

  /** For good: `from` is gone then. */
  mergePeople(from: number, into: number): Promise<MergedPerson> {
    return this.#call('POST', `/api/people/${from}/merge`, { body: { target_id: into } });
  }

  /** Pairs of people who may be one. */
  alikePeople(): Promise<PeoplePairs> {
    return this.#call('GET', '/api/people/duplicates');
  }

  keepPeopleApart(a: number, b: number): Promise<Ok> {
    return this.#call('POST', '/api/people/duplicates/dismiss', { body: { a, b } });
  }

  unassignedFaces({ offset, limit }: { offset: number; limit: number }): Promise<FaceList> {
    return this.#call('GET', `/api/faces/unassigned?limit=${limit}&offset=${offset}`);
  }

  suggestPeople(faceId: number): Promise<Suggestions> {
    return this.#call('GET', `/api/faces/${faceId}/suggest`);
  }

  assignFace(faceId: number, whose: { person_id: number } | { name: string }): Promise<AssignedFace> {
    return this.#call('POST', `/api/faces/${faceId}/person`, { body: whose });
  }

  /** For good: nothing gives the face back to that person by itself. */
  unassignFace(faceId: number): Promise<Face> {
    return this.#call('POST', `/api/faces/${faceId}/unassign`);
  }

  /** @param rejected false: they are faces after all, and again whose they were */
  rejectFaces(ids: readonly number[], rejected: boolean): Promise<Faces> {
    return this.#call('POST', '/api/faces/reject', { body: { face_ids: ids, rejected } });
  }

  search(words: string, stop?: AbortSignal): Promise<SearchResults> {
    return this.#call('GET', `/api/search?${new URLSearchParams({ q: words, limit: '500' }).toString()}`, { stop });
  }

  /** Photos of whoever is on a picture; the server keeps nothing of it. */
  searchByFace(picture: Blob, stop: AbortSignal): Promise<FaceSearchResults> {
    const body = new FormData();
    body.set('file', picture);
    return this.#call('POST', '/api/search/face?limit=500', { body, stop });
  }

  tags(stop?: AbortSignal): Promise<Tags> {
    return this.#call('GET', '/api/tags', { stop });
  }

  /** For admins. */
  overview(): Promise<Overview> {
    return this.#call('GET', '/api/admin/overview');
  }

  /** For admins. */
  sync(): Promise<IndexerState> {
    return this.#call('POST', '/api/admin/indexer/sync');
  }

  /** For admins. */
  acceptLoss(loss: AcceptedLoss): Promise<IndexerState> {
    return this.#call('POST', '/api/admin/indexer/accept-loss', { body: loss });
  }

  /** For admins, as all that follows. */
  failures({ offset, limit }: { offset: number; limit: number }): Promise<FailedPhotos> {
    return this.#call('GET', `/api/admin/failures?limit=${limit}&offset=${offset}`);
  }

  /** @param uid of one photo; all without */
  retryFailed(uid?: string): Promise<Retried> {
    const query = uid === undefined ? '' : `?${new URLSearchParams({ uid }).toString()}`;
    return this.#call('POST', `/api/admin/indexer/retry-failed${query}`);
  }

  accounts(stop?: AbortSignal): Promise<Accounts> {
    return this.#call('GET', '/api/admin/users', { stop });
  }

  addAccount(account: NewAccount): Promise<AccountRow> {
    return this.#call('POST', '/api/admin/users', { body: account });
  }

  changeAccount(id: number, changes: AccountChanges): Promise<AccountRow> {
    return this.#call('PATCH', `/api/admin/users/${id}`, { body: changes });
  }

  deleteAccount(id: number): Promise<Ok> {
    return this.#call('DELETE', `/api/admin/users/${id}`);
  }

  signOutAccount(id: number): Promise<Ok> {
    return this.#call('POST', `/api/admin/users/${id}/logout`);
  }

  dropTwoFactorOf(id: number): Promise<Ok> {
    return this.#call('DELETE', `/api/admin/users/${id}/2fa`);
  }

  /** Answers when the snapshot is taken and verified. */
  takeBackup(): Promise<Backup> {
    return this.#call('POST', '/api/admin/backup', { longest: longWork });
  }

  backups(stop?: AbortSignal): Promise<Backups> {
    return this.#call('GET', '/api/admin/backups', { stop });
  }

  deleteBackup(name: string): Promise<Ok> {
    return this.#call('DELETE', `/api/admin/backups/${encodeURIComponent(name)}`);
  }

  pruneBackups(keep: number): Promise<PrunedBackups> {
    return this.#call('POST', '/api/admin/backups/prune', { body: { keep } });
  }

  backupSchedule(stop?: AbortSignal): Promise<PlannedBackups> {
    return this.#call('GET', '/api/admin/schedule', { stop });
  }

  setBackupSchedule(schedule: BackupSchedule): Promise<PlannedBackups> {
    return this.#call('PUT', '/api/admin/schedule', { body: schedule });
  }

  runChecks(): Promise<ChecksAnswer> {
    return this.#call('POST', '/api/admin/checks', { longest: longWork });
  }

  /** @param query which part: `limit`, `before`, `action` */
  audit(query: Readonly<Record<string, string>>): Promise<AuditEntries> {
    return this.#call('GET', `/api/admin/audit?${new URLSearchParams(query).toString()}`);
  }

  /** A request of the signed-in user, sent again with a new token when the old one does not count any more. */
  async #call<T>(method: string, path: string, request: Request = {}): Promise<T> {
    if (this.#token && Date.now() >= this.#renewAt && !(await this.renew())) this.#end();
    const token = this.#token;
    const response = await this.#send(method, path, request);
    if (response.status !== 401) return this.#read(response);
    await response.body?.cancel();
    // Another request may have renewed it while this one was on its way.
    if (this.#token === token && !(await this.renew())) this.#end();
    return this.#read(await this.#send(method, path, request));
  }

  #end(): never {
    this.#options.onSessionEnded();
    throw new ApiError(401, this.#options.sentences.ended);
  }

  async #renew(): Promise<User | null> {
    const response = await this.#send('POST', '/api/auth/refresh', { body: {}, keepalive: true });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      this.#token = null;
      await response.body?.cancel();
      return null;
    }
    const pair = await this.#read<TokenPair>(response);
    this.#take(pair);
    return pair.user;
  }

  #take(pair: TokenPair): void {
    const life = pair.expires_in * 1000;
    this.#token = pair.access_token;
    this.#renewAt = Date.now() + life - Math.min(early.time, early.share * life);
  }

  async #send(method: string, path: string, request: Request = {}): Promise<Response> {
    const { body, stop, keepalive = false, longest = longestWait } = request;
    const headers = new Headers();
    if (this.#token) headers.set('authorization', `Bearer ${this.#token}`);
    const isForm = body instanceof FormData;
    // The browser names a form's type itself, with the mark between its parts.
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
    const tooLong = AbortSignal.timeout(longest);
    let response: Response;
    try {
      response = await this.#options.fetch(`${this.#options.base ?? ''}${path}`, {
        method,
        headers,
        keepalive,
        body: isForm ? body : body === undefined ? null : JSON.stringify(body),
        signal: stop ? AbortSignal.any([stop, tooLong]) : tooLong,
      });
    } catch (error) {
      if (stop?.aborted) throw error;
      throw this.#lost();
    }
    // What a proxy says when there is no server behind it; the server's own 502 to 504 speak JSON.
    const ofServer = response.headers.get('content-type')?.includes('json') ?? false;
    if (response.status >= 502 && response.status <= 504 && !ofServer) throw this.#lost();
    this.#options.onReached(true);
    return response;
  }

  async #read<T>(response: Response): Promise<T> {
    let answer: unknown;
    try {
      answer = await response.json();
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
      if (response.ok) throw this.#lost();
    }
    if (response.ok) return answer as T;
    const detail = (answer as Partial<ErrorBody> | undefined)?.detail;
    throw new ApiError(response.status, detail ?? `The server answered with status ${response.status}.`);
  }

  #lost(): ServerLost {
    this.#options.onReached(false);
    return new ServerLost(this.#options.sentences.lost);
  }
}
