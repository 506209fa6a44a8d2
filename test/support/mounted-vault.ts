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

  /**
   * Makes the vault. Scrypt is as cheap as gocryptfs lets it be, since the password protects nothing.
   * @param flags of `gocryptfs -init`
   */
  constructor(cipherFolder: string, mountedAt: string, flags: readonly string[] = []) {
    this.#cipherFolder = cipherFolder;
    this.mountedAt = mountedAt;
    mkdirSync(cipherFolder, { recursive: true });
    mkdirSync(mountedAt, { recursive: true });
    this.#gocryptfs(['-init', '-q', '-scryptn', '10', ...flags, cipherFolder]);
  }

  /** Writes into the vault through its mount. */
  fill(write: (folder: string) => Promise<unknown>): Promise<void> {
    this.mount();
    return write(this.mountedAt).then(
      () => {
        this.unmount();
      },
      (error: unknown) => {
        this.unmount();
        throw error;
      },
    );
  }

  mount(): void {
    this.#gocryptfs(['-q', '-nosyslog', this.#cipherFolder, this.mountedAt]);
  }

  /** Lazily: also while somebody reads in it, as a vault is closed on people. Does nothing when it is not mounted. */
  unmount(): void {
    spawnSync('fusermount3', ['-u', '-z', this.mountedAt], { stdio: 'ignore' });
  }

  changePassword(password: string): void {
    this.#gocryptfs(['-passwd', '-q', '-scryptn', '10', this.#cipherFolder], `${this.password}\n${password}\n`);
  }

  #gocryptfs(args: readonly string[], input = `${this.password}\n`): void {
    // Its output would be kept open by the process that goes on serving the mount.
    execFileSync('gocryptfs', args, { input, stdio: ['pipe', 'ignore', 'ignore'] });
  }
}
