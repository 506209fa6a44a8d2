import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { join } from 'node:path';
import { run, type Podman } from './podman.ts';

/** The base image of the Dockerfile: `node:22-bookworm-slim`. */
export function baseOf(dockerfile: string): { name: string; node: string; debian: string } {
  const [, name = '', node = '', debian = ''] =
    /^FROM (node:(\d+)-(\w+)-slim)$/m.exec(readFileSync(dockerfile, 'utf8')) ?? [];
  if (!name) throw new Error(`${dockerfile} builds on something else than an image of Node: say here what it takes`);
  return { name, node, debian };
}

/**
 * Gets the base image of the Dockerfile: the real one if its registry can be reached, otherwise a replacement under the same
 * name, made of Debian's packages and Node from the npm registry.
 * @returns a description of it
 */
export async function getBase(podman: Podman, { name, node, debian }: ReturnType<typeof baseOf>): Promise<string> {
  const whole = `docker.io/library/${name}`;
  try {
    await podman.call('pull', '--quiet', whole);
    return `the real ${name}`;
  } catch {
    const files = join(podman.folder, 'base');
    await run('debootstrap', ['--variant=minbase', debian, files]);
    await addNode(podman.folder, files, node);
    await podman.take(files, whole, [
      'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'ENV NODE_EXTRA_CA_CERTS=/usr/local/etc/authorities.pem',
    ]);
    await run('rm', ['-rf', '--one-file-system', files]);
    return `in place of ${name} (its registry cannot be reached): debootstrap and node-linux-${process.arch}@${node}`;
  }
}

/** Adds what the real image has: Node and npm in /usr/local, and the user `node`, 1000:1000. */
async function addNode(work: string, files: string, node: string): Promise<void> {
  const local = join(files, 'usr/local');
  const packed = `node-linux-${process.arch}@${node}`;
  const archive = (await run('npm', ['pack', '--silent', '--pack-destination', work, packed])).split('\n').at(-1) ?? '';
  await run('tar', ['-C', join(local, 'bin'), '--strip-components=2', '-xzf', join(work, archive), 'package/bin/node']);
  chmodSync(join(local, 'bin/node'), 0o755);
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  const ownNpm = join(await run('npm', ['root', '--global']), 'npm');
  await run('cp', ['--recursive', '--dereference', ownNpm, join(local, 'lib/node_modules/npm')]);
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  trustAsThisMachine(local);
  await run('chroot', [files, 'groupadd', '--gid', '1000', 'node']);
  await run('chroot', [files, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node']);
}

/** Uses the npm registry of this machine, which may be another one with its own certificate authorities. */
function trustAsThisMachine(local: string): void {
  mkdirSync(join(local, 'etc'), { recursive: true });
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  writeFileSync(
    join(local, 'etc/npmrc'),
    `registry=${registry}\ncafile=/usr/local/etc/authorities.pem\nupdate-notifier=false\n`,
  );
  const authorities = join(local, 'etc/authorities.pem');
  const own = process.env['NODE_EXTRA_CA_CERTS'];
  if (own) copyFileSync(own, authorities);
  else writeFileSync(authorities, rootCertificates.join('\n'));
}
