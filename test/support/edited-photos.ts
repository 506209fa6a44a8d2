import { expect } from 'chai';
import type { Photo } from '../../core/http/wire.ts';
import { libraryServer, type LibraryServer } from './library-server.ts';

/** July 1 2023, 12:00 UTC. */
export const noon = 1_688_212_800;
export const lisbon = { lat: 38.7223, lng: -9.1393 };
export const berlin = { lat: 52.52, lng: 13.405 };

/** A server with one photo, `a`, whose metadata tests edit. */
export class EditedPhotos {
  s!: LibraryServer;

  /** Starts each test of the suite with only that photo. */
  static inSuite(): EditedPhotos {
    const rig = new EditedPhotos();
    before(async () => {
      rig.s = await libraryServer();
    });
    beforeEach(() => {
      rig.s.db.exec('DELETE FROM photos');
      rig.s.rows.add({ uid: 'a', takenAt: noon, takenAtLocal: '2023-07-01T14:00:00', name: 'a.jpg' });
      rig.s.db.exec(`UPDATE photos SET caption = 'By the camera' WHERE uid = 'a'`);
    });
    after(() => rig.s.stop());
    return rig;
  }

  readonly photo = (uid = 'a'): Promise<Photo> => this.s.json<Photo>(`/api/photos/${uid}`, this.s.writer);

  readonly patch = async (body: object, uid = 'a'): Promise<Photo> => {
    const answer = await this.s.send('PATCH', `/api/photos/${uid}`, body);
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as Photo;
  };
}
