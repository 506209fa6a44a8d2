import type { NewShare, PhotoList, SharedPhotos, Sharing } from '../../core/http/wire.ts';
import type { AccessHouse, SignedIn } from './access-house.ts';
import { plain, type MakeRequest } from './access-request.ts';

/** Requests about share links, by their creators and by guests. */
export async function shareRequests(house: AccessHouse): Promise<Record<string, MakeRequest>> {
  await house.json<Sharing>('PUT', '/api/admin/sharing', { body: { enabled: true } });
  const { photos } = await house.json<PhotoList>('GET', '/api/photos?limit=100');
  const picture = photos.find(({ kind }) => kind === 'image');
  const video = photos.find(({ kind }) => kind === 'video');
  if (!picture) throw new Error('the demo library lacks something');
  const body = {
    photos: [picture, video].flatMap((photo) => photo?.uid ?? []),
    expires_at: null,
    download: true,
    password: 'guests of ours',
  };
  const share = ({ access_token: token }: SignedIn, more = {}): Promise<NewShare> =>
    house.json<NewShare>('POST', '/api/shares', { token, body: { ...body, ...more } });
  const admin = house.as('admin');
  const open = await share(admin, { password: null });
  const locked = await share(admin);
  const of = ({ url }: NewShare): string => url.replace('/s/', '/api/shared/');
  const { photos: shared } = await house.json<SharedPhotos>('GET', `${of(open)}/photos`);
  const uid = (kind: string): string => shared.find((photo) => photo.kind === kind)?.uid ?? '';
  const ofOwn = async (as: SignedIn): Promise<string> => `/api/shares/${(await share(as)).id}`;

  return {
    ...plain('GET /api/shares', 'GET /api/admin/sharing'),
    'POST /api/shares': () => ({ path: '/api/shares', body, status: 201 }),
    'PATCH /api/shares/{id}': async (as) => ({ path: await ofOwn(as), body: { name: 'For Grandma' } }),
    'DELETE /api/shares/{id}': async (as) => ({ path: await ofOwn(as) }),
    'PUT /api/admin/sharing': () => ({ path: '/api/admin/sharing', body: { enabled: true } }),
    'GET /api/shared/{token}': () => ({ path: of(open) }),
    'GET /api/shared/{token}/photos': () => ({ path: `${of(open)}/photos` }),
    'POST /api/shared/{token}/unlock': () => ({ path: `${of(locked)}/unlock`, body: { password: body.password } }),
    'GET /api/shared/{token}/photos/{uid}/thumb': () => ({ path: `${of(open)}/photos/${uid('image')}/thumb` }),
    'GET /api/shared/{token}/photos/{uid}/full': () => ({ path: `${of(open)}/photos/${uid('image')}/full` }),
    // A library without videos has none to play.
    'GET /api/shared/{token}/photos/{uid}/stream': () =>
      video
        ? { path: `${of(open)}/photos/${uid('video')}/stream` }
        : { path: `${of(open)}/photos/${uid('image')}/stream`, status: 404 },
    'GET /api/shared/{token}/photos/{uid}/motion': () => ({
      path: `${of(open)}/photos/${uid('image')}/motion`,
      status: 404,
    }),
    'GET /api/shared/{token}/download': () => ({ path: `${of(open)}/download` }),
    'POST /api/shared/{token}/download': () => ({ path: `${of(open)}/download`, body: { language: 'de' } }),
    'GET /s/{token}': () => ({ path: open.url }),
  };
}
