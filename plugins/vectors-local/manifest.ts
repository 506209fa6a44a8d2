import { crc32 } from 'node:zlib';
import { blockRows } from './block.ts';

/**
 * [Note: The cache of a vector index]
 *
 * There is a folder for each kind and model. `index` contains the watermark, and the names of the files with the blocks'
 * vectors and with the attributes of their rows, each with its CRC-32. These files are never changed: a changed block is
 * written under a new name, then `index` is replaced by a rename, then files that it does not name are removed. So the files
 * named by `index` are complete at any time, or are recognised as damaged, which has the same effect as a missing cache: it
 * is derived and is filled again. Vectors, ids and times of deleted rows are zeros in every new file, and unnamed files are
 * also removed when the cache is opened.
 *
 * Full blocks of a large index have a second file, with their vectors rounded to 8 bits: only this one is read when the
 * index is opened, a quarter of the bytes. The exact vectors are read individually later, and verified then by checksums at
 * the end of the second file.
 *
 * `index` is: magic, format version, CRC-32 of the JSON, its length, the JSON. Numbers are little-endian, the byte order of
 * all processors that onnxruntime supports.
 *
 * With a key, `index` is sealed as a whole, and the other files in pieces: see [Note: Encrypted vectors]. Each file has its
 * own key, derived from its name and its folder's, so that files cannot be exchanged. A plain file counts as damaged if there
 * is a key, and an encrypted one if there is none.
 */
const magic = 0x49_56_46_50; // PFVI
const formatVersion = 3;
const preambleBytes = 16;

interface WrittenFile {
  readonly name: string;
  /** Null if the file is encrypted, which detects damage better than a checksum. */
  readonly crc32: number | null;
}

/** The files of a block. */
export interface BlockFile extends WrittenFile {
  readonly used: number;
  /** The file with vectors rounded to 8 bits, each within `error` of the exact one; null if memory holds float32. */
  readonly rounded: (WrittenFile & { readonly error: number }) | null;
}

/** The attributes of the rows of a block. */
export interface AttributesFile extends WrittenFile {
  /** How many people its rows have in all. */
  readonly people: number;
}

export interface Manifest {
  readonly watermark: bigint;
  readonly rows: number;
  readonly blocks: readonly BlockFile[];
  /** One for each block. */
  readonly attributes: readonly AttributesFile[];
}

/** The identity of an index. A cache with any other identity is not used. */
export interface Identity {
  readonly kind: string;
  readonly model: string;
  readonly dimensions: number;
}

/** The cache cannot be used. */
export class DamagedCache extends Error {
  override readonly name = 'DamagedCache';
}

interface Header extends Identity, Omit<Manifest, 'watermark'> {
  readonly blockRows: number;
  readonly watermark: string;
}

export function encodeManifest({ watermark, ...manifest }: Manifest, identity: Identity): Buffer {
  const { kind, model, dimensions } = identity;
  const header: Header = { kind, model, dimensions, blockRows, watermark: String(watermark), ...manifest };
  const json = Buffer.from(JSON.stringify(header));
  const preamble = Buffer.alloc(preambleBytes);
  preamble.writeUInt32LE(magic, 0);
  preamble.writeUInt32LE(formatVersion, 4);
  preamble.writeUInt32LE(crc32(json), 8);
  preamble.writeUInt32LE(json.length, 12);
  return Buffer.concat([preamble, json]);
}

/** @throws DamagedCache if the bytes are not a manifest of this index */
export function decodeManifest(file: Buffer, identity: Identity): Manifest {
  if (file.length < preambleBytes || file.readUInt32LE(0) !== magic) throw new DamagedCache('it is no index');
  if (file.readUInt32LE(4) !== formatVersion) throw new DamagedCache('it is of another version');
  const json = file.subarray(preambleBytes);
  if (file.readUInt32LE(12) !== json.length) throw new DamagedCache('it has another length than it says');
  if (file.readUInt32LE(8) !== crc32(json)) throw new DamagedCache('its checksum is wrong');
  const header = JSON.parse(json.toString()) as Header;
  const { kind, model, dimensions, watermark, rows, blocks, attributes } = header;
  if (kind !== identity.kind || model !== identity.model || dimensions !== identity.dimensions) {
    throw new DamagedCache('it is of another model');
  }
  if (header.blockRows !== blockRows) throw new DamagedCache('its blocks have another size');
  return { watermark: BigInt(watermark), rows, blocks, attributes };
}
