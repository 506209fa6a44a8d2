import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Faces, FaceSearchResults, Status } from '../../core/http/wire.ts';
import { admin, LibraryClient } from './library-client.ts';
import { installClip, installFaces } from './model-packs.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { until } from './until.ts';
import { uploadForm } from './upload-form.ts';

/** The response to a face search. */
export interface FaceSearchAnswer {
  readonly status: number;
  readonly body: Partial<FaceSearchResults> & { readonly detail?: string };
}

/** A server as a separate process, with a folder of photos and real models. All its data are in one folder. */
export class ModelledService {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly photosDir = join(this.folder, 'photos');
  readonly modelsDir = join(this.folder, 'models');
  readonly dataDir = join(this.folder, 'data');
  readonly #temporary = join(this.folder, 'tmp');
  #service: ServerProcess | undefined;
  #library: LibraryClient | undefined;
  #token = '';

  constructor() {
    for (const folder of [this.photosDir, this.modelsDir, this.#temporary]) mkdirSync(folder);
  }

  get service(): ServerProcess {
    if (!this.#service) throw new Error('the server was not started');
    return this.#service;
  }

  get library(): LibraryClient {
    if (!this.#library) throw new Error('the server was not started');
    return this.#library;
  }

  async start(): Promise<void> {
    this.#service = await startServerProcess({
      DATA_DIR: this.dataDir,
      MODELS_DIR: this.modelsDir,
      TMPDIR: this.#temporary,
      TZ: 'UTC',
      SYNC_INTERVAL: '1',
      CLUSTER_INTERVAL: '1',
      LOG_LEVEL: 'info',
      VALIDATE_ANSWERS: '1',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      PLUGINS: 'test/fixtures/plugins/folder-source',
      FOLDER_SOURCE_PATH: this.photosDir,
    });
    const answer = await fetch(`${this.#service.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    });
    this.#token = ((await answer.json()) as { access_token: string }).access_token;
    this.#library = await LibraryClient.signIn(this.#service.url);
  }

  /** Installs the packs as copies that a test may corrupt. */
  installModels(): void {
    const links = mkdtempSync(join(this.folder, 'links-'));
    installFaces(links);
    installClip(links);
    for (const pack of readdirSync(links)) {
      cpSync(join(links, pack), join(this.modelsDir, pack), { recursive: true, dereference: true });
    }
    rmSync(links, { recursive: true });
  }

  removeModels(): void {
    for (const pack of readdirSync(this.modelsDir)) rmSync(join(this.modelsDir, pack), { recursive: true });
  }

  status(): Promise<Status> {
    return this.library.json<Status>('/api/status');
  }

  /** Resolves once the models have analysed all photos, and the people in them are found. */
  async untilSettled(): Promise<void> {
    await until(async () => (await this.status()).ml_ready);
    await this.library.untilAtRest();
  }

  /** All faces of every photo, by the photo's name. */
  async faces(): Promise<Map<string, Faces['faces']>> {
    const photos = await this.library.photos();
    const entries = [...photos].map(async ([name, { uid }]) => {
      const { faces } = await this.library.json<Faces>(`/api/photos/${uid}/faces`);
      return [name, faces] as const;
    });
    return new Map(await Promise.all(entries));
  }

  async searchFace(picture: Uint8Array): Promise<FaceSearchAnswer> {
    const [answer] = await this.searchFaceAtOnce(picture, 1);
    return answer!;
  }

  /**
   * Several simultaneous searches with the same picture. The form is built before any search begins: on a busy machine,
   * a client that builds 20 large forms while it sends them pauses for longer than the server's timeout.
   */
  async searchFaceAtOnce(picture: Uint8Array, times: number): Promise<FaceSearchAnswer[]> {
    const { payload, headers } = await uploadForm({ file: picture });
    const body = new Uint8Array(payload);
    return Promise.all(
      Array.from({ length: times }, async () => {
        const answer = await fetch(`${this.service.url}/api/search/face`, {
          method: 'POST',
          headers: { ...headers, authorization: `Bearer ${this.#token}` },
          body,
        });
        return { status: answer.status, body: (await answer.json()) as FaceSearchAnswer['body'] };
      }),
    );
  }

  /** The ids of the server's child processes whose command line contains `what`. */
  childrenThatRun(what: string): number[] {
    return descendantsOf(this.service.child.pid ?? 0).filter((pid) => commandLine(pid).includes(what));
  }

  /** Resident memory of the server and its child processes, in bytes. */
  memory(): number {
    const pid = this.service.child.pid ?? 0;
    return [pid, ...descendantsOf(pid)].reduce((sum, id) => sum + residentBytes(id), 0);
  }

  /** All files that the server may have written, with their sizes, except for SQLite's own. */
  files(): string[] {
    return [this.dataDir, this.#temporary].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.sqlite3(-wal|-shm)?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        // Caches of vectors are sometimes rewritten under another name; pictures would make them larger.
        .map((path) => `${path.replace(/[0-9a-f]{16}(?=\.vectors$)/, '')} ${statSync(path).size}`),
    );
  }

  async close(): Promise<void> {
    await this.#service?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === pid);
  return children.flatMap((id) => [id, ...descendantsOf(id)]);
}

/** Reads a file that exists only while the process is running. */
function ofProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(ofProcess(pid, 'status'))?.[1]);
const commandLine = (pid: number): string => ofProcess(pid, 'cmdline').replaceAll('\0', ' ');
const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(ofProcess(pid, 'status'))?.[1] ?? 0) * 1024;
