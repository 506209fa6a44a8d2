import { generateSync } from 'otplib';
import type { Album, Faces, NewShare, People, TokenPair, TwoFactorEnrolment } from '../../core/http/wire.ts';

/** The password of all accounts that the screenshots need beside those of the demo. */
export const password = 'a long enough password';

/** A user who signs in with two-factor authentication. */
export const withCodes = 'grandma';
/** A user who sets up two-factor authentication again for each look. */
export const withoutCodes = 'lia';

const portraits = {
  'demo-studio-amara.jpg': 'Amara',
  'demo-studio-ravi.jpg': 'Ravi',
  'demo-studio-jonas.jpg': 'Jonas',
  'demo-studio-mara.jpg': 'Mara',
  'demo-studio-kenji.jpg': 'Kenji',
  'demo-studio-ines.jpg': 'Ines',
  'demo-studio-omar.jpg': 'Omar',
};

/** Names that test the layout. */
const unusualNames: Record<string, string> = {
  'demo-studio-omar.jpg': 'عمر بن عبد العزيز',
  'demo-studio-mara.jpg': 'Maria Magdalena Freifrau von Hohenlohe-Waldenburg-Schillingsfürst',
};

const favorites = ['snow-kenji-lia', 'beach-trio', 'city-couple', 'balloons', 'studio-friends', 'family-meadow'];
const tags: Record<string, readonly string[]> = {
  'Summer holiday': ['beach-trio', 'couple-beach', 'beach-kenji', 'beach-ines-omar', 'beach-amara-ravi'],
  Christmas: ['snow-kenji-lia', 'snow-amara', 'portrait-snow'],
  'Grandma’s birthday': ['table-family', 'table-friends'],
  Zusammengehörigkeitsgefühl: ['studio-family', 'studio-friends'],
};
/** Photos whose faces are made unassigned. */
const unassigned = ['beach-kenji', 'park-lia', 'snow-amara', 'city-ravi', 'park-mara', 'portrait-snow'];

/** The demo library with changes that a family would make, through the API as any client. */
export class LivelyLibrary {
  readonly #url: string;
  readonly #token: string;
  #share = '';

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** @param plain leaves out the names that test the layout */
  static async make(url: string, plain: boolean): Promise<LivelyLibrary> {
    const { access_token: token } = await ask<TokenPair>(url, 'POST', '/api/auth/login', {
      body: { username: 'admin', password: 'admin-demo' },
    });
    const library = new LivelyLibrary(url, token);
    await library.#grouped();
    await library.#people(plain ? {} : unusualNames);
    await library.#photos();
    if (!plain) await library.#server();
    return library;
  }

  /** The path of a share link. */
  get share(): string {
    return this.#share;
  }

  /** Removes a user's second factor, so that the password alone signs them in again. */
  async dropSecondFactor(username: string): Promise<void> {
    const { users } = await this.#ask<{ users: { id: number; username: string }[] }>('GET', '/api/admin/users');
    const id = users.find((user) => user.username === username)?.id;
    await this.#ask('DELETE', `/api/admin/users/${id}/2fa`);
  }

  /** Faces are grouped into people shortly after the last photo is indexed. */
  async #grouped(): Promise<void> {
    for (let attempt = 0; attempt < 120; attempt++) {
      const { total } = await this.#ask<People>('GET', '/api/people');
      if (total >= Object.keys(portraits).length) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error('the faces of the demo are no people yet');
  }

  async #people(moreNames: Record<string, string>): Promise<void> {
    for (const [photo, name] of Object.entries({ ...portraits, ...moreNames })) {
      const { faces } = await this.#ask<Faces>('GET', `/api/photos/${photo}/faces`);
      const person = faces[0]?.person_id;
      if (person) await this.#ask('POST', `/api/people/${person}/name`, { name });
    }
    for (const photo of unassigned) {
      const { faces } = await this.#ask<Faces>('GET', `/api/photos/demo-${photo}.jpg/faces`);
      for (const { id } of faces) await this.#ask('POST', `/api/faces/${id}/unassign`);
    }
    const { people } = await this.#ask<People>('GET', '/api/people');
    console.log(`${people.length} people, ${unassigned.length} photos with faces to name`);
  }

  async #photos(): Promise<void> {
    const change = (names: readonly string[], to: object): Promise<unknown> =>
      this.#ask('PATCH', '/api/photos', { uids: names.map((name) => `demo-${name}.jpg`), ...to });
    await change(favorites, { favorited: true });
    for (const [tag, names] of Object.entries(tags)) await change(names, { add_tags: [tag] });
    await change(['winter-cabin-1', 'city-trio'], { archived: true });
    await change(['park-ines-omar'], { hidden: true });
    await this.#albums();
  }

  async #albums(): Promise<void> {
    const album = await this.#ask<Album>('POST', '/api/albums', { name: 'Grandma’s wall' });
    await this.#ask('PUT', `/api/albums/${album.uid}/photos`, { add: favorites.map((name) => `demo-${name}.jpg`) });
    await this.#ask('POST', '/api/albums', { name: 'All of our winters', rule: { months: [12, 1, 2] } });
    await this.#ask('PATCH', '/api/photos', {
      uids: ['demo-winter-cabin.jpg'],
      ...{ caption: 'The morning after the storm', taken_at_local: '2023-01-07T09:20:00' },
    });
    await this.#ask('PUT', '/api/admin/sharing', { enabled: true });
    const { url } = await this.#ask<NewShare>('POST', '/api/shares', { album: album.uid, name: 'For Grandma', expires_at: null, download: true });
    this.#share = url.replace(/^\//, '');
  }

  async #server(): Promise<void> {
    for (const [username, role, name] of [
      [withCodes, 'read', 'Grandma Ines'],
      [withoutCodes, 'write', 'Lia'],
      ['neighbour', 'read', 'Herr Oberstudienrat Dr. Balthasar Müller-Lüdenscheidt'],
    ] as const) {
      await this.#ask('POST', '/api/admin/users', { username, role, password, display_name: name });
    }
    const { users } = await this.#ask<{ users: { id: number; username: string }[] }>('GET', '/api/admin/users');
    const neighbour = users.find(({ username }) => username === 'neighbour');
    await this.#ask('PATCH', `/api/admin/users/${neighbour?.id}`, { disabled: true });
    await this.#enrol(withCodes);
    await this.#ask('POST', '/api/admin/backup');
    await this.#ask('POST', '/api/admin/backup');
    await this.#ask('PUT', '/api/admin/schedule', { enabled: true, hour: 3, minute: 30, keep: 14 });
  }

  async #enrol(username: string): Promise<void> {
    const { access_token: token } = await ask<TokenPair>(this.#url, 'POST', '/api/auth/login', {
      body: { username, password },
    });
    const { secret } = await ask<TwoFactorEnrolment>(this.#url, 'POST', '/api/auth/2fa/enroll', {
      token,
      body: { password },
    });
    const body = { code: generateSync({ secret }) };
    await ask(this.#url, 'POST', '/api/auth/2fa/confirm', { token, body });
  }

  #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return ask<T>(this.#url, method, path, { token: this.#token, body });
  }
}

async function ask<T>(
  url: string,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json().catch(() => null)) as T;
}
