import Joi from 'joi';
import type { OpenShares, Visit } from '../../services/shares/open-shares.ts';
import type { ShareDownloads } from '../../services/shares/share-downloads.ts';
import type { SharedMedia } from '../../services/shares/shared-media.ts';
import type { SharedPhotos } from '../../services/shares/shared-photos.ts';
import type { ShareVisits } from '../../services/shares/share-visits.ts';
import type { Call } from '../pipeline/route.ts';
import { shareCookie } from '../pipeline/share-cookie.ts';

export interface SharedDependencies {
  readonly open: OpenShares;
  readonly photos: SharedPhotos;
  readonly media: SharedMedia;
  readonly visits: ShareVisits;
  readonly downloads: ShareDownloads;
  readonly cookieSecure: boolean;
}

export interface OfToken {
  token: string;
}

export const tokenParams = Joi.object({ token: Joi.string().max(1024).required() });

/** The credentials of a guest. */
export function visitOf({ params, address, cookies }: Pick<Call<OfToken>, 'params' | 'address' | 'cookies'>): Visit {
  return { token: params.token, address, proof: cookies[shareCookie] };
}
