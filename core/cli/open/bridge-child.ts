import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../domain/errors.ts';
import { childEnvironment } from '../../plugin-api/toolkit/index.ts';

/** The program of the bridge, beside this one: sources start sources, the built program the built one. */
const program = fileURLToPath(
  new URL(`../../../plugins/bridge-upstream/bridge/cli${extname(import.meta.url)}`, import.meta.url),
);

/** The maximum length of a socket's path in bytes that all systems support. */
const longestSocketPath = 100;

/** Milliseconds after which a bridge that does not end is killed. */
const patience = 12_000;

/**
 * A bridge as a child process. It listens on a socket that only this user can access, and always ends with this process,
 * since it watches the channel between the two.
 */
export class BridgeChild {
  /** Settings for the server: the bridge's address and token. */
  readonly settings: { readonly BRIDGE_URL: string; readonly BRIDGE_TOKEN: string };
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #removeSocketFolder: () => void;

  private constructor(
    child: ChildProcess,
    settings: BridgeChild['settings'],
    ended: Promise<unknown>,
    removeSocketFolder: () => void,
  ) {
    this.#child = child;
    this.settings = settings;
    this.ended = ended;
    this.#removeSocketFolder = removeSocketFolder;
  }

  /**
   * Resolves when the bridge has opened its store and listens.
   * @param store settings of the store, by variable; they are sent over the channel
   * @param log path of the log file
   * @throws StartupError with the bridge's own message
   */
  static async start(store: Readonly<Record<string, string>>, dataDir: string, log: string): Promise<BridgeChild> {
    const folder = join(dataDir, 'bridge');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { socket, remove } = socketPlace(folder);
    const token = randomBytes(32).toString('hex');
    const settings = {
      LOG_LEVEL: 'warn',
      ...store,
      BRIDGE_DATA_DIR: folder,
      BRIDGE_LISTEN: `unix:${socket}`,
      BRIDGE_TOKEN: token,
      BRIDGE_REQUIRE_STORE: '1',
    };
    const output = openSync(log, 'w');
    const child = fork(program, ['serve'], {
      env: childEnvironment({ UV_THREADPOOL_SIZE: '16', BRIDGE_SETTINGS_FOLLOW: '1' }),
      stdio: ['ignore', output, 'pipe', 'ipc'],
      // In a separate process group: ^C and a closed terminal signal only this process, which ends the bridge cleanly.
      detached: true,
    });
    closeSync(output);
    child.send(settings, () => undefined);
    const ended = once(child, 'exit');
    try {
      await listening(child, ended, log);
    } catch (error) {
      remove();
      throw error;
    }
    return new BridgeChild(child, { BRIDGE_URL: `unix:${socket}`, BRIDGE_TOKEN: token }, ended, remove);
  }

  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patience);
    if (this.#child.connected) this.#child.disconnect();
    await this.ended;
    clearTimeout(timer);
    this.#removeSocketFolder();
  }
}

/** The data folder is accessible only to its owner. If its path is too long for a socket, a temporary folder is used. */
function socketPlace(folder: string): { socket: string; remove: () => void } {
  const socket = join(folder, 'socket');
  if (Buffer.byteLength(socket) <= longestSocketPath) return { socket, remove: () => undefined };
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  return {
    socket: join(temporaryFolder, 'socket'),
    remove: () => {
      rmSync(temporaryFolder, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess, ended: Promise<unknown>, log: string): Promise<void> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-10_000);
  });
  const ready = once(child, 'message').then(() => true);
  if (await Promise.race([ready, ended.then(() => false)])) return;
  const [, sentence] = /^photofinch-bridge: (.+)$/m.exec(output) ?? [];
  throw new StartupError(sentence ?? `The bridge did not start: see ${log}.`);
}
