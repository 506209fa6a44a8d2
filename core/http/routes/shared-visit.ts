import type { OpenShares, Visit } from '../../services/shares/open-shares.ts';
import type { ShareDownloads } from '../../services/shares/share-downloads.ts';
import type { SharedMedia } from '../../services/shares/shared-media.ts';
import type { SharedPhotos } from '../../services/shares/shared-photos.ts';
import type { ShareVisits } from '../../services/shares/share-visits.ts';
import type { Call } from '../pipeline/route.ts';
import { shareCookie } from '../pipeline/share-cookie.ts';
import { fields, type Value } from '../schemas/answer.ts';
import { word } from '../schemas/parts.ts';

export interface SharedDependencies {
  readonly open: OpenShares;
  readonly photos: SharedPhotos;
  readonly media: SharedMedia;
  readonly visits: ShareVisits;
  readonly downloads: ShareDownloads;
  readonly cookieSecure: boolean;
}

export const token = word.max(1024).required();
export const tokenParams = fields({ token });
export type OfToken = Value<typeof tokenParams>;

/** The credentials of a guest. */
export function visitOf({ params, address, cookies }: Pick<Call<OfToken>, 'params' | 'address' | 'cookies'>): Visit {
  return { token: params.token, address, proof: cookies[shareCookie] };
}
