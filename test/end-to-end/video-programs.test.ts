import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'chai';
import type { Photo } from '../../core/http/wire.ts';
import { admin, LibraryClient } from '../support/library-client.ts';
import { hasFfmpeg, madeVideo } from '../support/made-video.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { startServerProcess } from '../support/server-process.ts';
import { skip } from '../support/skip.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

describe('a server that starts', function () {
  before(function () {
    if (!hasFfmpeg) skip(this, 'ffmpeg is not installed');
  });

  it('starts no program for videos before there are videos, and then knows at once whether it can convert them', () =>
    withTempFolder(async (folder) => {
      const photos = join(folder, 'photos');
      mkdirSync(photos);
      writeFileSync(join(photos, 'photo.jpg'), await photoLikeJpeg(1, 64, 48));
      const started = join(folder, 'started');
      const programs = notedPrograms(join(folder, 'bin'), started);
      const environment = {
        ...{ DATA_DIR: join(folder, 'data'), PATH: `${programs}${delimiter}${process.env['PATH']}` },
        ...{ PLUGINS: 'test/fixtures/plugins/folder-source', FOLDER_SOURCE_PATH: photos },
        ...{ ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password },
      };
      const served = async (use: (library: LibraryClient) => Promise<void>): Promise<void> => {
        const server = await startServerProcess(environment);
        try {
          await use(await LibraryClient.signIn(server.url));
        } finally {
          await server.stop();
        }
      };
      const settled = (library: LibraryClient, count: number): Promise<void> =>
        until(async () => (await library.total()) === count && (await library.indexer()).state === 'waiting');

      // A new library looks once whether older videos can be read.
      await served((library) => settled(library, 1));
      rmSync(started);
      await served((library) => settled(library, 1));
      expect(existsSync(started)).to.equal(false);

      writeFileSync(join(photos, 'film.mp4'), await madeVideo('film.mp4', [], { seconds: 1, sound: false }));
      let uid = '';
      await served(async (library) => {
        await settled(library, 2);
        uid = (await library.photo('film.mp4')).uid;
      });
      expect(existsSync(started)).to.equal(true);
      await served(async (library) => {
        expect((await library.json<Photo>(`/api/photos/${uid}`)).video).to.include({ convertible: true });
      });
    }));
});

/** Makes a folder with ffmpeg and ffprobe that first make an empty file: the server lets them write nothing. */
function notedPrograms(folder: string, started: string): string {
  mkdirSync(folder);
  for (const name of ['ffmpeg', 'ffprobe']) {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n: > '${started}'\nPATH='${process.env['PATH']}' exec ${name} "$@"\n`);
    chmodSync(file, 0o755);
  }
  return folder;
}
