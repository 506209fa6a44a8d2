import { randomBytes } from 'node:crypto';
import type {
  Album,
  Albums,
  AssignedFace,
  DownloadTicket,
  FaceList,
  MergedPerson,
  PhotoList,
} from '../../core/http/wire.ts';
import type { AccessHouse } from './access-house.ts';
import { plain, type MakeRequest } from './access-request.ts';
import { photoLikeJpeg } from './pictures.ts';

const fresh = (what: string): string => `${what} ${randomBytes(6).toString('hex')}`;

/** Requests about photos, albums, places, people and faces, and about the page that shows them. */
export async function libraryRequests(house: AccessHouse): Promise<Record<string, MakeRequest>> {
  const [person = 0, second = 0, third = 0] = await house.people();
  const { faces } = await house.json<FaceList>('GET', `/api/people/${person}/faces`);
  const [face = 0, spareFace = 0, writersFace = 0] = faces.map(({ id }) => id);
  const [album] = (await house.json<Albums>('GET', '/api/albums')).albums;
  const [photo] = (await house.json<PhotoList>('GET', '/api/photos?limit=1')).photos;
  if (!album || !photo || writersFace === 0 || third === 0) throw new Error('the demo library lacks something');
  const ofPhoto = `/api/photos/${photo.uid}`;
  const ofPerson = `/api/people/${person}`;
  const ofFace = `/api/faces/${face}`;
  /** Faces that can be assigned only once, since that changes them. */
  const onceGiven = faces.slice(2).map(({ id }) => id);

  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(await photoLikeJpeg(3, 64, 64))], { type: 'image/jpeg' }), 'face.jpg');
  const asset = /\/assets\/[\w.-]+/.exec(await (await house.ask('GET', '/')).text())?.[0] ?? '/assets/not-built.js';

  const merge = async (): Promise<{ path: string; body: object }> => {
    const body = { name: fresh('Stranger') };
    const { person: stranger } = await house.json<AssignedFace>('POST', `/api/faces/${spareFace}/person`, { body });
    return { path: `/api/people/${stranger.id}/merge`, body: { target_id: person } };
  };

  const ownAlbum = async (): Promise<string> => {
    const made = await house.json<Album>('POST', '/api/albums', { body: { name: fresh('Album') } });
    return `/api/albums/${made.uid}`;
  };

  return {
    ...plain(
      ...['GET /api/health', 'GET /api/status', 'GET /api/openapi.json', 'GET /'],
      ...['GET /api/photos', 'GET /api/photos/archived', 'GET /api/photos/anchors'],
      ...['GET /api/photos/aspects', 'GET /api/photos/recent'],
      ...['GET /api/memories', 'GET /api/duplicates', 'GET /api/tags', 'GET /api/albums', 'GET /api/places'],
      ...['GET /api/map', 'GET /api/people', 'GET /api/people/duplicates', 'GET /api/faces/unassigned'],
      ...['GET /api/faces/rejected', 'GET /api/people/merges', 'GET /api/people/suggested-merges'],
      ...['GET /api/people/ignored', 'GET /api/faces/ignored', 'GET /api/faces/likely'],
    ),
    'GET /assets/*': () => ({ path: asset }),
    'GET /plugins/-/{file}': () => ({ path: '/plugins/-/page.js' }),
    'GET /api/photos/{uid}': () => ({ path: ofPhoto }),
    'GET /api/photos/{uid}/meta': () => ({ path: `${ofPhoto}/meta` }),
    'GET /api/photos/{uid}/thumb': () => ({ path: `${ofPhoto}/thumb` }),
    'GET /api/photos/{uid}/full': () => ({ path: `${ofPhoto}/full` }),
    // The demo library has no live photos.
    'GET /api/photos/{uid}/motion': () => ({ path: `${ofPhoto}/motion`, status: 404 }),
    // The photo is not a video.
    'GET /api/photos/{uid}/stream': () => ({ path: `${ofPhoto}/stream`, status: 404 }),
    'GET /api/photos/{uid}/faces': () => ({ path: `${ofPhoto}/faces` }),
    'GET /api/photos/{uid}/tags': () => ({ path: `${ofPhoto}/tags` }),
    'GET /api/photos/{uid}/similar': () => ({ path: `${ofPhoto}/similar` }),
    'POST /api/sign': () => ({ path: '/api/sign', body: { path: `${ofPhoto}/thumb` } }),
    'PATCH /api/photos': () => ({ path: '/api/photos', body: { uids: [photo.uid], favorited: true } }),
    'POST /api/photos/undo': () => ({ path: '/api/photos/undo', body: { change: 'nothing-done' } }),
    'PATCH /api/photos/{uid}': () => ({ path: ofPhoto, body: { favorited: true } }),
    'PUT /api/photos/{uid}/tags': () => ({ path: `${ofPhoto}/tags`, body: { tags: ['seen'] } }),
    'GET /api/albums/{album_uid}/photos': () => ({ path: `/api/albums/${album.uid}/photos` }),
    'GET /api/withholdings': () => ({ path: '/api/withholdings' }),
    'GET /api/albums/{album_uid}/audience': () => ({ path: `/api/albums/${album.uid}/audience` }),
    // Unchanged, since the other requests need the album and the person.
    'PUT /api/albums/{album_uid}/audience': () => ({
      path: `/api/albums/${album.uid}/audience`,
      body: { kept_from_readers: false },
    }),
    'GET /api/people/{id}/audience': () => ({ path: `${ofPerson}/audience` }),
    'PUT /api/people/{id}/audience': () => ({ path: `${ofPerson}/audience`, body: { kept_from_readers: false } }),
    'GET /api/hidden_by_me': () => ({ path: '/api/hidden_by_me' }),
    'PUT /api/albums/{album_uid}/hidden_by_me': () => ({
      path: `/api/albums/${album.uid}/hidden_by_me`,
      body: { hidden_by_me: false },
    }),
    'PUT /api/people/{id}/hidden_by_me': () => ({ path: `${ofPerson}/hidden_by_me`, body: { hidden_by_me: false } }),

    'GET /api/admin/folders': () => ({ path: '/api/admin/folders' }),
    // Readers see folders from then on. Their rejection before that has its own test.
    'PUT /api/admin/folders': () => ({ path: '/api/admin/folders', body: { readers: true } }),
    'GET /api/plugins/pages': () => ({ path: '/api/plugins/pages' }),
    'GET /api/folders/seen': () => ({ path: '/api/folders/seen' }),
    'GET /api/folders': async () => {
      await house.json('PUT', '/api/admin/folders', { body: { readers: true } });
      return { path: '/api/folders' };
    },
    'POST /api/download': () => ({ path: '/api/download', body: { uids: [photo.uid] } }),
    'POST /api/download/tickets': () => ({ path: '/api/download/tickets', body: { uids: [photo.uid] } }),
    'GET /api/download/{ticket}': async () => {
      const body = { uids: [photo.uid] };
      return { path: (await house.json<DownloadTicket>('POST', '/api/download/tickets', { body })).url };
    },
    'POST /api/albums': () => ({
      path: '/api/albums',
      body: { name: fresh('Album'), photos: [photo.uid] },
      status: 201,
    }),
    'PATCH /api/albums/{album_uid}': async () => ({ path: await ownAlbum(), body: { notes: 'seen' } }),
    'DELETE /api/albums/{album_uid}': async () => ({ path: await ownAlbum() }),
    'POST /api/albums/{album_uid}/undo': async () => ({ path: `${await ownAlbum()}/undo`, body: { photos: [] } }),
    'PUT /api/albums/{album_uid}/photos': async () => ({
      path: `${await ownAlbum()}/photos`,
      body: { add: [photo.uid] },
    }),

    'GET /api/towns': () => ({ path: '/api/towns?q=lis' }),
    'GET /api/map/towns': () => ({ path: '/api/map/towns?zoom=3&x=3&y=3' }),
    'GET /api/people/{id}': () => ({ path: ofPerson }),
    'GET /api/people/{id}/cover': () => ({ path: `${ofPerson}/cover` }),
    'GET /api/people/{id}/faces': () => ({ path: `${ofPerson}/faces` }),
    'GET /api/people/{id}/photos': () => ({ path: `${ofPerson}/photos` }),
    'GET /api/people/{id}/map': () => ({ path: `${ofPerson}/map` }),
    'POST /api/people/{id}/cover': () => ({ path: `${ofPerson}/cover`, body: { face_id: face } }),
    'POST /api/people/{id}/name': () => ({ path: `${ofPerson}/name`, body: { name: fresh('Named') } }),
    'POST /api/people/{src}/merge': merge,
    'POST /api/people/merges/{id}/undo': async () => {
      const { path, body } = await merge();
      const { merge_id } = await house.json<MergedPerson>('POST', path, { body });
      return { path: `/api/people/merges/${merge_id}/undo` };
    },
    'POST /api/people/duplicates/dismiss': () => ({
      path: '/api/people/duplicates/dismiss',
      body: { a: second, b: third },
    }),
    'POST /api/people/{id}/hidden': () => ({ path: `${ofPerson}/hidden`, body: { hidden: false } }),
    'POST /api/people/hidden': () => ({ path: '/api/people/hidden', body: { person_ids: [person], hidden: false } }),
    'GET /api/people/{id}/similar': () => ({ path: `${ofPerson}/similar` }),
    'GET /api/people/{id}/similar-faces': () => ({ path: `${ofPerson}/similar-faces` }),
    // An unassigned face might be grouped before it is assigned to a person. This one stays with its person until the
    // request.
    'POST /api/people/{id}/faces': () => {
      const given = onceGiven.pop();
      if (given === undefined) throw new Error('the demo library lacks a face to give');
      return { path: `${ofPerson}/faces`, body: { face_ids: [given], theirs: false } };
    },
    'POST /api/people/{id}/merge_all': async () => {
      const { path } = await merge();
      return { path: `${ofPerson}/merge_all`, body: { source_ids: [Number(/\d+/.exec(path)?.[0])] } };
    },
    'POST /api/faces/ignore': async () => {
      await house.json('POST', `/api/faces/${spareFace}/person`, { body: { person_id: person } });
      await house.json('POST', `/api/faces/${spareFace}/unassign`);
      return { path: '/api/faces/ignore', body: { face_ids: [spareFace], ignored: false } };
    },
    'DELETE /api/people/{id}/name': () => ({ path: `${ofPerson}/name` }),
    'POST /api/faces/reject': () => ({ path: '/api/faces/reject', body: { face_ids: [spareFace], rejected: false } }),
    'GET /api/faces/{id}/crop': () => ({ path: `${ofFace}/crop` }),
    'GET /api/faces/{id}/suggest': () => ({ path: `${ofFace}/suggest` }),
    'POST /api/faces/{id}/person': () => ({ path: `/api/faces/${spareFace}/person`, body: { person_id: person } }),
    'POST /api/faces/{id}/unassign': async () => {
      await house.json('POST', `/api/faces/${spareFace}/person`, { body: { person_id: person } });
      return { path: `/api/faces/${spareFace}/unassign` };
    },
    'POST /api/admin/people/gc-empty': () => ({ path: '/api/admin/people/gc-empty' }),

    'GET /api/search': () => ({ path: '/api/search?q=vienna' }),
    'GET /api/search/suggestions': () => ({ path: '/api/search/suggestions?prefix=vi' }),
    // The response to users with access on a server without models.
    'POST /api/search/face': () => ({ path: '/api/search/face', body: form, status: 503 }),
  };
}
