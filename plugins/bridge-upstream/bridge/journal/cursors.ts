import { BadCursor } from '../catalog.ts';

/** The position of a listing by time: after this photo. */
export interface TimePosition {
  readonly captureTime: number;
  readonly uid: string;
}

/**
 * SQL for what comes after a position, newest first. The first condition is the one that an index can use; the second
 * cuts among photos of the same second.
 */
export const afterPosition = 'capture_time <= @captureTime AND (capture_time < @captureTime OR uid > @uid)';

/*
 * Cursors are texts of parts between dots: a letter for the listing that they belong to, then their values. They carry
 * nothing secret, and a forged one shows nothing that its maker could not have asked for.
 */

/** After event `seq` of an era of the feed. */
export const writeFeedCursor = (era: string, seq: number): string => `c.${era}.${seq}`;

/** @throws BadCursor */
export function readFeedCursor(cursor: string): { era: string; seq: number } {
  const [, era = '', seq] = match(/^c\.([\w-]{1,64})\.(\d{1,15})$/, cursor);
  return { era, seq: Number(seq) };
}

/**
 * After `position` of the timeline. `changesCursor`: the cursor of the feed when the first page was read. The era may be
 * another one when the next page is requested.
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
