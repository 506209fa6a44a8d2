import { expect } from 'chai';
import type { DownloadTicket } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from './library-server.ts';
import { MemorySource } from './memory-source.ts';
import { readZip } from './zip-reader.ts';

/** A server over a store in memory, from which tests download photos. */
export class DownloadsServer {
  s!: LibraryServer;
  source!: MemorySource;

  /** Starts each test of the suite with an empty library. */
  static inSuite(): DownloadsServer {
    const rig = new DownloadsServer();
    beforeEach(async () => {
      rig.source = new MemorySource();
      rig.s = await libraryServer(rig.source);
    });
    afterEach(() => rig.s.stop());
    return rig;
  }

  /** Adds a photo to the store and to the index. */
  readonly put = (
    uid: string,
    content: string,
    facts: { name?: string; takenAt?: number; takenAtLocal?: string } = {},
  ) => {
    this.source.put(uid, Buffer.from(content));
    return this.s.rows.add({ uid, size: content.length, ...facts });
  };

  readonly ticket = async (payload: object, headers = this.s.reader): Promise<DownloadTicket> => {
    const answer = await this.s.send('POST', '/api/download/tickets', payload, headers);
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as DownloadTicket;
  };
}

/** The names of the files in an archive. */
export async function namesIn(archive: Buffer): Promise<string[]> {
  return (await readZip(archive)).map(({ name }) => name).sort();
}
