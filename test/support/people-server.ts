import type { People } from '../../core/http/wire.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/vectors-local/vector-indexes.ts';
import { FaceRows } from './face-rows.ts';
import { libraryServer, type LibraryServer } from './library-server.ts';

/** A server with faces that tests write into its index, and vector indexes that follow them. */
export class PeopleServer {
  s!: LibraryServer;
  faces!: FaceRows;
  vectorIndexes!: VectorIndexes;
  #photos = 0;

  /** Starts each test of the suite with an empty library. */
  static inSuite(): PeopleServer {
    const rig = new PeopleServer();
    before(() => {
      rig.vectorIndexes = createVectorIndexProvider();
    });
    beforeEach(async () => {
      rig.s = await libraryServer({}, rig.vectorIndexes);
      rig.faces = new FaceRows(rig.s.db);
    });
    afterEach(() => rig.s.stop());
    after(() => rig.vectorIndexes.close());
    return rig;
  }

  /** Adds a photo to the index. @returns its id */
  readonly photo = (): number => this.s.rows.add({ uid: `p${(this.#photos += 1)}` });

  /** @throws Error with the response if its status is not 200 */
  readonly post = async <T>(url: string, payload: object = {}, headers = this.s.writer): Promise<T> => {
    const { statusCode, payload: text } = await this.s.send('POST', url, payload, headers);
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text}`);
    return JSON.parse(text) as T;
  };

  /** The status and detail of a request that is rejected. */
  readonly refused = async (url: string, payload: object = {}, headers = this.s.writer): Promise<[number, string]> => {
    const answer = await this.s.send('POST', url, payload, headers);
    return [answer.statusCode, (JSON.parse(answer.payload) as { detail: string }).detail];
  };

  /** The number of faces of each person, by name. */
  readonly people = async (): Promise<Record<string, number>> => {
    const found = (await this.s.json<People>('/api/people')).people;
    return Object.fromEntries(found.map(({ id, name, face_count }) => [name ?? `#${id}`, face_count]));
  };

  /** The number of photos with a person whose name contains the word. */
  readonly texts = (word: string): number =>
    this.s.db
      .prepare<[string], number>('SELECT count(*) FROM photo_text WHERE photo_text MATCH ?')
      .pluck()
      .get(`people:${word}`) ?? 0;
}
