import type { Role } from '../../core/domain/roles.ts';
import type { Albums, FaceList, People, PhotoList, Trips } from '../../core/http/wire.ts';
import { inject } from '../../core/compose/inject.ts';
import { startTestApp, type TestApp } from './app.ts';
import type { GoodValues } from './fuzz-good-values.ts';
import { demoIsGrouped } from './indexed-demo.ts';
import { operations, type Operation } from './openapi-operations.ts';
import { until } from './until.ts';

const password = 'a-password-of-theirs';

/** The demo library with its people, in this process, and users of every role, whom no request may change. */
export class FuzzHouse {
  readonly app: TestApp;
  /** By method and path. */
  readonly operations: ReadonlyMap<string, Operation>;
  readonly #sessions = new Map<Role, { readonly accessToken: string; readonly refreshToken: string }>();
  #good: GoodValues = {};
  #ids: Record<string, GoodValues> = {};
  #users = 0;

  private constructor(app: TestApp, all: readonly Operation[]) {
    this.app = app;
    this.operations = new Map(all.map((one) => [`${one.method} ${one.template}`, one]));
  }

  static async start(): Promise<FuzzHouse> {
    const app = await startTestApp({ environment: { DEMO: '1', CLUSTER_INTERVAL: '1', SYNC_INTERVAL: '3600' } });
    const house = new FuzzHouse(app, await operations(app));
    // Not the demo's own accounts: their ids are small numbers, which requests may hit by chance.
    for (const role of ['read', 'write', 'admin'] as const) {
      await app.container.resolve(inject.accounts).add({ username: `caller-${role}`, password, role });
      await house.#signIn(role);
    }
    await until(() => demoIsGrouped((path) => house.json(path)));
    await house.#gather();
    return house;
  }

  stop(): Promise<void> {
    return this.app.stop();
  }

  token(role: Role): string {
    return this.#sessions.get(role)?.accessToken ?? '';
  }

  /** Signs in again after a sign-out, which ends the whole session. */
  async renew(role: Role): Promise<void> {
    try {
      this.app.container.resolve(inject.sessions).authenticate(this.token(role));
    } catch {
      await this.#signIn(role);
    }
  }

  async #signIn(role: Role): Promise<void> {
    const client = { address: '192.0.2.1', userAgent: undefined };
    const outcome = await this.app.container.resolve(inject.sessions).login(`caller-${role}`, password, client);
    if (!('accessToken' in outcome)) throw new Error('a caller has a second factor');
    this.#sessions.set(role, outcome);
  }

  async json<T>(url: string): Promise<T> {
    const answer = await this.app.call('GET', url, { headers: { authorization: `Bearer ${this.token('admin')}` } });
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.payload}`);
    return JSON.parse(answer.payload) as T;
  }

  async #gather(): Promise<void> {
    const [first, second] = (await this.json<People>('/api/people')).people.map(({ id }) => id);
    const uid = (await this.json<PhotoList>('/api/photos')).photos[0]?.uid ?? '';
    const face = (await this.json<FaceList>(`/api/people/${first ?? 0}/faces`)).faces[0]?.id;
    const trip = (await this.json<Trips>('/api/trips')).trips[0]?.id;
    const album = (await this.json<Albums>('/api/albums')).albums[0]?.uid;
    this.#good = {
      ...{ uid, album_uid: album, path: `/api/photos/${uid}/thumb`, q: 'vienna', bbox: '-10,40,20,60', zoom: 3 },
      ...{ src: second, target_id: first, person_id: first, person: first, a: first, b: second, face_id: face },
      ...{ face_ids: [face], rejected: false, photos: [uid, 'another'], stacks: [1] },
      ...{ trip, ids: [trip, second], start: '2023-08-14', end: '2023-08-15', cover: uid, step: 1 },
      ...{ month: 11, day: 20, keep: 7, hour: 3, minute: 30, role: 'read' },
      ...{ password, current_password: password, new_password: password, username: 'caller-read' },
    };
    this.#ids = { people: { id: first }, faces: { id: face }, trips: { id: trip, day: '2023-08-15' } };
  }

  /** Ids for requests of a kind: of a photo, a person or a face. For users, the id of a spare one. */
  valuesFor({ template }: Operation): GoodValues {
    const [, , area = '', of] = template.split('/');
    if (area === 'admin' && of === 'users') return { ...this.#good, ...this.#spareUser() };
    return { ...this.#good, ...this.#ids[area] };
  }

  #spareUser(): { id: number; username: string } {
    const username = `spare-${(this.#users += 1)}`;
    const { lastInsertRowid: id } = this.app.container
      .resolve(inject.db)
      .prepare(
        `INSERT INTO users (username, display_name, role, password_hash, created_at)
         VALUES (:username, :username, 'read', '!', 0)`,
      )
      .run({ username });
    return { id: Number(id), username: `${username}-new` };
  }
}
