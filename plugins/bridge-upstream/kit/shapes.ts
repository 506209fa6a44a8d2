import Joi from 'joi';
import {
  thumbnailSizes,
  uidPattern,
  type AlbumPhotosAnswer,
  type AlbumsAnswer,
  type ChangesAnswer,
  type HealthAnswer,
  type Node,
  type NodesAnswer,
  type TimelineAnswer,
} from '../contract.ts';
import { must } from './expect.ts';

/* All fields according to the contract. Unknown fields are allowed, since version 1 may get new ones. */

const object = <T = Record<string, unknown>>(keys: Readonly<Record<keyof T, Joi.Schema>>): Joi.ObjectSchema<T> =>
  Joi.object<T>(keys as Joi.SchemaMap)
    .unknown()
    .options({ presence: 'required' });
const list = (item: Joi.Schema) => Joi.array().items(item.optional());
const uid = Joi.string().pattern(uidPattern, 'uid');
const text = Joi.string();
const words = Joi.string().allow('');
/** Epoch seconds; the range excludes values in milliseconds. */
const time = Joi.number().integer().min(-62_135_596_800).max(253_402_300_799);
const count = Joi.number().integer().min(0);
const orNull = (schema: Joi.Schema) => schema.allow(null);
const cursor = Joi.string().min(1);

const fraction = Joi.number().min(0).max(1);
const person = object({
  name: text,
  box: object({ x: fraction, y: fraction, w: fraction, h: fraction }).optional(),
});

const node = object<Required<Node>>({
  uid,
  kind: Joi.valid('image', 'video', 'live', 'raw'),
  name: text,
  path: text.optional(),
  mediaType: text.pattern(/^[a-z]+\/[\w.+-]+$/i, 'media type'),
  size: count,
  sha1: orNull(text.pattern(/^[0-9a-f]{40}$/, '40 lower-case hexadecimal digits')),
  sha1Source: Joi.valid('claimed', 'verified', 'computed', null),
  captureTime: time,
  captureTimeSource: Joi.valid('upstream', 'exif', 'name', 'mtime'),
  utcOffset: orNull(Joi.number().integer().min(-1080).max(1080)),
  modifiedTime: time,
  createdTime: orNull(time),
  trashed: Joi.boolean(),
  rev: text,
  mainUid: orNull(uid),
  relatedUids: list(uid),
  tags: list(words),
  people: list(person).optional(),
  favourite: Joi.boolean().optional(),
  motion: orNull(
    object({ mediaType: text.pattern(/^video\//, 'media type of a video'), size: orNull(count) }),
  ).optional(),
  albums: list(object({ uid, addedTime: orNull(time) })),
  location: orNull(object({ lat: Joi.number().min(-90).max(90), lng: Joi.number().min(-180).max(180) })),
  camera: orNull(object({ device: words, orientation: orNull(Joi.number().integer().min(1).max(8)) })),
  media: orNull(object({ width: count.min(1), height: count.min(1), duration: orNull(Joi.number().min(0)) })),
  errors: list(object({ field: text, message: text })),
});

const shapes = {
  health: object<HealthAnswer>({
    contract: Joi.valid(1),
    bridge: object({ name: text, version: text }),
    storeId: text,
    reachable: Joi.boolean(),
    loggedIn: Joi.boolean(),
    reason: text.optional(),
    detail: text.optional(),
    state: Joi.valid('starting', 'scanning', 'ready'),
    counts: object({ photos: count, albums: count, failed: count }),
    lastScanAt: orNull(time),
    capabilities: object({
      thumbnails: list(Joi.valid(...thumbnailSizes)),
      range: Joi.boolean(),
      sha1: Joi.valid('claimed', 'computed', 'lazy'),
      albums: Joi.boolean(),
      tags: Joi.boolean(),
      related: Joi.boolean(),
      originals: Joi.valid('cheap', 'metered').optional(),
    }),
  }),
  timeline: object<TimelineAnswer>({
    items: list(object({ uid, captureTime: time, tags: list(words), rev: text })),
    next: orNull(cursor),
    changesCursor: cursor,
  }),
  changes: object<ChangesAnswer>({
    events: list(
      object({
        type: Joi.valid('upsert', 'delete'),
        kind: Joi.valid('photo', 'album'),
        uid,
        rev: Joi.when('type', {
          is: 'upsert',
          then: Joi.when('kind', { is: 'photo', then: text, otherwise: Joi.any().optional() }),
          otherwise: Joi.any().optional(),
        }),
      }),
    ),
    next: cursor,
    more: Joi.boolean(),
  }),
  nodes: object<NodesAnswer>({ nodes: list(node), missing: list(text) }),
  node,
  albums: object<AlbumsAnswer>({
    albums: list(object({ uid, name: text, photoCount: count, coverUid: orNull(uid), lastActivityTime: orNull(time) })),
    next: orNull(cursor),
  }),
  albumPhotos: object<AlbumPhotosAnswer>({
    items: list(object({ uid, captureTime: time, addedTime: orNull(time) })),
    next: orNull(cursor),
  }),
};

type Shape<S> = S extends Joi.ObjectSchema<infer T> ? T : never;

/** Returns the value if all of its fields conform to the contract. */
export function checkShape<K extends keyof typeof shapes>(
  value: unknown,
  shape: K,
  requestLine: string,
): Shape<(typeof shapes)[K]> {
  const { error } = shapes[shape].validate(value, { convert: false, abortEarly: false });
  must(
    error === undefined,
    `${requestLine}: the response does not have the format of the contract: ${error?.message ?? ''}.`,
  );
  return value as Shape<(typeof shapes)[K]>;
}
