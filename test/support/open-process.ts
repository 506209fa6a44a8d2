import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Status, TokenPair } from '../../core/http/wire.ts';
import { outputOf } from './child-process.ts';
import { writePhotos } from './pictures.ts';
import { onTerminal } from './on-terminal.ts';
import { photofinch } from './programs.ts';
import { until } from './until.ts';

/** A running `photofinch open`. */
interface Opened {
  readonly child: ChildProcess;
  readonly url: string;
  /** The code of the printed link. */
  readonly code: string;
  output(): string;
}

export const ownAccount = { username: 'anna', password: 'a-password-of-theirs' };

/** A home folder and a folder of photos, with the real `photofinch open`. `remove` deletes everything. */
export class OpenHouse {
  // A short path: with a longer one, the bridge's socket would be elsewhere.
  readonly root = mkdtempSync(join(tmpdir(), 'open-'));
  readonly photos = join(this.root, 'photos');
  readonly home = join(this.root, 'home');

  /** @param count the number of photos. They are an hour old, since the bridge skips recent files. */
  async fill(count: number): Promise<void> {
    mkdirSync(this.home);
    const hourAgo = Date.now() / 1000 - 3600;
    for (const name of await writePhotos(this.photos, count, 640, 480)) {
      utimesSync(join(this.photos, name), hourAgo, hourAgo);
    }
  }

  get #environment(): Record<string, string> {
    const { PATH = '' } = process.env;
    return { PATH, HOME: this.home, WEAK_PASSWORD_HASHES_FOR_TESTS: '1', WORKERS: '1', VALIDATE_ANSWERS: '1' };
  }

  /** Starts it with pipes for all its streams. */
  spawn(args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
    const env = { ...this.#environment, ...environment };
    return spawn(process.execPath, [...photofinch, 'open', ...args], { env, stdio: 'pipe' });
  }

  /** Starts it on a new terminal, which is closed when the returned process ends. */
  spawnOnTerminal(args: readonly string[]): ChildProcessWithoutNullStreams {
    return onTerminal([...photofinch, 'open', ...args], this.#environment);
  }

  /** Runs it in cases where it ends on its own. */
  run(args: readonly string[], environment: Record<string, string> = {}, input = '') {
    const child = this.spawn(args, environment);
    child.stdin?.end(input);
    return outputOf(child);
  }

  /** Resolves once it has printed its link. @throws Error with its output if it ends before that */
  async opened(child: ChildProcess): Promise<Opened> {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
    const link = (): RegExpExecArray | null => /(http:\/\/127\.0\.0\.1:\d+)\/#link=([\w-]+)\s/.exec(output);
    await until(() => {
      if (child.exitCode !== null) throw new Error(`it ended (${child.exitCode}) before it was open:\n${output}`);
      return link() !== null;
    });
    const [, url = '', code = ''] = link() ?? [];
    return { child, url, code, output: () => output };
  }

  open(args: readonly string[] = [this.photos], environment: Record<string, string> = {}): Promise<Opened> {
    return this.opened(this.spawn(args, environment));
  }

  /** Running processes that were started here. They are recognised by the home folder in their environment. */
  left(): number[] {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
      .filter((pid) => told(pid, 'environ').includes(this.home) && !told(pid, 'status').includes('State:\tZ'));
  }

  commandLines(): string[] {
    return this.left().map((pid) => told(pid, 'cmdline'));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function told(pid: number, file: 'environ' | 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Posts JSON like a program. */
export function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Creates the first account with the printed link. */
export async function makeAccount({ url, code }: Opened): Promise<TokenPair> {
  const answer = await post(`${url}/api/setup`, { code, ...ownAccount });
  if (!answer.ok) throw new Error(`no account was made: ${await answer.text()}`);
  return (await answer.json()) as TokenPair;
}

export async function untilRead({ url }: Pick<Opened, 'url'>, photos: number): Promise<void> {
  await until(async () => {
    const status = (await (await fetch(`${url}/api/status`)).json()) as Status;
    return status.photos === photos && status.pending === 0;
  });
}
