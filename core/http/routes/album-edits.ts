import type { AlbumLibrary } from '../../services/album-library.ts';
import type { AlbumEdits } from '../../services/albums/album-edits.ts';
import { AlbumPresenter } from '../present-albums.ts';
import type { MediaSigner } from '../present.ts';
import { Reply, route, type Route } from '../pipeline/route.ts';
import { fields, list, nullable, oneOf } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, ok, word } from '../schemas/parts.ts';
import { photoFilterBody, photoRule } from '../schemas/photo-filter.ts';
import * as schemas from '../schemas/albums.ts';
import type * as wire from '../wire.ts';
import { excluded } from './household.ts';

export interface AlbumEditDependencies {
  albums: Pick<AlbumLibrary, 'changed'>;
  edits: AlbumEdits;
  signer: MediaSigner;
}

/** The maximum number of photos in one request. */
const maxAtOnce = 5000;
/** The size in bytes of a body with three lists of that many uids of the length that stores use. */
const largestBody = 4 * 1024 * 1024;
/** The maximum number of characters. */
const longestNotes = 10_000;

const uids = list(input.uid).max(maxAtOnce);

/** Routes that change albums. */
export function albumEditRoutes({ albums, edits, signer }: AlbumEditDependencies): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/albums',
      access: 'write',
      status: 201,
      largestBody,
      summary: 'Makes an album of chosen photos, or one with a rule. Photos that no longer exist are skipped.',
      payload: fields({
        name: word.max(1024).required(),
        rule: photoRule.description(
          'The rule by which the album finds its photos; without one, photos are added one by one.',
        ),
        photos: uids.description('Uids, up to 5000.'),
      }),
      answer: schemas.album,
      async handle(call): Promise<Reply> {
        const { caller } = call;
        const uid = edits.add(caller, call.payload);
        const album = await albums.changed(caller, uid, call.signal);
        return new Reply(new AlbumPresenter(signer, caller).album(album), { status: 201 });
      },
    }),

    route({
      method: 'PATCH',
      path: '/api/albums/{album_uid}',
      access: 'write',
      fails: ['conflict'],
      summary:
        'Changes the name, cover, rule or order of an album, or whether the timeline shows its photos; of an album in the photo store, only the latter.',
      params: input.albumParams,
      payload: fields({
        name: word.max(1024),
        notes: word.max(longestNotes).allow(''),
        cover: nullable(input.uid).description('The uid of one of its photos; null for the newest.'),
        rule: photoRule,
        off_timeline: boolean.strict().description('Whether the timeline leaves out its photos.'),
        order: oneOf('date', 'hand').description(
          'date: newest first. hand: in the order that people chose; at first unchanged.',
        ),
      }),
      answer: schemas.album,
      async handle(call): Promise<wire.Album> {
        const { caller } = call;
        const { off_timeline: offTimeline, ...changes } = call.payload;
        const { album_uid: uid } = call.params;
        await edits.change(caller, uid, { ...changes, offTimeline }, call.signal);
        return new AlbumPresenter(signer, caller).album(await albums.changed(caller, uid, call.signal));
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/albums/{album_uid}',
      access: 'write',
      fails: ['conflict'],
      summary:
        'Deletes an album that was made in Photofinch; its photos stay in the library. Only admins can delete one that is kept from somebody.',
      params: input.albumParams,
      answer: ok,
      async handle(call): Promise<Reply> {
        const { name, ...former } = await edits.remove(call.caller, call.params.album_uid, call.signal);
        return new Reply({ ok: true } satisfies wire.Ok, { subject: name, detail: excluded(former) });
      },
      audit: (_call, { subject, detail }) => ({ action: 'album.deleted', subject, detail }),
    }),

    route({
      method: 'POST',
      path: '/api/albums/{album_uid}/undo',
      access: 'write',
      largestBody,
      fails: ['conflict'],
      summary:
        'Undoes the making of an album: takes out the photos that it was made of, and deletes it if it has no others. One that is kept from somebody stays as it is.',
      params: input.albumParams,
      payload: fields({
        photos: uids.required().description('Uids, up to 5000; an album of more is undone by several calls.'),
      }),
      answer: schemas.unmadeAlbum,
      async handle(call): Promise<Reply> {
        const { album_uid: uid } = call.params;
        const { name, isRemoved } = await edits.unmake(call.caller, uid, call.payload.photos, call.signal);
        return new Reply({ deleted: isRemoved } satisfies wire.UnmadeAlbum, isRemoved ? { subject: name } : {});
      },
      audit: (_call, { subject }) => (subject === undefined ? null : { action: 'album.deleted', subject }),
    }),

    route({
      method: 'PUT',
      path: '/api/albums/{album_uid}/photos',
      access: 'write',
      largestBody,
      fails: ['conflict'],
      summary:
        'Adds photos to an album that was made in Photofinch, removes some, and moves some. Photos that are in the album already, or no longer exist, are skipped.',
      params: input.albumParams,
      payload: fields({
        add: uids.description('Uids, up to 5000.'),
        add_filter: photoFilterBody.description('All photos that match this filter are added.'),
        remove: uids.description('Uids, up to 5000. They are removed before others are added.'),
        order: uids
          .min(1)
          .description(
            'Uids of photos of the album, which are moved together, in this order; all photos of the album for a new order of the whole album.',
          ),
        before: nullable(input.uid).description(
          'With order: the uid of the photo before which the moved photos are placed; null for the end. By default they come first.',
        ),
      }).with('before', 'order'),
      answer: schemas.changedAlbum,
      async handle(call): Promise<wire.ChangedAlbum> {
        const { caller } = call;
        const { add_filter: addFilter, ...changes } = call.payload;
        const result = await edits.changePhotos(caller, call.params.album_uid, { ...changes, addFilter }, call.signal);
        const changed = await albums.changed(caller, call.params.album_uid, call.signal);
        const album = new AlbumPresenter(signer, caller).album(changed);
        return { album, added: result.added, removed: result.removed, passed_over: result.passedOver };
      },
    }),
  ];
}
