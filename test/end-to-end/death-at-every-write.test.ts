import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Albums, Faces, People, PhotoList } from '../../core/http/wire.ts';
import { openSqlite } from '../../core/plugin-api/toolkit/index.ts';
import { LibraryClient } from '../support/library-client.ts';
import { MortalLibrary, passphrase, viewOf } from '../support/mortal-library.ts';
import { putOldIndex } from '../support/old-indexes.ts';
import { tableOfDeaths, triesMany, type Step, type View } from '../support/table-of-deaths.ts';

type Part = (library: LibraryClient) => Promise<unknown>;

/** A user’s decisions about a library, one request each: once there is a response, users rely on it. */
const decisions: readonly Part[] = [
  async (library) => library.json(`/api/photos/${await uid(library, 0)}`, 'PATCH', { favorited: true }),
  async (library) => library.json(`/api/photos/${await uid(library, 1)}/tags`, 'PUT', { tags: ['sea', 'dear'] }),
  async (library) =>
    library.json(`/api/photos/${await uid(library, 2)}`, 'PATCH', { caption: 'Decided', rotation: 90 }),
  async (library) => library.json('/api/albums', 'POST', { name: 'Ours', photos: [await uid(library, 0)] }),
  async (library) => {
    const { faces } = await library.json<Faces>(`/api/photos/${await uid(library, 0)}/faces`);
    return library.json(`/api/faces/${faces[0]?.id}/person`, 'POST', { name: 'Anna' });
  },
  async (library) => library.json(`/api/photos/${await uid(library, 3)}`, 'PATCH', { hidden: true }),
  async (library) => {
    const uids = [await uid(library, 1), await uid(library, 2)];
    return library.json('/api/photos', 'PATCH', { uids, favorited: true, add_tags: ['both'], caption: 'Two at once' });
  },
  async (library) => {
    const [first, second, third] = [await uid(library, 0), await uid(library, 1), await uid(library, 2)];
    const { albums } = await library.json<Albums>('/api/albums');
    const change = { remove: [first], add: [second, third], order: [third, second] };
    const ours = albums.find(({ name }) => name === 'Ours');
    return library.json(`/api/albums/${ours?.uid}/photos`, 'PUT', change);
  },
  (library) => library.json('/api/admin/sharing', 'PUT', { enabled: true }),
  async (library) => {
    const photos = [await uid(library, 0), await uid(library, 1)];
    const choices = { name: 'For Berta', expires_at: null, password: 'a word of theirs', download: true };
    return library.json('/api/shares', 'POST', { photos, ...choices });
  },
  async (library) => {
    const { faces } = await library.json<Faces>(`/api/photos/${await uid(library, 1)}/faces`);
    return library.json(`/api/faces/${faces[0]?.id}/person`, 'POST', { name: 'Berta' });
  },
  async (library) => {
    const { people } = await library.json<People>('/api/people');
    const [anna, berta] = ['Anna', 'Berta'].map((name) => people.find((person) => person.name === name)?.id);
    return library.json(`/api/people/${anna}/merge_all`, 'POST', { source_ids: [berta] });
  },
  async (library) => {
    const account = { username: 'berta', password: 'a password of theirs', role: 'write', display_name: 'Berta' };
    return library.json('/api/admin/users', 'POST', account);
  },
];

/** The uid at a position in the order of uids. */
async function uid(library: LibraryClient, at: number): Promise<string> {
  const { photos } = await library.json<PhotoList>('/api/photos?limit=100&include_hidden=true');
  return photos.map((photo) => photo.uid).sort()[at] ?? '';
}

describe('a library whose processes die at a write to its disk, or cannot make it', function () {
  let house: MortalLibrary;
  const table = tableOfDeaths(async (folder) => {
    house = new MortalLibrary(folder);
    await house.store.putDays(4);
    house.disk.keep('nothing');
    await served((library) => house.settled(library));
    house.disk.keep('photos');
    return house.disk;
  });

  const tryAll = (name: string, step: Omit<Step, 'look'>) => table().add(name, { look: () => house.look(), ...step });

  async function served(use: Part): Promise<void> {
    const server = await house.serve();
    try {
      await use(await LibraryClient.signIn(server.url));
    } finally {
      await server.stop();
    }
  }

  async function commanded(words: readonly string[], input = ''): Promise<void> {
    const { code, stderr } = await house.run(words, input);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  }

  /** The views before the first part and after each, of the library with its photos, which is then put back. */
  async function viewsAlong(parts: readonly Part[]): Promise<View[]> {
    const views: View[] = [];
    await served(async (library) => {
      views.push(await viewOf(library));
      for (const part of parts) {
        await part(library);
        views.push(await viewOf(library));
      }
    });
    house.disk.putBack('photos');
    return views;
  }

  /** Steps that take long, and whose parts have tests of their own. */
  const itMany = triesMany ? it : it.skip;

  it('has each photo of its store once after the first start', async () => {
    house.disk.putBack('nothing');
    await tryAll('first start', {
      run: (_acknowledge, patience) => served((library) => house.settled(library, patience)),
      views: (_acknowledged, end) => [end],
    });
  });

  it('has each decision that was answered, and no part of another one', async () => {
    house.disk.putBack('photos');
    const along = await viewsAlong(decisions);
    await tryAll('decisions', {
      run: (acknowledge) =>
        served(async (library) => {
          for (const decide of decisions) {
            await decide(library);
            acknowledge();
          }
        }),
      views: (acknowledged) => along.slice(acknowledged, acknowledged + 2),
    });
  });

  itMany('has only complete snapshots, including all that were answered', async () => {
    house.disk.putBack('photos');
    const parts: readonly Part[] = [
      (library) => library.json('/api/admin/backup', 'POST'),
      (library) => library.json('/api/admin/backup', 'POST'),
      (library) => library.json('/api/admin/backups/prune', 'POST', { keep: 1 }),
    ];
    const counts = [
      [0, 1],
      [1, 2],
      [1, 2],
      [1, 1],
    ] as const;
    await tryAll('snapshots', {
      run: (acknowledge) =>
        served(async (library) => {
          for (const take of parts) {
            await take(library);
            acknowledge();
          }
        }),
      views: (_acknowledged, end) => [end],
      check: (acknowledged) => {
        const snapshots = snapshotsIn(house);
        const [least, most] = counts[acknowledged] ?? [1, 1];
        expect(snapshots.length).to.be.within(least, most);
        for (const name of snapshots) {
          const db = openSqlite(join(house.backups, name), { readonly: true });
          expect(db.pragma('integrity_check', { simple: true }), name).to.equal('ok');
          db.close();
        }
      },
    });
  });

  itMany('is either the old or the restored one after a restore', async () => {
    house.disk.putBack('photos');
    await served((library) => library.json('/api/admin/backup', 'POST'));
    const restored = await house.look();
    await served(async (library) => library.json('/api/albums', 'POST', { name: 'Later', photos: [] }));
    const old = await house.look();
    const restore = () => commanded(['restore', join(house.backups, snapshotsIn(house)[0] ?? '')]);
    await tryAll('restore', {
      run: async (acknowledge) => {
        await restore();
        acknowledge();
      },
      views: (acknowledged) => (acknowledged > 0 ? [restored] : [old, restored]),
    });
  });

  for (const command of ['encrypt', 'decrypt'] as const) {
    it(`is complete when ${command} is run again`, async () => {
      house.disk.putBack('photos');
      const convert = () => commanded([command], `${passphrase}\n`);
      if (command === 'decrypt') await commanded(['encrypt'], `${passphrase}\n`);
      await tryAll(command, {
        run: convert,
        views: (_acknowledged, end) => [end],
        resume: async () => {
          const { code, stderr } = await house.run([command], `${passphrase}\n`);
          if (code !== 0) expect(stderr).to.match(/is encrypted already|is not encrypted/);
        },
      });
    });
  }

  itMany('is migrated from the index of an older version, with the decisions in that', async () => {
    house.disk.putBack('photos');
    const store = house.storeId();
    house.disk.putBack('nothing');
    putOldIndex(house.index, 10, store);
    await tryAll('migrate', {
      run: (_acknowledge, patience) => served((library) => house.settled(library, patience)),
      views: (_acknowledged, end) => [end],
    });
    expect((await house.look()).join('\n'))
      .to.include('"tags":["sea","dear"]')
      .and.include('"people":["Anna"]');
  });

  itMany('follows its store, which has changed meanwhile', async () => {
    house.disk.putBack('photos');
    await house.store.putDays(1, 4);
    house.store.rename('Own/photo-0.jpg', 'Elsewhere/photo-a.jpg');
    house.store.remove('Own/photo-1.jpg');
    await tryAll('sync', {
      run: (_acknowledge, patience) => served((library) => house.settled(library, patience)),
      views: (_acknowledged, end) => [end],
    });
  });
});

const snapshotsIn = (house: MortalLibrary): string[] =>
  readdirSync(house.backups)
    .filter((name) => /^index-.*\.sqlite3$/.test(name))
    .sort();
