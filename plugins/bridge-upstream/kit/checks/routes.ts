import type { Context } from '../context.ts';

export const unknownUid = 'no-such-uid-0d5b6f2c';

/** All routes of the contract with their read methods, for existing photos and albums if there are any. */
export async function routesOf(context: Context): Promise<readonly (readonly [path: string, ...reads: string[]])[]> {
  const [first] = await context.timeline();
  const uid = first?.uid ?? unknownUid;
  return [
    ['/health', 'GET', 'HEAD'],
    ['/timeline', 'GET', 'HEAD'],
    ['/changes?since=x', 'GET', 'HEAD'],
    ['/nodes', 'POST'],
    [`/nodes/${uid}`, 'GET', 'HEAD'],
    ['/albums', 'GET', 'HEAD'],
    [`/albums/${unknownUid}/photos`, 'GET', 'HEAD'],
    [`/photos/${uid}/thumbnail?size=512`, 'GET', 'HEAD'],
    [`/photos/${uid}/full`, 'GET', 'HEAD'],
  ];
}
