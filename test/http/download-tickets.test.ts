import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { ErrorBody } from '../../core/http/wire.ts';
import { SourceError } from '../../core/plugin-api/index.ts';
import type { LibraryServer } from '../support/library-server.ts';
import type { MemorySource } from '../support/memory-source.ts';
import { until } from '../support/until.ts';
import { DownloadsServer, namesIn } from '../support/downloads-server.ts';

describe('downloads of many photos with a ticket', () => {
  const rig = DownloadsServer.inSuite();
  const { put, ticket } = rig;
  let s: LibraryServer;
  let source: MemorySource;

  beforeEach(() => {
    ({ s, source } = rig);
  });

  describe('by URL', () => {
    it('work once, without a token; HEAD does not count', async () => {
      put('a', 'photo');
      const { url, ...rest } = await ticket({ uids: ['a'] });
      expect(rest).to.deep.equal({ expires_in: 300, name: 'Photos 2020-09-13.zip', count: 1, bytes: 5 });
      const head = await s.server.inject({ method: 'HEAD', url });
      expect([head.statusCode, source.count('open')]).to.deep.equal([200, 0]);
      const answer = await s.server.inject(url);
      expect(await namesIn(answer.rawPayload)).to.deep.equal(['a.jpg']);
      const again = await s.server.inject(url);
      expect([again.statusCode, again.headers['x-error-kind']]).to.deep.equal([404, 'download_link_spent']);
    });

    it('expire after five minutes', async () => {
      put('a', 'photo');
      const [first, second] = [await ticket({ uids: ['a'] }), await ticket({ uids: ['a'] })];
      s.now += 299;
      expect((await s.server.inject(first.url)).statusCode).to.equal(200);
      s.now += 1;
      expect((await s.server.inject(second.url)).statusCode).to.equal(404);
    });

    const ends: [what: string, sql: string][] = [
      ['the account is disabled', "UPDATE users SET disabled = 1 WHERE username = 'read'"],
      ['the user is signed out everywhere', "UPDATE users SET token_epoch = token_epoch + 1 WHERE username = 'read'"],
      ['the account is deleted', "DELETE FROM users WHERE username = 'read'"],
    ];
    for (const [what, sql] of ends) {
      it(`are refused when ${what}`, async () => {
        put('a', 'photo');
        const { url } = await ticket({ uids: ['a'] });
        s.db.exec(sql);
        expect((await s.server.inject(url)).statusCode).to.equal(404);
      });
    }

    it('contain what the user may see when the download begins', async () => {
      const [a] = [put('a', 'photo'), put('b', 'photo')];
      const { url } = await ticket({ uids: ['a', 'b'] });
      s.db.prepare('INSERT INTO photo_flags (photo_id, hidden) VALUES (?, 1)').run(a);
      expect(await namesIn((await s.server.inject(url)).rawPayload)).to.deep.equal([
        'Not in this download.txt',
        'b.jpg',
      ]);
    });
  });

  describe('over a real connection', () => {
    beforeEach(() => s.server.start());

    /** The response to a ticket, of which nothing has been read yet. */
    const begin = async (uids: readonly string[]): Promise<IncomingMessage> => {
      const { url } = await ticket({ uids });
      const asked = request({ port: s.server.info.port, path: url }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return answer;
    };
    /** A photo with an endless body. */
    const endless = (uid: string): { isRead: () => boolean } => {
      put(uid, 'x'.repeat(1_000_000));
      let body: Readable | undefined;
      source.bodies.set(uid, (content) => {
        body = new Readable({
          read() {
            this.push(Buffer.alloc(65_536));
          },
        });
        return { ...content, length: 10 ** 12, totalLength: 10 ** 12, body };
      });
      return { isRead: () => body !== undefined && !body.destroyed };
    };

    it('stop reading from the photo store when the client disconnects', async () => {
      const photo = endless('a');
      const answer = await begin(['a']);
      await once(answer, 'readable');
      expect(photo.isRead()).to.equal(true);
      answer.destroy();
      await until(() => !photo.isRead(), 50);
    });

    it('abort a hanging read when the client disconnects', async () => {
      put('a', 'photo');
      let wasEnded = false;
      source.faults.set('open', (_next, signal) => {
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            wasEnded = true;
            reject(new SourceError('unreachable', 'ended'));
          });
        });
      });
      const { url } = await ticket({ uids: ['a'] });
      const asked = request({ port: s.server.info.port, path: url }).end();
      asked.on('error', () => undefined);
      await until(() => source.count('open') === 1);
      asked.destroy();
      await until(() => wasEnded, 50);
    });

    it('stop reading while the client receives nothing', async () => {
      put('a', 'x');
      let given = 0;
      source.bodies.set('a', (content) => {
        const body = new Readable({
          read() {
            given += 65_536;
            this.push(Buffer.alloc(65_536));
          },
        });
        return { ...content, length: 10 ** 12, totalLength: 10 ** 12, body };
      });
      const answer = await begin(['a']);
      let before = -1;
      // Sockets and streams buffer some megabytes.
      await until(() => {
        const stands = given === before;
        before = given;
        return stands;
      });
      expect(given).to.be.below(32 * 1024 * 1024);
      answer.destroy();
    });

    it('are limited to two at a time per user, with 503 and Retry-After beyond that', async () => {
      endless('a');
      const running = [await begin(['a']), await begin(['a'])];
      const third = await s.send('POST', '/api/download', { uids: ['a'] }, s.reader);
      expect([third.statusCode, third.headers['x-error-kind'], third.headers['retry-after']]).to.deep.equal([
        503,
        'too_many_downloads',
        '20',
      ]);
      expect((JSON.parse(third.payload) as ErrorBody).detail).to.equal(
        'At most 2 downloads can run at once: wait until one has ended.',
      );
      expect((await s.send('POST', '/api/download/tickets', { uids: ['a'] }, s.reader)).statusCode).to.equal(503);
      await ticket({ uids: ['a'] }, s.writer);
      running[0]?.destroy();
      await until(
        async () => (await s.send('POST', '/api/download/tickets', { uids: ['a'] }, s.reader)).statusCode === 200,
      );
      running[1]?.destroy();
    });
  });
});
