import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RcloneCryptSettings } from '../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';
import { rcloneVaults, vaultsFolder } from './fixture-vaults.ts';
import { MountedVault } from './mounted-vault.ts';
import { Rclone } from './rclone.ts';

/** A store as its owner sees it, who adds to it and tidies it up. Paths are plain and have slashes. */
export interface EditedStore {
  /** How a bridge is told to read it. */
  readonly environment: Record<string, string>;
  put(path: string, bytes: Buffer): void;
  /** Moves a file, or a folder with all in it. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  close(): void;
}

/** Files that have rested since: a bridge leaves those alone that may still be growing. */
export const longAgo = new Date('2024-03-02T12:00:00Z');

/** Copies a vault that is kept with the tests; its files have rested. */
export function copyRestedVault(folder: string, root: string): void {
  cpSync(join(vaultsFolder, folder), root, { recursive: true });
  for (const path of filesWithin(root)) utimesSync(path, longAgo, longAgo);
}

export class EditedFolder implements EditedStore {
  readonly root: string;
  readonly environment: Record<string, string>;

  constructor(root: string, environment: Record<string, string> = { BRIDGE_DRIVER: 'folder', BRIDGE_STORE: root }) {
    this.root = root;
    this.environment = environment;
    mkdirSync(root, { recursive: true });
  }

  put(path: string, bytes: Buffer): void {
    const target = join(this.root, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bytes);
    utimesSync(target, longAgo, longAgo);
  }

  rename(from: string, to: string): void {
    mkdirSync(dirname(join(this.root, to)), { recursive: true });
    renameSync(join(this.root, from), join(this.root, to));
  }

  remove(path: string): void {
    rmSync(join(this.root, path));
  }

  close(): void {
    // The folder goes with the one that it lies in.
  }
}

/** The vault that is kept with the tests, in a copy, changed through the real rclone: it is read where rclone is missing. */
export class EditedRcloneVault implements EditedStore {
  readonly root: string;
  readonly environment: Record<string, string>;
  readonly #settings: RcloneCryptSettings;
  /** How often each path was written. */
  readonly #writes = new Map<string, number>();

  constructor(root: string) {
    const { settings } = rcloneVaults['rclone-standard'] as { settings: RcloneCryptSettings };
    this.root = root;
    copyRestedVault('rclone-standard', root);
    this.#settings = settings;
    this.environment = {
      BRIDGE_DRIVER: 'rclone-crypt',
      BRIDGE_STORE: root,
      RCLONE_CRYPT_PASSWORD: settings.password,
      RCLONE_CRYPT_PASSWORD2: settings.salt ?? '',
    };
  }

  put(path: string, bytes: Buffer): void {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const plain = join(folder, 'plain');
    writeFileSync(plain, bytes);
    // Through a mount of rclone, size and time are all that tells a replaced file from the one before.
    const writes = this.#writes.get(path) ?? 0;
    this.#writes.set(path, writes + 1);
    const time = longAgo.getTime() / 1000 + writes;
    utimesSync(plain, time, time);
    this.#run(['copyto', '--ignore-times', plain, `vault:${path}`]);
    rmSync(folder, { recursive: true });
  }

  rename(from: string, to: string): void {
    this.#run(['moveto', `vault:${from}`, `vault:${to}`]);
  }

  remove(path: string): void {
    this.#run(['deletefile', `vault:${path}`]);
  }

  close(): void {
    // Rclone leaves nothing running.
  }

  #run(args: readonly string[]): void {
    new Rclone(this.root, this.#settings).run(args);
  }
}

/** A vault that the real gocryptfs makes, changed through its mount. Its encrypted folder is what the bridge reads. */
export class EditedGocryptfsVault extends EditedFolder {
  readonly vault: MountedVault;

  constructor(root: string) {
    const vault = new MountedVault(root, `${root}-mounted`);
    vault.mount();
    super(vault.mountedAt, {
      BRIDGE_DRIVER: 'gocryptfs',
      BRIDGE_STORE: root,
      GOCRYPTFS_PASSWORD: vault.password,
    });
    this.vault = vault;
  }

  override close(): void {
    this.vault.unmount();
  }
}

function filesWithin(folder: string): string[] {
  return execFileSync('find', [folder, '-type', 'f', '-print0'], { encoding: 'utf8' }).split('\0').filter(Boolean);
}
