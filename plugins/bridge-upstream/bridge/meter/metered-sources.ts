import type { ContentSource, ThumbnailSource } from '../content-source.ts';
import type { Meter } from './meter.ts';

/** The same content at the speed of the meter. */
export const meteredContent = (content: ContentSource, meter: Meter): ContentSource => ({
  confirm: (file, signal) => content.confirm(file, signal),
  open: async (file, request) => {
    const opened = await content.open(file, request);
    return { ...opened, read: (range) => meter.paced(() => opened.read(range), request.signal) };
  },
});

/** The same thumbnails at the speed of the meter. */
export const meteredThumbnails = (thumbnails: ThumbnailSource, meter: Meter): ThumbnailSource => ({
  of: async (file, size, request) => {
    const picture = await thumbnails.of(file, size, request);
    await meter.pass(picture.bytes.length, request.signal);
    return picture;
  },
});
