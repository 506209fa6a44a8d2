import { symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { RunningBridge } from '../../plugins/bridge-upstream/bridge/main.ts';
import type { ProtonFacesSettings } from '../../plugins/bridge-upstream/bridge/proton-faces/settings.ts';
import { startProtonFaces } from '../../plugins/bridge-upstream/bridge/proton-faces/start.ts';
import {
  defaultTimeLimits,
  type TimeLimits,
} from '../../plugins/bridge-upstream/bridge/proton-faces/wire/time-limits.ts';
import type { HealthAnswer, Node, TimelineAnswer } from '../../plugins/bridge-upstream/contract.ts';
import { askBridge, rigToken, type RigAnswer } from './bridge-rig.ts';
import { ProtonStandIn } from './proton-stand-in.ts';
import { until } from './until.ts';

/** Short enough that tests can wait for them, and long enough for responses on a busy machine. */
const shortLimits: TimeLimits = {
  ...{ ...defaultTimeLimits, health: 3000, idle: 4000, picture: 3000, grace: 300, piece: 4000 },
  ...{ calm: 500, anxious: 100, doubtful: 500 },
};

/** A bridge in this process with a stand-in for a bridge of proton-faces behind it. */
export class ProtonRig {
  readonly upstream = new ProtonStandIn();
  readonly dataDir = join(this.upstream.folder, 'data');
  #bridge: RunningBridge | undefined;
  #port = 0;
  /** Milliseconds that the bridge's clock is ahead. */
  later = 0;
  limits = shortLimits;

  /** @param changed settings that differ from the usual */
  async start(changed: Partial<ProtonFacesSettings> = {}): Promise<this> {
    if (this.upstream.url.endsWith(':0')) await this.upstream.start();
    this.#bridge = await startProtonFaces(
      {
        ...{ origin: this.upstream.url, basePath: '', token: this.upstream.token, workDir: this.upstream.workDir },
        ...{ warnings: [], dataDir: this.dataDir, listen: { host: '127.0.0.1', port: 0 } },
        ...{ ownToken: rigToken, scanInterval: 3600, largestPicture: 2 ** 20, videoSpace: 2 ** 21, logLevel: 'silent' },
        ...changed,
      },
      { limits: this.limits, clock: () => Date.now() + this.later },
    );
    this.#port = Number(new URL(this.#bridge.url).port);
    return this;
  }

  /** Starts the bridge, and waits until it is ready and has read the library. */
  async ready(changed: Partial<ProtonFacesSettings> = {}): Promise<this> {
    await this.start(changed);
    await until(async () => (await this.health()).state === 'ready');
    return this;
  }

  /** Ends only the bridge. */
  async stop(): Promise<void> {
    await this.#bridge?.stop();
    this.#bridge = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.upstream.close();
  }

  /** The URL of the bridge. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RigAnswer> {
    return askBridge({ port: this.#port }, `/v1${path}`, { headers, method });
  }

  async health(): Promise<HealthAnswer> {
    return (await this.get('/health')).json as unknown as HealthAnswer;
  }

  /** The names of photos in the timeline. */
  async names(): Promise<string[]> {
    const { items } = (await this.get('/timeline?limit=1000')).json as unknown as TimelineAnswer;
    const nodes = await Promise.all(items.map(({ uid }) => this.get(`/nodes/${uid}`)));
    return nodes.map(({ json }) => String(json['name'])).sort();
  }

  async node(path: string): Promise<Node> {
    return (await this.get(`/nodes/${this.upstream.library.of(path).uid}`)).json as unknown as Node;
  }

  full(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RigAnswer> {
    return this.get(`/photos/${this.upstream.library.of(path).uid}/full`, headers, method);
  }

  /** Makes the bridge read the library now, and waits for nothing. */
  wake(): void {
    this.#bridge?.wake();
  }

  /** Makes the bridge read this many lists, one after the other, and waits until each is processed. */
  async list(times = 1): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      const before = this.upstream.asked(/ \/timeline\/ids$/);
      this.wake();
      await until(() => this.upstream.asked(/ \/timeline\/ids$/) > before);
      await until(async () => (await this.health()).state !== 'scanning');
    }
  }

  /** Requests a photo, and disconnects before it is complete. */
  leave(path: string, isBackground: boolean): Promise<void> {
    return new Promise((resolve) => {
      const request = httpRequest({
        ...{ port: this.#port, path: `/v1/photos/${this.upstream.library.of(path).uid}/full` },
        headers: { authorization: `Bearer ${rigToken}`, ...(isBackground && { priority: 'u=6' }) },
      });
      request.on('error', () => undefined).on('close', resolve);
      request.end();
      setTimeout(() => request.destroy(), 30);
    });
  }

  /** Writes an invalid file into the folder of thumbnails. */
  plant(uid: string, what: 'link' | 'half' | 'text'): void {
    const path = join(this.upstream.workDir, `${uid}.webp`);
    const secret = join(this.upstream.folder, 'secret.jpg');
    writeFileSync(secret, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]));
    if (what === 'link') symlinkSync(secret, path);
    else writeFileSync(path, what === 'half' ? Buffer.from([0xff, 0xd8, 0xff, 0xe0]) : 'this is no picture');
  }
}
