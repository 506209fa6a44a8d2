import { execFileSync, spawnSync } from 'node:child_process';
import type { RcloneCryptSettings } from '../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';

/** Whether the real rclone is installed. */
export const rcloneInstalled = spawnSync('rclone', ['version'], { stdio: 'ignore' }).status === 0;

/** The real rclone with one crypt remote, `vault:`, over a folder, independent of the user's own configuration. */
export class Rclone {
  readonly #env: NodeJS.ProcessEnv;

  constructor(root: string, settings: RcloneCryptSettings) {
    this.#env = { ...process.env, ...remoteInEnvironment(root, settings) };
  }

  /** Copies an unencrypted folder into the store. */
  encrypt(plainFolder: string): void {
    this.run(['copy', plainFolder, 'vault:']);
  }

  /** Runs `rclone` with `args`. @returns its output */
  run(args: readonly string[], input?: string): string {
    return runRclone(args, this.#env, input);
  }
}

const obscured = new Map<string, string>();

/** A password as `rclone obscure` writes it into a configuration. The result is cached. */
export function obscure(password: string): string {
  const answer = obscured.get(password) ?? runRclone(['obscure', '-'], process.env, password).trim();
  obscured.set(password, answer);
  return answer;
}

function remoteInEnvironment(root: string, settings: RcloneCryptSettings): Record<string, string> {
  const options: Record<string, string | undefined> = {
    type: 'crypt',
    remote: root,
    password: obscure(settings.password),
    password2: settings.salt ? obscure(settings.salt) : undefined,
    filename_encryption: settings.fileNameEncryption,
    directory_name_encryption: settings.directoryNameEncryption?.toString(),
    filename_encoding: settings.fileNameEncoding,
    suffix: settings.suffix,
    no_data_encryption: settings.noDataEncryption?.toString(),
  };
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(given.map(([name, value]) => [`RCLONE_CONFIG_VAULT_${name.toUpperCase()}`, value]));
}

function runRclone(args: readonly string[], env: NodeJS.ProcessEnv, input?: string): string {
  return execFileSync('rclone', ['--config', '', ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  });
}
