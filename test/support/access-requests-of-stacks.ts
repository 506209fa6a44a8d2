import type { PhotoList, StackStep } from '../../core/http/wire.ts';
import type { AccessHouse } from './access-house.ts';
import type { MakeRequest } from './access-request.ts';

/** Requests about stacks: each has its own stack, of photos that are in no other. */
export async function stackRequests(house: AccessHouse): Promise<Record<string, MakeRequest>> {
  const { photos } = await house.json<PhotoList>('GET', '/api/photos?limit=200');
  const uids = photos.filter(({ stack }) => stack === null).map(({ uid }) => uid);
  const pair = (): string[] => {
    const two = uids.splice(-2);
    if (two.length < 2) throw new Error('the demo library lacks photos for a stack');
    return two;
  };
  const made = async (): Promise<{ id: number; cover: string; step: number }> => {
    const { stack, step } = await house.json<StackStep>('POST', '/api/stacks', { body: { photos: pair() } });
    if (!stack) throw new Error('no stack was made');
    return { id: stack.id, cover: stack.cover, step };
  };
  const shown = await made();

  return {
    'GET /api/stacks/{id}': () => ({ path: `/api/stacks/${shown.id}` }),
    'POST /api/stacks/photos': () => ({ path: '/api/stacks/photos', body: { stacks: [shown.id] } }),
    'POST /api/stacks': () => ({ path: '/api/stacks', body: { photos: pair() } }),
    'PATCH /api/stacks/{id}': () => ({ path: `/api/stacks/${shown.id}`, body: { cover: shown.cover } }),
    'DELETE /api/stacks/{id}': async () => ({ path: `/api/stacks/${(await made()).id}` }),
    'DELETE /api/stacks/{id}/photos/{uid}': async () => {
      const { id, cover } = await made();
      return { path: `/api/stacks/${id}/photos/${encodeURIComponent(cover)}` };
    },
    'POST /api/stacks/steps/{step}/undo': async () => ({ path: `/api/stacks/steps/${(await made()).step}/undo` }),
  };
}
