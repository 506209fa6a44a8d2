import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Albums, AuditEntries, Overview, PhotoList, Sources } from '../../core/http/wire.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { plainPictures } from '../support/pictures.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const homePlugin = join(process.cwd(), 'test/fixtures/plugins/folder-source');
const home = 'photofinch-folder-source';

/** A separate plugin that reads another folder. */
const cardPlugin = `
  import { join } from 'node:path';
  import { API_VERSION } from 'photofinch/plugin-api';
  import { createFolderSource } from '${pathToFileURL(join(homePlugin, 'folder-source.js')).href}';

  export default {
    name: 'card',
    version: '1.0.0',
    apiVersion: API_VERSION,
    options: { CARD_PATH: { describe: 'the folder of the card', required: true } },
    register(host) {
      const journalFile = join(host.dataDir, 'journal.json');
      host.provide('photo-source', createFolderSource({ path: host.options.CARD_PATH, journalFile }));
    },
  };
`;

describe('a library with two photo sources, in a real process', function () {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  const [homePath, cardPath, cardFile] = ['home', 'card', 'card.mjs'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  let server: ServerProcess;
  let library: LibraryClient;
  let pictures: Buffer[];
  let ofCard: string[];

  const start = async (plugins = `${homePlugin},${cardFile}`): Promise<void> => {
    server = await startServerProcess({
      DATA_DIR: join(folder, 'data'),
      MODELS_DIR: join(folder, 'models'),
      TZ: 'UTC',
      SYNC_INTERVAL: '1',
      VALIDATE_ANSWERS: '1',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      FOLDER_SOURCE_PATH: homePath,
      CARD_PATH: cardPath,
      PLUGINS: plugins,
    });
    library = await LibraryClient.signIn(server.url);
  };
  const put = (root: string, path: string, picture: number): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), pictures[picture]!);
  };
  const list = async () => (await library.json<PhotoList>('/api/photos?limit=1000')).photos;
  const uids = async (): Promise<string[]> => (await list()).map(({ uid }) => uid).sort();
  /** The uids of further sources have a prefix. */
  const cardUids = async (): Promise<string[]> => (await uids()).filter((uid) => uid.includes('~'));
  const untilThere = (count: number) => until(async () => (await list()).length === count);
  const overview = () => library.json<Overview>('/api/admin/overview');
  const photosOf = async () => (await overview()).sources?.map(({ name, photos, loaded }) => [name, photos, loaded]);
  const albums = async (): Promise<string[]> =>
    (await library.json<Albums>('/api/albums')).albums
      .map(({ name, photo_count: count }) => `${name}: ${count}`)
      .sort();
  const full = async (uid: string): Promise<number> => (await library.ask(`/api/photos/${uid}/full`)).status;

  before(async () => {
    pictures = await plainPictures(40);
    writeFileSync(cardFile, cardPlugin);
    put(homePath, 'same.jpg', 0);
    put(homePath, 'Lake/a.jpg', 1);
    put(cardPath, 'same.jpg', 2);
    put(cardPath, 'Hill/a.jpg', 3);
    for (let index = 4; index < 24; index += 1) put(cardPath, `DCIM/${index}.jpg`, index);
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps its photos when a second source is added, even if both have a photo with the same path', async () => {
    await start(homePlugin);
    await untilThere(2);
    const before = await uids();
    await server.stop();
    await start();
    await untilThere(24);
    const after = await uids();
    expect(after).to.include.members(before);
    expect(new Set(after).size).to.equal(24);
    expect(await photosOf()).to.deep.equal([
      [home, 2, true],
      ['card', 22, true],
    ]);
    await until(async () => (await albums()).join() === 'DCIM: 20,Hill: 1,Lake: 1');
    for (const uid of after.slice(0, 3)) expect(await full(uid)).to.equal(200);
  });

  it('keeps all uids after a restart, whichever source is loaded first', async () => {
    const before = await uids();
    await server.stop();
    await start(`${cardFile},${homePlugin}`);
    await until(async () => (await library.indexer()).state === 'waiting');
    expect(await uids()).to.deep.equal(before);
  });

  it('follows the changes of both sources', async () => {
    put(homePath, 'Lake/new.jpg', 30);
    put(cardPath, 'Hill/new.jpg', 31);
    rmSync(join(cardPath, 'DCIM/23.jpg'));
    await until(async () => (await albums()).join() === 'DCIM: 19,Hill: 2,Lake: 2');
  });

  it('continues with one source while the other is unavailable, and hides no photos', async () => {
    renameSync(cardPath, `${cardPath}-pulled-out`);
    await until(
      async () => (await overview()).sources?.some(({ name, reachable }) => name === 'card' && !reachable) ?? false,
    );
    put(homePath, 'Lake/later.jpg', 32);
    await untilThere(26);
    const away = (await cardUids())[0]!;
    expect(await full(away)).to.equal(503);
    expect((await library.bridgeCheck()).detail).to.match(/^card: /);
    renameSync(`${cardPath}-pulled-out`, cardPath);
    await until(async () => (await full(away)) === 200);
  });

  it('needs confirmation when one source loses its photos, and follows the other', async () => {
    renameSync(join(cardPath, 'DCIM'), join(folder, 'DCIM'));
    renameSync(join(cardPath, 'Hill'), join(folder, 'Hill'));
    await until(async () => (await library.indexer()).mass_loss?.source === 'card');
    put(homePath, 'Lake/meanwhile.jpg', 33);
    await untilThere(27);
    renameSync(join(folder, 'DCIM'), join(cardPath, 'DCIM'));
    renameSync(join(folder, 'Hill'), join(cardPath, 'Hill'));
    await until(async () => (await library.indexer()).mass_loss === null);
    expect(await list()).to.have.length(27);
  });

  it('keeps the photos of a source that is no longer loaded until an admin removes them', async () => {
    await server.stop();
    await start(homePlugin);
    expect(await photosOf()).to.deep.equal([
      [home, 5, true],
      ['card', 22, false],
    ]);
    ofCard = await cardUids();
    const away = ofCard[0]!;
    expect(await full(away)).to.equal(503);
    expect((await library.ask(`/api/photos/${away}/thumb`)).status).to.equal(200);
    expect((await library.bridgeCheck()).detail).to.match(/^The library has 22 photos of the photo source card,/);

    const leave = (photos: number) =>
      library.ask('/api/admin/sources/leave', { method: 'POST', body: { name: 'card', photos } });
    expect((await leave(21)).status).to.equal(409);
    const answer = await leave(22);
    expect(answer.status).to.equal(200);
    const [, card] = ((await answer.json()) as Sources).sources;
    if (card) expect(card).to.include({ name: 'card', loaded: false });
    await untilThere(5);
    await until(async () => (await albums()).join() === 'Lake: 4');
    await until(async () => (await overview()).sources === undefined);
    await until(async () => (await library.bridgeCheck()).ok);
    const { entries } = await library.json<AuditEntries>('/api/admin/audit');
    expect(entries[0]).to.include({ action: 'source.left', subject: 'card', detail: '22 photos' });
  });

  it('accepts the source again, with the same uids as before', async () => {
    await server.stop();
    await start();
    await untilThere(27);
    expect(await cardUids()).to.deep.equal(ofCard);
    expect(readdirSync(cardPath)).to.include('DCIM');
  });
});
