import type { BackupTarget, KeptSnapshot, OfferedSnapshot } from 'photofinch/plugin-api';
import { RemoteFolder } from './remote-folder.ts';
import type { RemoteSettings } from './remote-settings.ts';

type Options = Parameters<BackupTarget['keep']>[1];

/** Copies in the folder that the settings name. */
export class RemoteTarget implements BackupTarget {
  readonly #settings: () => RemoteSettings;

  /** @param settings returns the current settings; throws for invalid ones */
  constructor(settings: () => RemoteSettings) {
    this.#settings = settings;
  }

  isReady(): boolean {
    try {
      return this.#settings().remote !== undefined;
    } catch {
      // The next copy fails, and reports the reason.
      return true;
    }
  }

  place(): string {
    const { remote, config } = this.#settings();
    return JSON.stringify([remote, config]);
  }

  async keep(snapshot: OfferedSnapshot, options: Options): Promise<void> {
    await this.#folder().keep(snapshot, options);
  }

  async list(options: { signal: AbortSignal }): Promise<KeptSnapshot[]> {
    return this.#folder().list(options);
  }

  async remove(name: string, options: { signal: AbortSignal }): Promise<void> {
    await this.#folder().remove(name, options);
  }

  /** The folder of now, in which a call ends: the settings may change in the middle of it. */
  #folder(): RemoteFolder {
    const { remote, config, keep } = this.#settings();
    if (remote === undefined) throw new Error('No remote is set: set REMOTE on the page of plugins');
    return new RemoteFolder({ remote, config }, keep);
  }
}
