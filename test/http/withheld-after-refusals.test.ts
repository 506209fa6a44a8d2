import { expect } from 'chai';
import { withFaces } from '../support/faces-server.ts';
import type { FaceRows } from '../support/face-rows.ts';
import type { LibraryServer } from '../support/library-server.ts';

const writer = 2;
const mostTags = 100;

describe('the photos that are kept from a user after the user’s edit of several photos was refused', () => {
  let s: LibraryServer;
  let faces: FaceRows;
  withFaces((server, rows) => {
    s = server;
    faces = rows;
  });

  const listed = async (query = '', headers = s.writer): Promise<string[]> =>
    (await s.json<{ photos: { uid: string }[] }>(`/api/photos${query}`, headers)).photos.map(({ uid }) => uid).sort();
  const tag = (uid: string, tags: readonly string[]) => s.send('PUT', `/api/photos/${uid}/tags`, { tags }, s.admin);

  it('are those of the smart album as it is, not as the refused tags would have changed it', async () => {
    for (const uid of ['a', 'b', 'full', 'x']) s.rows.add({ uid });
    await tag(
      'full',
      Array.from({ length: mostTags }, (_, i) => `t${i}`),
    );
    await tag('x', ['secret']);
    const made = await s.send('POST', '/api/albums', { name: 'Private', rule: { tags: ['secret'] } }, s.admin);
    const { uid } = JSON.parse(made.payload) as { uid: string };
    await s.send('PUT', `/api/albums/${uid}/audience`, { kept_from: [writer] }, s.admin);
    expect(await listed()).to.deep.equal(['a', 'b', 'full']);
    const refused = await s.send('PATCH', '/api/photos', { uids: ['a', 'full'], add_tags: ['secret'] }, s.writer);
    expect(refused.statusCode).to.equal(400);
    await tag('b', ['secret']);
    expect(await listed()).to.deep.equal(['a', 'full']);
    expect((await s.get('/api/photos/b', s.writer)).statusCode).to.equal(404);
    expect(await listed('?tag=secret', s.admin)).to.deep.equal(['b', 'x']);
  });

  it('are those of the person as they are, not as the refused faces would have changed them', async () => {
    const [a, b, x] = ['a', 'b', 'x'].map((uid) => s.rows.add({ uid })) as [number, number, number];
    const paula = faces.person('Paula');
    faces.add({ photo: x, person: paula });
    const notAFace = faces.add({ photo: a, person: paula });
    const hers = faces.add({ photo: b });
    await s.send('POST', '/api/faces/reject', { face_ids: [notAFace], rejected: true }, s.admin);
    await s.send('PUT', `/api/people/${paula}/audience`, { kept_from: [writer] }, s.admin);
    expect(await listed()).to.deep.equal(['a', 'b']);
    const ids = [notAFace, 9999];
    const refused = await s.send('POST', '/api/faces/reject', { face_ids: ids, rejected: false }, s.writer);
    expect(refused.statusCode).to.equal(404);
    await s.send('POST', `/api/faces/${hers}/person`, { person_id: paula }, s.admin);
    expect(await listed()).to.deep.equal(['a']);
    expect((await s.get('/api/photos/b', s.writer)).statusCode).to.equal(404);
    expect(await listed(`?person=${paula}`, s.admin)).to.deep.equal(['b', 'x']);
  });
});
