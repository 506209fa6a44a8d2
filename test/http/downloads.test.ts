import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { SourceError, type PhotoSource } from '../../core/plugin-api/index.ts';
import { Motions } from '../../core/store/photos/motions.ts';
import type { LibraryServer } from '../support/library-server.ts';
import type { MemorySource } from '../support/memory-source.ts';
import { readZip } from '../support/zip-reader.ts';
import { DownloadsServer, namesIn } from '../support/downloads-server.ts';

describe('downloads of many photos', () => {
  const rig = DownloadsServer.inSuite();
  const { put, ticket } = rig;
  let s: LibraryServer;
  let source: MemorySource;

  beforeEach(() => {
    ({ s, source } = rig);
  });

  const download = (payload: object, headers = s.reader) => s.send('POST', '/api/download', payload, headers);

  describe('as one ZIP', () => {
    it('contain the originals with their names and times, and are not cached', async () => {
      put('a', 'first', { name: 'Grüße 日本.jpg', takenAt: 1_700_000_001, takenAtLocal: '2023-11-15T07:13:22' });
      put('b', 'second', { name: 'b.mp4', takenAt: 1_600_000_000 });
      const answer = await download({ uids: ['a', 'b'] });
      expect(answer.statusCode).to.equal(200);
      expect(answer.headers).to.include({
        'content-type': 'application/zip',
        'cache-control': 'no-store',
        // So that a proxy does not write it to its disk.
        'x-accel-buffering': 'no',
        'content-disposition':
          'attachment; filename="Photos 2020-09-13 2023-11-15.zip"; filename*=UTF-8\'\'Photos%202020-09-13%202023-11-15.zip',
      });
      const files = await readZip(answer.rawPayload);
      expect(files.map(({ name, bytes, isStored }) => [name, bytes.toString(), isStored])).to.deep.equal([
        ['Grüße 日本.jpg', 'first', true],
        ['b.mp4', 'second', true],
      ]);
      expect(files[0]).to.include({ moment: 1_700_000_001_000, wallClock: '2023-11-15T07:13:22' });
      expect(source.count('open')).to.equal(2);
    });

    const manyPhotos = (): void => {
      for (let at = 0; at < 600; at++) put(`p${at}`, 'photo', { takenAt: 1_600_000_000 - at });
      const flag =
        "INSERT INTO photo_flags (photo_id, archived, hidden) SELECT id, 0, 1 FROM photos WHERE uid >= 'p550'";
      s.db.exec(`${flag} AND uid LIKE 'p5__'`);
    };
    /** Runs `work` when the third photo of the next download is read. */
    const meanwhile = (work: () => unknown): void => {
      let opened = 0;
      source.faults.set('open', async (next) => {
        if (++opened === 3) await work();
        return next();
      });
    };

    const ends = {
      'the account is disabled': 'UPDATE users SET disabled = 1',
      'the user is signed out everywhere': 'UPDATE users SET token_epoch = token_epoch + 1',
    };
    for (const [what, sql] of Object.entries(ends)) {
      it(`stop when ${what}`, async () => {
        manyPhotos();
        meanwhile(() => s.db.exec(sql));
        await download({ filter: {} }).catch(() => undefined);
        expect(source.count('open')).to.equal(250);
      });
    }

    it('leave out what the user may no longer see after their role is lowered', async () => {
      manyPhotos();
      meanwhile(() => s.db.exec("UPDATE users SET role = 'read'"));
      const answer = await download({ filter: { include_hidden: true } }, s.writer);
      const names = await namesIn(answer.rawPayload);
      expect(names).to.have.length(551).and.to.include('Not in this download.txt');
      expect(names.filter((name) => /^p5[5-9]\d/.test(name))).to.deep.equal([]);
    });

    it('contain the videos of live photos next to the stills if the photo store has them separately', async () => {
      const live = (uid: string, name: string, mediaType: string): void => {
        new Motions(s.db).told(put(uid, `still ${uid}`, { name }), 'r1', { mediaType, size: 7 });
      };
      live('a', 'IMG_1.HEIC', 'video/quicktime');
      live('b', 'IMG_1.HEIC', 'video/quicktime');
      live('c', 'lost.jpg', 'video/mp4');
      const inside = put('d', 'still and video', { name: 'PXL.MP.jpg' });
      new Motions(s.db).found(inside, 'r1', { mediaType: 'video/mp4', start: 6, length: 9 });
      const openMotion: PhotoSource['openMotion'] = (uid, { priority }) => {
        expect(priority).to.equal('background');
        if (uid === 'c') return Promise.reject(new SourceError('integrity', 'damaged'));
        const [mediaType, length] = ['video/quicktime', 7];
        const body = Readable.from([Buffer.from(`moves ${uid}`)]);
        const content = { body, mediaType, length, totalLength: length, range: null, rev: 'm', modifiedTime: 0 };
        return Promise.resolve(content);
      };
      Object.assign(source, { openMotion });
      const uids = ['a', 'b', 'c', 'd'];
      expect((await ticket({ uids })).bytes).to.equal(3 * ('still a'.length + 7) + 'still and video'.length);
      const files = await readZip((await download({ uids })).rawPayload);
      const note = files.pop();
      expect(files.map(({ name, bytes }) => [name, bytes.toString()])).to.deep.equal([
        ['IMG_1.HEIC', 'still a'],
        ['IMG_1.MOV', 'moves a'],
        ['IMG_1 (2).HEIC', 'still b'],
        ['IMG_1 (2).MOV', 'moves b'],
        ['lost.jpg', 'still c'],
        ['PXL.MP.jpg', 'still and video'],
      ]);
      expect(note?.bytes.toString()).to.include('lost.mp4: ');
    });

    it('pass the integrity test of unzip', async function () {
      if (spawnSync('unzip', ['-v']).error) this.skip();
      put('a', 'first', { name: 'Grüße.jpg', takenAt: -1_000_000_000, takenAtLocal: '1938-04-24T22:13:20' });
      put('b', 'x'.repeat(300_000), { takenAt: 4_000_000_000, takenAtLocal: '2096-10-02T07:06:40' });
      put('c', '', { name: 'empty.jpg' });
      const file = join(s.dataDir, 'some.zip');
      writeFileSync(file, (await download({ uids: ['a', 'b', 'c'] })).rawPayload);
      expect(execFileSync('unzip', ['-t', file]).toString()).to.include('No errors detected');
    });

    it('number files with the same name, ignoring case', async () => {
      put('a', '1', { name: 'IMG_1.jpg' });
      put('b', '2', { name: 'img_1.JPG' });
      put('c', '3', { name: 'IMG_1 (2).jpg' });
      put('d', '4', { name: '../../IMG_1.jpg' });
      expect(await namesIn((await download({ uids: ['a', 'b', 'c', 'd'] })).rawPayload)).to.deep.equal([
        'IMG_1 (2) (2).jpg',
        'IMG_1.jpg',
        '_.._IMG_1.jpg',
        'img_1 (2).JPG',
      ]);
    });

    it('are named after their album, and contain each requested photo once', async () => {
      const [a, b] = [put('a', '1'), put('b', '2')];
      put('c', '3');
      s.rows.album('summer', 'Summer: 2023/24', [a, b]);
      const answer = await download({ album: 'summer' });
      expect(answer.headers['content-disposition']).to.include('filename="Summer_ 2023_24.zip"');
      expect(await namesIn(answer.rawPayload)).to.deep.equal(['a.jpg', 'b.jpg']);
      expect(await namesIn((await download({ uids: ['c', 'c'] })).rawPayload)).to.deep.equal(['c.jpg']);
    });

    it('contain the photos of a filter, with hidden ones only for editors on request', async () => {
      const sea = [put('a', '1'), put('b', '2'), put('c', '3')];
      put('d', '4');
      s.rows.person('Amara', sea);
      s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(sea[0]);
      const [{ person_id: person }] = s.db.prepare('SELECT person_id FROM faces LIMIT 1').all() as [
        { person_id: number },
      ];
      const filtered = (filter: object, headers = s.reader) => download({ filter }, headers);
      expect(await namesIn((await filtered({ person })).rawPayload)).to.deep.equal(['b.jpg', 'c.jpg']);
      expect(await namesIn((await filtered({ person, include_hidden: true }, s.writer)).rawPayload)).to.deep.equal([
        'a.jpg',
        'b.jpg',
        'c.jpg',
      ]);
      expect((await filtered({ person, include_hidden: true })).statusCode).to.equal(403);
      expect((await filtered({ person: 987 })).statusCode).to.equal(404);
      expect((await filtered({ persons: 5 })).statusCode).to.equal(400);
    });

    it('contain hidden photos only for editors, and do not reveal to readers that they exist', async () => {
      const hidden = put('a', '1');
      put('b', '2');
      s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(hidden);
      const forReader = await readZip((await download({ uids: ['a', 'b'] })).rawPayload);
      expect(forReader.map(({ name }) => name)).to.deep.equal(['b.jpg', 'Not in this download.txt']);
      expect(forReader[1]?.bytes.toString()).to.equal('One more photo is no longer in the library.\r\n');
      // The same as for a photo that never existed.
      const never = await readZip((await download({ uids: ['never', 'b'] })).rawPayload);
      expect(never[1]?.bytes.equals(forReader[1]?.bytes ?? Buffer.alloc(0))).to.equal(true);
      expect(await namesIn((await download({ uids: ['a', 'b'] }, s.writer)).rawPayload)).to.deep.equal([
        'a.jpg',
        'b.jpg',
      ]);
      expect((await download({ uids: ['a'] })).statusCode).to.equal(404);
    });

    const wrong: [what: string, payload: object, status: number][] = [
      ['an empty request', {}, 400],
      ['an empty list of photos', { uids: [] }, 400],
      ['both photos and an album', { uids: ['a'], album: 'b' }, 400],
      ['an unknown language', { uids: ['a'], language: 'xx' }, 400],
      ['an unknown album', { album: 'none' }, 404],
      ['unknown photos', { uids: ['none'] }, 404],
    ];
    for (const [what, payload, status] of wrong) {
      it(`refuse ${what}`, async () => {
        expect((await download(payload)).statusCode).to.equal(status);
      });
    }

    it('accept up to 20,000 photos', async () => {
      put('a', '1');
      const uids = ['a', ...Array.from({ length: 19_999 }, (_, at) => `photo-with-a-uid-of-usual-length-${at}`)];
      expect((await download({ uids })).statusCode).to.equal(200);
      expect((await download({ uids: [...uids, 'one-more'] })).statusCode).to.equal(400);
    });
  });

  describe('in which a photo fails', () => {
    it('list it with the reason in the requested language, and continue', async () => {
      for (const uid of ['a', 'b', 'c', 'd', 'e']) put(uid, `photo ${uid}`);
      source.photos.delete('a');
      source.bodies.set('b', (content) => ({ ...content, body: Readable.from([Buffer.from('pho')]) }));
      source.bodies.set('c', (content) => ({ ...content, body: broken() }));
      source.bodies.set('d', (content) => ({ ...content, body: Readable.from([Buffer.alloc(100, 'x')]) }));
      const files = await readZip((await download({ uids: ['a', 'b', 'c', 'd', 'e'], language: 'de' })).rawPayload);
      expect(files.map(({ name, bytes }) => [name, bytes.toString()])).to.deep.equal([
        ['b.jpg', 'pho'],
        ['d.jpg', 'xxxxxxx'],
        ['e.jpg', 'photo e'],
        [
          'Nicht in diesem Download.txt',
          [
            'Diese Fotos konnten nicht heruntergeladen werden:',
            '',
            'a.jpg: im Fotospeicher gibt es das Foto nicht mehr',
            'b.jpg: unvollständig: nur ein Teil ist angekommen',
            'c.jpg: der Fotospeicher hat etwas anderes als das Foto geschickt',
            'd.jpg: unvollständig: nur ein Teil ist angekommen',
            '',
          ].join('\r\n'),
        ],
      ]);
    });

    it('list it in French with French punctuation', async () => {
      for (const uid of ['a', 'b']) put(uid, `photo ${uid}`);
      source.photos.delete('a');
      source.bodies.set('b', (content) => ({ ...content, body: Readable.from([Buffer.from('pho')]) }));
      const wishes = { uids: ['a', 'b', 'none'], language: 'fr' };
      const [, note] = await readZip((await download(wishes)).rawPayload);
      expect(note?.bytes.toString().split('\r\n')).to.deep.equal([
        'Ces photos n’ont pas pu être téléchargées\u00a0:',
        '',
        'a.jpg\u00a0: la photo n’est plus dans le stockage',
        'b.jpg\u00a0: incomplète\u00a0: une partie seulement est arrivée',
        '',
        'Une autre photo n’est plus dans la photothèque.',
        '',
      ]);
    });

    it('end early when the photo store is unreachable, and list the photos that were not tried', async () => {
      for (let at = 0; at < 50; at++) put(`p${at}`, 'photo');
      source.faults.set('open', (next, _signal, uid) => {
        if (uid === 'p0') return next();
        throw new SourceError('unreachable', 'away');
      });
      const uids = Array.from({ length: 50 }, (_, at) => `p${at}`);
      const files = await readZip((await download({ uids })).rawPayload);
      expect(files.map(({ name }) => name)).to.deep.equal(['p0.jpg', 'Not in this download.txt']);
      const lines = files[1]?.bytes.toString().split('\r\n').slice(2, -1) ?? [];
      expect(lines).to.have.length(49);
      expect(lines[2]).to.equal('p3.jpg: the photo store could not be reached');
      expect(lines[48]).to.equal('p49.jpg: not tried, because the photo store could not be reached');
      expect(source.count('open')).to.equal(4);
    });

    it('keep a photo apart from the note of the same name', async () => {
      put('a', 'photo', { name: 'Not in this download.txt' });
      put('gone', 'photo');
      source.photos.delete('gone');
      expect(await namesIn((await download({ uids: ['a', 'gone'] })).rawPayload)).to.deep.equal([
        'Not in this download (2).txt',
        'Not in this download.txt',
      ]);
    });
  });
});

/** A stream that fails before its first byte. */
function broken(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error('The connection broke off.'));
    },
  });
}
