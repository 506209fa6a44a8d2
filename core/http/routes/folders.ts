import type { FolderLibrary } from '../../services/folders/folder-library.ts';
import type { FolderAccess } from '../../services/folders/folder-access.ts';
import { route, type Route } from '../pipeline/route.ts';
import { Presenter, type MediaSigner } from '../present.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean, word } from '../schemas/parts.ts';
import * as schemas from '../schemas/folders.ts';
import type * as wire from '../wire.ts';

/** The folders of the photo store. */
export function folderRoutes(deps: {
  folders: Pick<FolderLibrary, 'list' | 'areSeen'>;
  access: Pick<FolderAccess, 'readers' | 'showToReaders'>;
  signer: MediaSigner;
}): Route[] {
  const { folders, access, signer } = deps;
  return [
    route({
      method: 'GET',
      path: '/api/folders',
      access: 'read',
      summary: 'The subfolders of a folder, by name; needs the role write unless an admin shows folders to readers.',
      query: fields({
        parent: word
          .max(2000)
          .allow('')
          .default('')
          .description(
            'The path of the folder, with slashes; by default the top, which exists even if the store has no paths.',
          ),
        include_hidden: input.includeHidden,
      }),
      answer: schemas.folders,
      fails: ['forbidden', 'not_found'],
      handle(call): wire.Folders {
        const presenter = new Presenter(signer, call.caller);
        const listing = folders.list(call.caller, call.query.parent, call.query.include_hidden);
        return {
          path: listing.path,
          photo_count: listing.photoCount,
          photos_here: listing.photosHere,
          folders: listing.folders.map(({ path, name, photoCount, cover }) => ({
            path,
            name,
            photo_count: photoCount,
            cover_url: presenter.coverUrl(cover),
          })),
          total: listing.folders.length,
        };
      },
    }),

    route({
      method: 'GET',
      path: '/api/folders/seen',
      access: 'read',
      summary: 'Whether the photo store has folders that the caller sees.',
      answer: schemas.foldersSeen,
      handle: (call): wire.FoldersSeen => ({ seen: folders.areSeen(call.caller) }),
    }),

    route({
      method: 'GET',
      path: '/api/admin/folders',
      access: 'admin',
      summary: 'Who sees the folders of the photo store.',
      answer: schemas.folderSettings,
      handle: (): wire.FolderSettings => ({ readers: access.readers }),
    }),

    route({
      method: 'PUT',
      path: '/api/admin/folders',
      access: 'admin',
      summary: 'Shows the folders of the photo store to readers, or only to the role write and above.',
      payload: fields({ readers: boolean.strict().required() }),
      answer: schemas.folderSettings,
      handle({ payload: { readers } }): wire.FolderSettings {
        access.showToReaders(readers);
        return { readers };
      },
      audit: ({ payload: { readers } }) => ({ action: 'folders.shown', detail: readers ? 'to readers' : 'to editors' }),
    }),
  ];
}
