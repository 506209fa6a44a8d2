import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { childEnvironment } from 'photofinch/plugin-api/toolkit';

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

/**
 * Runs rclone to its end. It sees none of the server's secrets.
 * @param config of remotes; rclone's usual file when absent
 * @throws RcloneError, the reason of the signal, or what `input` fails with
 */
export async function runRclone(
  args: readonly string[],
  config: string | undefined,
  { signal, input, onOutput }: RunOptions,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn('rclone', [...always, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: childEnvironment(config === undefined ? {} : { RCLONE_CONFIG: config }),
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
    throw isOurs ? unread : new RcloneError(plainly(complaint), code, unread);
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

/** The last thing that rclone said, without the time and its levels. */
function plainly(complaint: string): string {
  const last = complaint.trim().split('\n').at(-1) ?? '';
  const said = last.replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\s*/, '').replace(/^(ERROR|CRITICAL|NOTICE)\s*:\s*/, '');
  return said ? `rclone says: ${said}` : 'rclone was ended';
}
