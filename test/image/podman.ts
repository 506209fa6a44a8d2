import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program. @returns its output @throws Error with the end of its output if it fails */
export async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 });
    return stdout.trim();
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const words = `${stdout}\n${stderr}`.trim().slice(-4000);
    throw new Error(`${program} ${args.slice(-3).join(' ')} failed:\n${words}`, { cause: error });
  }
}

/** Podman with its own images, containers, volumes and networks in one folder, all of which `end` removes. */
export class Podman {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-image-'));
  readonly #options: readonly string[];

  constructor() {
    // Podman would raise these limits, which not every root user may.
    writeFileSync(join(this.folder, 'containers.conf'), '[containers]\ndefault_ulimits = []\n');
    this.#options = [
      ...['--root', join(this.folder, 'store'), '--runroot', join(this.folder, 'run')],
      ...['--network-config-dir', join(this.folder, 'networks'), '--cgroup-manager', 'cgroupfs'],
      // crun, the default, does not support a mixture of both versions of control groups.
      ...(existsSync('/usr/sbin/runc') ? ['--runtime', 'runc'] : []),
    ];
  }

  /** Runs one command of Podman. @throws Error with the end of its output if it fails */
  async call(...args: readonly string[]): Promise<string> {
    return run('podman', [...this.#options, ...args], { CONTAINERS_CONF: join(this.folder, 'containers.conf') });
  }

  /** The exit code of a container's health check. */
  async health(container: string): Promise<'healthy' | 'unhealthy'> {
    return this.call('healthcheck', 'run', container).then(
      () => 'healthy',
      () => 'unhealthy',
    );
  }

  /** Runs a script with `node` in a container. @returns the JSON that it prints */
  async ask(container: string, script: string, user?: string): Promise<unknown> {
    const as = user === undefined ? [] : ['--user', user];
    return JSON.parse(await this.call('exec', ...as, container, 'node', '--eval', script));
  }

  /** Imports an image from its files. */
  async take(files: string, name: string, settings: readonly string[]): Promise<void> {
    const archive = join(this.folder, 'base.tar');
    await run('tar', ['-C', files, '-cf', archive, '.']);
    await this.call('import', ...settings.flatMap((setting) => ['--change', setting]), archive, name);
    rmSync(archive);
  }

  async end(): Promise<void> {
    for (const what of ['container', 'volume', 'network']) {
      await this.call(what, 'ls', '--quiet', ...(what === 'container' ? ['--all'] : []))
        .then((names) => names.split('\n').filter((name) => name !== '' && name !== 'podman'))
        .then((names) => (names.length > 0 ? this.call(what, 'rm', '--force', ...names) : ''));
    }
    await this.call('rmi', '--all', '--force');
    await run('umount', [join(this.folder, 'store/overlay')]).catch(() => '');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
