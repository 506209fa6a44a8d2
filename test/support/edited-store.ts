import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RcloneCryptSettings } from '../../plugins/bridge-upstream/bridge/drivers/rclone-crypt.ts';
import { rcloneVaults, vaultsFolder } from './fixture-vaults.ts';
import { MountedVault } from './mounted-vault.ts';
import { Rclone } from './rclone.ts';

/** A store as its owner sees it: they add, move and remove files. Paths are unencrypted and use slashes. */
export interface EditedStore {
  /** The environment with which a bridge reads it. */
  readonly environment: Record<string, string>;
  put(path: string, bytes: Buffer): void;
  /** Moves a file, or a folder with its content. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  close(): void;
}

/** The time of files that have not changed for long: a bridge skips recent ones, which may still be growing. */
export const longAgo = new Date('2024-03-02T12:00:00Z');

/** Copies a vault from the fixtures, with old file times. */
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
    // The folder is deleted with its parent.
  }
}

/** A copy of the vault from the fixtures, changed with the real rclone. The bridge reads it without rclone. */
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
    // Through a mount of rclone, only size and time distinguish a replaced file from the previous one.
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
    // Rclone leaves no processes running.
  }

  #run(args: readonly string[]): void {
    new Rclone(this.root, this.#settings).run(args);
  }
}

/** A vault that the real gocryptfs creates, changed through its mount. The bridge reads the encrypted folder. */
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
