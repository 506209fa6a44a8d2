import type { PhotoItem, Signature, Signatures } from '../../../core/http/wire.ts';
import type { GridSource } from './grid-source.ts';

/** Consecutive photos of a list under a heading of their own. */
export interface PhotoGroup {
  readonly title: string;
  /** Titles for narrow spaces, the longest first. */
  readonly shorter?: readonly string[];
  readonly count: number;
}

export interface FixedSourceOptions {
  /** Consecutive groups of the photos; without them there are no headings. */
  readonly groups?: readonly PhotoGroup[];
  /** Signs paths of thumbnails again. */
  readonly sign: (paths: readonly string[], stop: AbortSignal) => Promise<Signatures>;
  /** Epoch seconds. */
  readonly now: () => number;
}

/** In seconds. Signed URLs expire after some hours. */
const signedFor = 1800;

/** A list whose photos are all known, in an order of its own, such as search results or similar photos. */
export function fixedSource(photos: readonly PhotoItem[], { groups, sign, now }: FixedSourceOptions): GridSource {
  const parts = groups ?? [{ title: '', count: photos.length }];
  let offset = 0;
  // Groups are represented as months, the first as the newest.
  const months = parts.map(({ count }, i) => {
    const group = { year: parts.length - i, month: 0, count, offset, before: Infinity, days: [] };
    offset += count;
    return group;
  });
  /** The current versions, in the order of the list, and when their URLs were signed. */
  const items = photos.map((photo) => ({ photo, signedAt: now() }));
  const renew = async (outdated: readonly (typeof items)[number][], stop: AbortSignal): Promise<void> => {
    const paths = outdated.flatMap(({ photo }) => (photo.thumb_url === null ? [] : [pathOf(photo.thumb_url)]));
    if (paths.length === 0) return;
    const { urls } = await sign(paths, stop);
    const signatures = new Map(urls.map((signature) => [signature.path, signature]));
    for (const item of outdated) {
      const { thumb_url: url } = item.photo;
      const signature = url === null ? undefined : signatures.get(pathOf(url));
      // Without one, the photo is hidden from the user now, and keeps a URL that is refused.
      if (url !== null && signature) item.photo = { ...item.photo, thumb_url: signedAgain(url, signature) };
      item.signedAt = now();
    }
  };
  return {
    labelling: groups ? 'groups' : 'none',
    titlesOf: ({ year }) => {
      const { title = '', shorter = [] } = parts[parts.length - year] ?? {};
      return [title, ...shorter];
    },
    outline: () => Promise.resolve({ months, aspects: aspectsOf(photos) }),
    photos: async ({ offset, limit }, stop) => {
      const part = items.slice(offset, offset + limit);
      const outdated = part.filter(({ signedAt }) => signedAt + signedFor <= now());
      if (outdated.length > 0) await renew(outdated, stop);
      return { photos: part.map(({ photo }) => photo), total: items.length };
    },
    replaceAll: (changedPhotos) => {
      const byUid = new Map(changedPhotos.map((photo) => [photo.uid, photo]));
      for (const item of items) {
        const photo = byUid.get(item.photo.uid);
        if (photo) Object.assign(item, { photo, signedAt: now() });
      }
    },
    locate: (uid) => {
      const index = photos.findIndex((photo) => photo.uid === uid);
      return index < 0 ? { index: photos.length, found: false } : { index, found: true };
    },
  };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

function signedAgain(url: string, { sig, exp }: Signature): string {
  const query = new URLSearchParams(url.split('?')[1]);
  query.set('sig', sig);
  query.set('exp', String(exp));
  return `${pathOf(url)}?${query.toString()}`;
}

/** Aspect ratios in the server's encoding, one byte per photo. */
function aspectsOf(photos: readonly PhotoItem[]): Uint8Array {
  return Uint8Array.from(photos, ({ width, height }) =>
    width && height ? Math.min(255, Math.max(1, Math.round(128 + 32 * Math.log2(width / height)))) : 0,
  );
}
