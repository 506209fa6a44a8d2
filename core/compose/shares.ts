import type { DependencyContainer } from 'tsyringe';
import type { SharedDependencies } from '../http/routes/shared-visit.ts';
import type { AlbumLibrary } from '../services/album-library.ts';
import type { Media } from '../services/media.ts';
import { OpenShares } from '../services/shares/open-shares.ts';
import { ShareAdministration } from '../services/shares/share-administration.ts';
import { ShareDownloads } from '../services/shares/share-downloads.ts';
import { ShareLimits } from '../services/shares/share-limits.ts';
import { SharedMedia } from '../services/shares/shared-media.ts';
import { SharedPhotos } from '../services/shares/shared-photos.ts';
import { ShareVisits } from '../services/shares/share-visits.ts';
import { Users } from '../store/accounts/users.ts';
import { Photos } from '../store/photos/photos.ts';
import { ShareRows } from '../store/shares/share-rows.ts';
import { SharedLists } from '../store/shares/shared-lists.ts';
import { SharingSwitch } from '../store/shares/sharing-switch.ts';
import { Timeline } from '../timeline/timeline.ts';
import { inject } from './inject.ts';

/** Share links, for their creators and for guests. */
export function composeShares(
  c: DependencyContainer,
  { albums, media }: { albums: AlbumLibrary; media: Media },
): SharedDependencies & { readonly shares: ShareAdministration } {
  const clock = c.resolve(inject.clock);
  const users = c.resolve(Users);
  const rows = c.resolve(ShareRows);
  const lists = c.resolve(SharedLists);
  const sharing = c.resolve(SharingSwitch);
  const passwords = c.resolve(inject.passwords);
  const photos = new SharedPhotos({
    library: c.resolve(inject.library),
    lists,
    timeline: c.resolve(Timeline),
    rules: c.resolve(inject.photoRules),
  });
  const open = new OpenShares({
    shares: rows,
    sharing,
    users,
    limits: new ShareLimits(clock),
    secret: c.resolve(inject.secret),
    clock,
  });
  return {
    shares: new ShareAdministration({
      rows,
      lists,
      sharing,
      users,
      photos: c.resolve(Photos),
      contents: photos,
      albums,
      passwords,
      transact: c.resolve(inject.transact),
      clock,
    }),
    open,
    downloads: new ShareDownloads({ downloads: c.resolve(inject.downloads), photos, open }),
    photos,
    media: new SharedMedia({ media, streams: c.resolve(inject.videoStreams), photos, open }),
    visits: new ShareVisits({ shares: rows, passwords, limits: c.resolve(inject.loginLimits), clock }),
    cookieSecure: c.resolve(inject.config).cookieSecure,
  };
}
