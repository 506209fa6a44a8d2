import { spawn, type ChildProcess } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { childEnvironment } from 'photofinch/plugin-api/toolkit';
import { ownRemote, sayPlainly } from './complaint.ts';

/** A failure of rclone. The message is for people. */
export class RcloneError extends Error {
  override readonly name = 'RcloneError';
  /** Null when rclone was killed. */
  readonly exitCode: number | null;

  constructor(message: string, exitCode: number | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}

/** Where the copies are stored. */
export interface Place {
  /** In rclone's syntax: a remote and a folder, a connection string, or a folder of this machine. */
  readonly remote: string;
  /** rclone's configuration file; undefined: its default one. */
  readonly config: string | undefined;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Standard input of rclone. If it fails, rclone is killed, so that an incomplete file is not stored as complete. */
  readonly input?: Readable;
  /** Called with each chunk of standard output. */
  readonly onOutput?: (bytes: Buffer) => void;
}

/** The most characters of standard error that are kept. */
const longest = 4000;

/** rclone must not wait for a password, or retry for hours: the server retries. */
const always = ['--ask-password=false', '--retries=1', '--low-level-retries=3', '--contimeout=30s', '--timeout=5m'];

/** Variables of the server's environment that are meant for rclone: its configuration, and proxies. */
const rcloneVariable = /^(RCLONE_CONFIG(_.+)?|RCLONE_PASSWORD_COMMAND|XDG_CONFIG_HOME|(ALL|HTTP|HTTPS|NO)_PROXY)$/i;

/** A file of the place, or the place itself, as an argument of rclone. */
export const remotePath = (file = ''): string => `${ownRemote}:${file}`;

/**
 * The environment of rclone, without the server's secrets. All users of a machine can read the arguments of a process, but
 * only the server's own user can read its environment. So the remote, which may be a connection string with a password, is
 * passed in the environment, and `ownRemote` is an alias of it.
 */
function environmentFor({ remote, config }: Place): Record<string, string> {
  const alias = ownRemote.toUpperCase();
  const inherited = Object.entries(process.env).filter(([name]) => rcloneVariable.test(name));
  return childEnvironment({
    ...(Object.fromEntries(inherited) as Record<string, string>),
    ...(config !== undefined && { RCLONE_CONFIG: config }),
    [`RCLONE_CONFIG_${alias}_TYPE`]: 'alias',
    [`RCLONE_CONFIG_${alias}_REMOTE`]: remote,
  });
}

/** Without pipes if too many files are open. */
type Child = Omit<ChildProcess, 'stdin' | 'stdout' | 'stderr'> & {
  readonly stdin?: Writable;
  readonly stdout?: Readable;
  readonly stderr?: Readable;
};

const startRclone = (args: readonly string[], place: Place): Child =>
  spawn('rclone', [...always, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env: environmentFor(place) });

/**
 * Runs rclone to its end.
 * @param args refer to files by `remotePath`
 * @throws RcloneError, the reason of the signal, or the error of `input`
 */
export async function runRclone(
  args: readonly string[],
  place: Place,
  { signal, input, onOutput }: RunOptions,
): Promise<void> {
  signal.throwIfAborted();
  const child = startRclone(args, place);
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', kill, { once: true });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-longest);
  });
  child.stdout?.on('data', (bytes: Buffer) => onOutput?.(bytes));
  let inputError: unknown;
  const inputEnd =
    child.stdin &&
    pipeline(input ?? Readable.from([]), child.stdin).catch((error: unknown) => {
      inputError = error;
      kill();
    });
  try {
    const code = await exit;
    await inputEnd;
    signal.throwIfAborted();
    if (code === 0 && (inputError === undefined || !input)) return;
    // With EPIPE, rclone stopped reading because of its own error. Any other error comes from the input.
    const isOurs = input && inputError instanceof Error && !('code' in inputError && inputError.code === 'EPIPE');
    throw isOurs ? inputError : new RcloneError(sayPlainly(complaint, place.remote), code, inputError);
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
