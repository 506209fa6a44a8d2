import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { childEnvironment } from 'photofinch/plugin-api/toolkit';
import { ownRemote, sayPlainly } from './complaint.ts';

/** What rclone could not do; the message is for people. */
export class RcloneError extends Error {
  override readonly name = 'RcloneError';
  /** As rclone ends with; null when it was killed. */
  readonly exitCode: number | null;

  constructor(message: string, exitCode: number | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}

/** Where the files are. */
export interface Place {
  /** As rclone takes it: a remote and a folder, a connection string, or a folder of this machine. */
  readonly remote: string;
  /** rclone's file of remotes; undefined: its usual one. */
  readonly config: string | undefined;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** What it reads; when that fails, rclone is killed and finishes nothing. */
  readonly input?: Readable;
  /** Gets what it writes. */
  readonly onOutput?: (bytes: Buffer) => void;
}

/** Characters of complaints that are kept. */
const longest = 4000;

/** Never asks anybody, and does not try for hours by itself: the server tries again. */
const always = ['--ask-password=false', '--retries=1', '--low-level-retries=3', '--contimeout=30s', '--timeout=5m'];

/** Variables that are meant for rclone: its configuration, and how it reaches the network. */
const meantForRclone = /^(RCLONE_CONFIG(_.+)?|RCLONE_PASSWORD_COMMAND|XDG_CONFIG_HOME|(ALL|HTTP|HTTPS|NO)_PROXY)$/i;

/** A file of the place, or the place itself, as an argument of rclone. */
export const placed = (file = ''): string => `${ownRemote}:${file}`;

/**
 * What rclone sees of the environment: none of the server's secrets. All users of the machine can read arguments of a process,
 * and only the server's own user its environment: so a remote, which may be a connection string with a password, stands here,
 * as that to which a remote of our own leads.
 */
function environmentFor({ remote, config }: Place): Record<string, string> {
  const own = ownRemote.toUpperCase();
  const passed = Object.entries(process.env).filter(([name]) => meantForRclone.test(name));
  return childEnvironment({
    ...(Object.fromEntries(passed) as Record<string, string>),
    ...(config !== undefined && { RCLONE_CONFIG: config }),
    [`RCLONE_CONFIG_${own}_TYPE`]: 'alias',
    [`RCLONE_CONFIG_${own}_REMOTE`]: remote,
  });
}

/**
 * Runs rclone to its end.
 * @param args files in them are named by `placed`
 * @throws RcloneError, the reason of the signal, or what `input` fails with
 */
export async function runRclone(
  args: readonly string[],
  place: Place,
  { signal, input, onOutput }: RunOptions,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn('rclone', [...always, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environmentFor(place),
  });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', kill, { once: true });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-longest);
  });
  child.stdout.on('data', (bytes: Buffer) => onOutput?.(bytes));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let unread: unknown;
  const fed = pipeline(input ?? Readable.from([]), child.stdin).catch((error: unknown) => {
    unread = error;
    kill();
  });
  try {
    const code = await ended;
    await fed;
    signal.throwIfAborted();
    if (code === 0 && (unread === undefined || !input)) return;
    // It stopped reading because of what it complains about; otherwise what it was to read has failed.
    const isOurs = input && unread instanceof Error && !('code' in unread && unread.code === 'EPIPE');
    throw isOurs ? unread : new RcloneError(sayPlainly(complaint, place.remote), code, unread);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && !complaint) {
      throw new RcloneError('rclone is not installed: install it with `apt install rclone`', null, error);
    }
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
    input?.destroy();
  }
}
