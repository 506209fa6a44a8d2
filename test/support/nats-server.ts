import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess } from './child-process.ts';
import { skip } from './skip.ts';
import { until } from './until.ts';

const installed = spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** Skips the tests that call it in `before` if Debian's `nats-server` is not installed, with a note. */
export function needNats(context: Mocha.Context): void {
  if (!installed) skip(context, 'nats-server is not installed');
}

/** The real nats-server with JetStream in a folder, on a port that stays the same after a restart. */
export class NatsServer {
  readonly #folder: string;
  readonly #more: string;
  #child: ChildProcess | undefined;
  #port = -1;

  private constructor(folder: string, more: string) {
    this.#folder = folder;
    this.#more = more;
  }

  /** @param more further lines of its configuration, such as accounts */
  static async start(folder: string, more = ''): Promise<NatsServer> {
    const server = new NatsServer(folder, more);
    mkdirSync(join(folder, 'ports'), { recursive: true });
    await server.startAgain();
    return server;
  }

  get address(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  /** The folder of JetStream's files. */
  get store(): string {
    return join(this.#folder, 'store');
  }

  async startAgain(): Promise<void> {
    const ports = join(this.#folder, 'ports');
    for (const name of readdirSync(ports)) rmSync(join(ports, name));
    const configuration = join(this.#folder, 'nats.conf');
    const lines = [
      `listen: 127.0.0.1:${this.#port}`,
      `ports_file_dir: ${JSON.stringify(ports)}`,
      `jetstream { store_dir: ${JSON.stringify(this.store)} }`,
      this.#more,
    ];
    writeFileSync(configuration, lines.join('\n'));
    const child = spawn('nats-server', ['-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
    const textOfPorts = (): string =>
      readdirSync(ports)
        .map((name) => readFileSync(join(ports, name), 'utf8'))
        .join('');
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    this.#child = child;
    await until(() => {
      if (child.exitCode !== null) throw new Error(`nats-server ended:\n${output}`);
      // The file may still be incomplete; it ends with a brace.
      return output.includes('Server is ready') && textOfPorts().trimEnd().endsWith('}');
    });
    const { nats } = JSON.parse(textOfPorts()) as { nats: string[] };
    this.#port = Number(new URL(nats[0] ?? '').port);
  }

  async kill(): Promise<void> {
    if (this.#child) await endProcess(this.#child, 'SIGKILL');
  }
}
