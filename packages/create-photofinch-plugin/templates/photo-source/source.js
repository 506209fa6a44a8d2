import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { SourceError } from '@photofinch/plugin-api';

/** A file that was deleted meanwhile, or a link to nothing, is no picture; all else is an error. */
const unlessGone = (error) => {
  if (error.code !== 'ENOENT') throw error;
  return null;
};
const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 32);
const pageOf = (items, { cursor, limit }) => {
  const start = Number(cursor ?? 0);
  const end = start + limit;
  return { items: items.slice(start, end), next: end < items.length ? String(end) : null };
};

export class FewPictures {
  constructor(folder) {
    this.folder = folder;
  }

  async health({ signal }) {
    signal.throwIfAborted();
    const reachable = await stat(this.folder).then(
      (facts) => facts.isDirectory(),
      () => false,
    );
    return { reachable, loggedIn: true, storeId: hash(this.folder) };
  }

  async timeline(page) {
    const pictures = await this.list(page.signal);
    const items = pictures.map(({ uid, rev, captureTime }) => ({ uid, rev, captureTime }));
    return { ...pageOf(items, page), changesCursor: hash(JSON.stringify(items)) };
  }

  // There is no record of changes: after any change, the server reads the whole timeline again.
  async changes({ since, signal }) {
    const { changesCursor } = await this.timeline({ cursor: null, limit: 1, signal });
    if (since !== changesCursor) throw new SourceError('cursor_expired', 'Something has changed.');
    return { events: [], next: since, more: false };
  }

  async nodes(uids, { signal }) {
    const pictures = new Map((await this.list(signal)).map((picture) => [picture.uid, picture]));
    return {
      nodes: uids.filter((uid) => pictures.has(uid)).map((uid) => pictures.get(uid)),
      missing: uids.filter((uid) => !pictures.has(uid)),
    };
  }

  async albums({ signal }) {
    signal.throwIfAborted();
    return { albums: [], next: null };
  }

  async albumPhotos() {
    throw new SourceError('not_found', 'There is no such album.');
  }

  async thumbnail(uid, { signal }) {
    await this.picture(uid, signal);
    return null; // The server makes its own.
  }

  async open(uid, { range, signal }) {
    const { name, size, rev, modifiedTime, mediaType } = await this.picture(uid, signal);
    const start = !range ? 0 : range.start < 0 ? Math.max(0, size + range.start) : range.start;
    const end = Math.min(range && range.start >= 0 && range.end !== undefined ? range.end : size - 1, size - 1);
    if (range && start > end) throw new SourceError('bad_range', `The picture has ${size} bytes.`);
    const body = createReadStream(join(this.folder, name), size > 0 ? { start, end } : {});
    return {
      body: addAbortSignal(signal, body),
      mediaType,
      length: end - start + 1,
      totalLength: size,
      range: range ? { start, end } : null,
      rev,
      modifiedTime,
    };
  }

  async picture(uid, signal) {
    const { nodes } = await this.nodes([uid], { signal });
    if (nodes.length === 0) throw new SourceError('not_found', 'There is no such picture.');
    return nodes[0];
  }

  async list(signal) {
    signal.throwIfAborted();
    const names = await readdir(this.folder).catch((cause) => {
      throw new SourceError('unreachable', 'The folder with the pictures cannot be read.', { cause });
    });
    const pictures = await Promise.all(
      names
        .filter((name) => /\.jpe?g$/i.test(name))
        .map(async (name) => {
          const file = await stat(join(this.folder, name)).catch(unlessGone);
          if (!file) return [];
          const { size, mtimeMs } = file;
          const modifiedTime = Math.floor(mtimeMs / 1000);
          return {
            uid: hash(name),
            rev: `${size}-${mtimeMs}`,
            kind: 'image',
            name,
            mediaType: 'image/jpeg',
            size,
            sha1: null,
            captureTime: modifiedTime,
            captureTimeSource: 'mtime',
            utcOffset: null,
            modifiedTime,
            location: null,
            camera: null,
            media: null,
            errors: [],
          };
        }),
    );
    return pictures.flat().sort((a, b) => b.captureTime - a.captureTime || (a.uid < b.uid ? -1 : 1));
  }
}
