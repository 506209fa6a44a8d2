import { faceCropPath } from '../domain/face-crop-path.ts';
import { thumbPath } from '../domain/thumb-path.ts';
import { PictureFolder } from '../media/picture-folder.ts';
import { PictureSeal } from '../media/picture-seal.ts';
import { facesFolder, thumbsFolder } from '../settings/data-folder.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** The picture files of a library, which are encrypted if the library is. */
export function registerPictures(register: Register): void {
  register(inject.thumbs, (c) => {
    const folder = thumbsFolder(c.resolve(inject.config).dataDir);
    const seal = new PictureSeal('thumbnails', c.resolve(inject.keys)?.of('thumbnails') ?? null);
    return new PictureFolder((id) => thumbPath(folder, id), seal);
  });
  register(inject.crops, (c) => {
    const folder = facesFolder(c.resolve(inject.config).dataDir);
    const seal = new PictureSeal('faces', c.resolve(inject.keys)?.of('faces') ?? null);
    return new PictureFolder((id) => faceCropPath(folder, id), seal);
  });
}
