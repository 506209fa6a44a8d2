import { createVectorIndexProvider, type VectorIndexes } from '../../plugins/vectors-local/vector-indexes.ts';
import { FaceRows } from './face-rows.ts';
import { libraryServer, type LibraryServer } from './library-server.ts';

/** Starts a server with search by face for each test of a suite, and stops it after each. */
export function withFaces(started: (server: LibraryServer, faces: FaceRows) => void): void {
  let vectorIndexes: VectorIndexes;
  let server: LibraryServer;
  before(() => {
    vectorIndexes = createVectorIndexProvider();
  });
  beforeEach(async () => {
    server = await libraryServer({}, vectorIndexes);
    started(server, new FaceRows(server.db));
  });
  afterEach(() => server.stop());
  after(() => vectorIndexes.close());
}
