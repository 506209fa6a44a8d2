import type { PhotoSource, SourceHealth, SourceThumbnail } from '../../core/plugin-api/photo-source.ts';

/** A JPEG preview as a store would make it; null for none. */
type PreviewMaker = (uid: string, size: 512 | 1920) => Promise<Buffer | null>;

/** The same photos in a store with expensive originals and with previews. */
export function previewing(source: PhotoSource, preview: PreviewMaker): PhotoSource {
  const bound = <K extends keyof PhotoSource>(method: K): PhotoSource[K] =>
    (source[method] as (...args: unknown[]) => unknown).bind(source) as PhotoSource[K];
  return {
    timeline: bound('timeline'),
    changes: bound('changes'),
    nodes: bound('nodes'),
    albums: bound('albums'),
    albumPhotos: bound('albumPhotos'),
    open: bound('open'),
    async health(options): Promise<SourceHealth> {
      return { ...(await source.health(options)), originals: 'metered' };
    },
    async thumbnail(uid, { size }): Promise<SourceThumbnail | null> {
      const bytes = await preview(uid, size);
      return bytes && { mediaType: 'image/jpeg', bytes };
    },
  };
}
