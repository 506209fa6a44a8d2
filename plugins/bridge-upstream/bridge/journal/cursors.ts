import { BadCursor } from '../catalog.ts';

/** A position in a list ordered by time: the last photo of the previous page. */
export interface TimePosition {
  readonly captureTime: number;
  readonly uid: string;
}

/**
 * SQL for the photos after a position, newest first. An index is used for the first condition; the second one excludes
 * photos of the same second that were listed before.
 */
export const afterPosition = 'capture_time <= @captureTime AND (capture_time < @captureTime OR uid > @uid)';

/*
 * A cursor is a text of parts separated by dots: a letter for the kind of list, then its values. Cursors contain no
 * secrets, and a forged one gives access to nothing that its author could not request anyway.
 */

/** After event `seq` of an era of the feed. */
export const writeFeedCursor = (era: string, seq: number): string => `c.${era}.${seq}`;

/** @throws BadCursor */
export function readFeedCursor(cursor: string): { era: string; seq: number } {
  const [, era = '', seq] = match(/^c\.([\w-]{1,64})\.(\d{1,15})$/, cursor);
  return { era, seq: Number(seq) };
}

/**
 * After `position` of the timeline. `changesCursor` is the cursor of the feed at the time of the first page: the era may
 * have changed before the next page is requested.
 */
export const writeTimelineCursor = (position: TimePosition, changesCursor: string): string =>
  `t.${position.captureTime}.${position.uid}.${changesCursor}`;

/** @throws BadCursor */
export function readTimelineCursor(cursor: string): { position: TimePosition; changesCursor: string } {
  const pattern = /^t\.(-?\d{1,15})\.([\w.~=-]{1,256})\.(c\.[\w-]{1,64}\.\d{1,15})$/;
  const [, captureTime, uid = '', changesCursor = ''] = match(pattern, cursor);
  return { position: { captureTime: Number(captureTime), uid }, changesCursor };
}

export const writeAlbumPhotosCursor = (position: TimePosition): string => `p.${position.captureTime}.${position.uid}`;

/** @throws BadCursor */
export function readAlbumPhotosCursor(cursor: string): TimePosition {
  const [, captureTime, uid = ''] = match(/^p\.(-?\d{1,15})\.([\w.~=-]{1,256})$/, cursor);
  return { captureTime: Number(captureTime), uid };
}

export const writeAlbumsCursor = (uid: string): string => `a.${uid}`;

/** @throws BadCursor */
export function readAlbumsCursor(cursor: string): string {
  return match(/^a\.([\w.~=-]{1,256})$/, cursor)[1] ?? '';
}

function match(pattern: RegExp, cursor: string): RegExpExecArray {
  const found = pattern.exec(cursor);
  if (!found) throw new BadCursor('The cursor is not one of this bridge: ask without one to begin anew.');
  return found;
}
