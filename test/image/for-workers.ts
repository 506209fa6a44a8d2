import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type Podman } from './podman.ts';

const deploy = 'docs/deploy';

/**
 * Makes a folder with the compose file, for workers: runs the commands in its comments, which make the passwords, and
 * switches on the settings that it names.
 * @returns the path of the file
 */
export async function composeFileForWorkers(folder: string): Promise<string> {
  mkdirSync(folder);
  const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
  const [, comment = ''] = /In this folder, as root:\n([^]*?) +# Then switch on/.exec(text) ?? [];
  const commands = comment.replaceAll(/^ *# {3}/gm, '');
  const named = /# (PLUGINS: ml-nats|ML_NATS_\w+: .*|secrets: \[unlock-key, .*)$/gm;
  const switchedOn = text
    .replaceAll(named, '$1')
    .replace('secrets: [unlock-key, nats-server-password]', 'secrets: [nats-server-password]')
    .replace(/^# ( +nats-server-password:)\n# /m, '$1\n');
  writeFileSync(join(folder, 'compose.yaml'), switchedOn);
  copyFileSync(join(deploy, 'nats.conf'), join(folder, 'nats.conf'));
  await run('sh', ['-euc', `cd ${folder}\n${commands}`]);
  return join(folder, 'compose.yaml');
}

/**
 * Gets the image of NATS: the real one if its registry can be reached, otherwise a replacement under the same name, made of
 * our image and Debian's package.
 * @returns a description of it; null if there is neither
 */
export async function getNats(podman: Podman, name: string): Promise<string | null> {
  try {
    await podman.call('pull', '--quiet', `docker.io/library/${name}`);
    return `the real ${name}`;
  } catch {
    const [program = ''] = spawnSync('which', ['nats-server'], { encoding: 'utf8' }).stdout.split('\n');
    if (program === '') return null;
    const folder = join(podman.folder, 'nats');
    mkdirSync(folder);
    copyFileSync(program, join(folder, 'nats-server'));
    const lines = ['FROM photofinch', 'USER root', 'COPY nats-server /usr/local/bin/', 'HEALTHCHECK NONE'];
    const command = 'CMD ["nats-server", "--config", "/etc/nats/nats-server.conf"]';
    writeFileSync(join(folder, 'Dockerfile'), [...lines, command, ''].join('\n'));
    await podman.call('build', '--pull=never', '--format', 'docker', '--isolation', 'chroot', '--tag', name, folder);
    return `in place of ${name}: Debian's nats-server`;
  }
}
