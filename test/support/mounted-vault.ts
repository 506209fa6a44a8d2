import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

const answers = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Whether the real gocryptfs is installed and may mount. */
export const gocryptfsMounts =
  existsSync('/dev/fuse') && answers('gocryptfs', '-version') && answers('fusermount3', '-V');

/** A vault of the real gocryptfs, with its mount point. */
export class MountedVault {
  readonly password = 'photofinch test password';
  readonly mountedAt: string;
  readonly #cipherFolder: string;

  /**
   * Creates the vault. Scrypt has the lowest cost that gocryptfs allows, since the password protects nothing.
   * @param flags of `gocryptfs -init`
   */
  constructor(cipherFolder: string, mountedAt: string, flags: readonly string[] = []) {
    this.#cipherFolder = cipherFolder;
    this.mountedAt = mountedAt;
    mkdirSync(cipherFolder, { recursive: true });
    mkdirSync(mountedAt, { recursive: true });
    this.#gocryptfs(['-init', '-q', '-scryptn', '10', ...flags, cipherFolder]);
  }

  /** Writes to the vault through its mount. */
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

  /** Unmounts lazily, so that it also works while files are being read. Does nothing if it is not mounted. */
  unmount(): void {
    spawnSync('fusermount3', ['-u', '-z', this.mountedAt], { stdio: 'ignore' });
  }

  changePassword(password: string): void {
    this.#gocryptfs(['-passwd', '-q', '-scryptn', '10', this.#cipherFolder], `${this.password}\n${password}\n`);
  }

  #gocryptfs(args: readonly string[], input = `${this.password}\n`): void {
    // The process that serves the mount would keep its output open.
    execFileSync('gocryptfs', args, { input, stdio: ['pipe', 'ignore', 'ignore'] });
  }
}
