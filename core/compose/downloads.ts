import { DownloadTickets } from '../services/downloads/download-tickets.ts';
import { PhotoArchives } from '../services/downloads/photo-archives.ts';
import { PhotoDownloads } from '../services/downloads/photo-downloads.ts';
import { Users } from '../store/accounts/users.ts';
import { PhotoOriginals } from '../store/photos/photo-originals.ts';
import { Photos } from '../store/photos/photos.ts';
import { countSourceFault } from './count-faults.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** Downloads of many originals, by users and by guests of shares. */
export function registerDownloads(register: Register): void {
  register(
    inject.downloads,
    (c) =>
      new PhotoDownloads({
        photos: c.resolve(Photos),
        originals: c.resolve(PhotoOriginals),
        rules: c.resolve(inject.photoRules),
        library: c.resolve(inject.library),
        albums: c.resolve(inject.albums),
        users: c.resolve(Users),
        archives: new PhotoArchives({
          originals: c.resolve(PhotoOriginals),
          source: c.resolve(inject.readableSource),
          interactive: c.resolve(inject.interactive),
          clock: c.resolve(inject.clock),
          onAway: () => {
            c.resolve(inject.sourceWatch).doubt();
          },
          onFault: countSourceFault(c),
        }),
      }),
  );
  register(
    inject.downloadTickets,
    (c) => new DownloadTickets({ users: c.resolve(Users), clock: c.resolve(inject.clock) }),
  );
}
