import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeHostOfShipped as fakeHost, type FakeHost } from '../../core/plugin-api/fake-host/fake-host.ts';
import type { ChangeEvent, PhotoSource, SourceNode } from '../../core/plugin-api/index.ts';
import plugin from '../../plugins/takeout-source/index.ts';
import type { TakeoutSource } from '../../plugins/takeout-source/takeout-source.ts';
import { TakeoutExport } from './takeout-export.ts';

const signal = new AbortController().signal;

/** An export that tests write, and the plugin that reads it. */
export class TakeoutHouse {
  readonly folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  readonly export = new TakeoutExport(join(this.folder, 'export'));
  fake: FakeHost | undefined;
  source!: PhotoSource;

  async start(): Promise<this> {
    this.fake = await fakeHost(plugin, {
      environment: { TAKEOUT_DIR: this.export.root },
      serverDataDir: join(this.folder, 'data'),
    });
    const source = this.fake.provided('photo-source') as PhotoSource & Pick<TakeoutSource, 'patience'>;
    // Even on a busy machine, lists wait for the scan of a test's few files.
    source.patience = 120_000;
    this.source = source;
    return this;
  }

  async restart(): Promise<void> {
    await this.fake?.stop();
    await this.start();
  }

  async nodes(): Promise<Map<string, SourceNode>> {
    const { items } = await this.source.timeline({ cursor: null, limit: 1000, signal });
    const { nodes } = await this.source.nodes(
      items.map(({ uid }) => uid),
      { signal },
    );
    return new Map(nodes.map((node) => [node.name, node]));
  }

  async albums(): Promise<Record<string, string[]>> {
    const names = new Map([...(await this.nodes()).values()].map(({ uid, name }) => [uid, name]));
    const { albums } = await this.source.albums({ cursor: null, limit: 100, signal });
    const found = albums.map(async ({ uid, name }) => {
      const { items } = await this.source.albumPhotos(uid, { cursor: null, limit: 100, signal });
      return [name, items.map((item) => names.get(item.uid) ?? '').sort()] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  async end(): Promise<string> {
    return (await this.source.timeline({ cursor: null, limit: 1, signal })).changesCursor;
  }

  async changes(since: string): Promise<ChangeEvent[]> {
    return [...(await this.source.changes({ since, limit: 1000, signal })).events];
  }

  async close(): Promise<void> {
    await this.fake?.stop();
    rmSync(this.folder, { recursive: true });
  }
}
