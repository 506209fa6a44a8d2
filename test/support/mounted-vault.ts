import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

const answers = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Whether the real gocryptfs is here and may mount. */
export const gocryptfsMounts =
  existsSync('/dev/fuse') && answers('gocryptfs', '-version') && answers('fusermount3', '-V');

/** A vault of the real gocryptfs, with the place that it is mounted on. */
export class MountedVault {
  readonly password = 'photofinch test password';
  readonly mountedAt: string;
  readonly #cipherFolder: string;

  /** Makes the vault. Scrypt is as cheap as gocryptfs lets it be, since the password protects nothing. */
  constructor(cipherFolder: string, mountedAt: string) {
    this.#cipherFolder = cipherFolder;
    this.mountedAt = mountedAt;
    mkdirSync(cipherFolder, { recursive: true });
    mkdirSync(mountedAt, { recursive: true });
    this.#gocryptfs(['-init', '-q', '-scryptn', '10', cipherFolder]);
  }

  mount(): void {
    this.#gocryptfs(['-q', '-nosyslog', this.#cipherFolder, this.mountedAt]);
  }

  /** Lazily: also while somebody reads in it, as a vault is closed on people. */
  unmount(): void {
    execFileSync('fusermount3', ['-u', '-z', this.mountedAt], { stdio: 'ignore' });
  }

  #gocryptfs(args: readonly string[]): void {
    // Its output would be kept open by the process that goes on serving the mount.
    execFileSync('gocryptfs', args, { input: `${this.password}\n`, stdio: ['pipe', 'ignore', 'ignore'] });
  }
}
