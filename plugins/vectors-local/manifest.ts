import { crc32 } from 'node:zlib';
import { blockRows } from './block.ts';
import type { RowTable } from './row-table.ts';

/**
 * [Note: The cache of a vector index]
 *
 * A folder for each kind and model. `index` tells the watermark, what is said about each row, and the files with the
 * blocks' vectors, each with its CRC-32. A block's file is never changed: a block that changed is written anew under
 * another name, then `index` is replaced in one rename, then files that it does not name are removed. So what `index`
 * names is whole at any moment, or is recognised as damaged, which is the same as missing: the index is derived and is
 * filled again. Vectors of rows that went are zeros in every file that is written, and files that are not named are removed
 * when the cache is opened as well.
 *
 * Full blocks of a large index have a second file, with their vectors rounded to 8 bits: only that one is read when the
 * index is opened, a quarter of the bytes. The exact vectors are read one by one later on, and checked then, by checksums
 * that the second file ends with.
 *
 * `index` is: magic, format version, CRC-32 of what follows; the length of a JSON header, the header; the columns of the
 * table one after the other. Numbers are in the byte order of all processors that onnxruntime runs on, little-endian.
 *
 * With a key, `index` is sealed as a whole, and blocks in pieces: see [Note: Encrypted vectors]. Each file has a key of its
 * own, of its name and its folder's, so that none can stand for another. A plain file where there is a key is damaged, and
 * so is an encrypted one where there is none.
 */
const magic = 0x49_56_46_50; // PFVI
const formatVersion = 2;
const preambleBytes = 16;

interface WrittenFile {
  readonly name: string;
  /** Null where the file is encrypted, which tells better than a checksum whether it is whole. */
  readonly crc32: number | null;
}

/** The files of a block. */
export interface BlockFile extends WrittenFile {
  readonly used: number;
  /** The vectors rounded to 8 bits, none of which is farther than `error` from what it was; null where memory holds float32. */
  readonly rounded: (WrittenFile & { readonly error: number }) | null;
}

export interface Manifest {
  readonly watermark: bigint;
  readonly blocks: readonly BlockFile[];
}

/** What an index is of. A cache of anything else is no cache of it. */
export interface Identity {
  readonly kind: string;
  readonly model: string;
  readonly dimensions: number;
}

/** The cache cannot be used. */
export class DamagedCache extends Error {
  override readonly name = 'DamagedCache';
}

interface Header extends Identity {
  readonly blockRows: number;
  readonly rows: number;
  readonly people: number;
  readonly watermark: string;
  readonly blocks: readonly BlockFile[];
}

export function encodeManifest({ watermark, blocks }: Manifest, identity: Identity, table: RowTable): Buffer {
  const rows = table.length;
  const lists = Array.from({ length: rows }, (_, row) => table.people.of(row));
  const people = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let used = 0;
  for (const list of lists) {
    people.set(list, used);
    used += list.length;
  }
  const { kind, model, dimensions } = identity;
  const header: Header = {
    ...{ kind, model, dimensions, blockRows, rows, people: used },
    ...{ watermark: String(watermark), blocks },
  };
  const json = Buffer.from(JSON.stringify(header));
  const body = [
    json,
    bytesOf(table.ids.subarray(0, rows)),
    bytesOf(table.takenAt.subarray(0, rows)),
    bytesOf(table.flags.subarray(0, rows)),
    bytesOf(Uint16Array.from(lists, ({ length }) => length)),
    bytesOf(people),
  ];
  const preamble = Buffer.alloc(preambleBytes);
  preamble.writeUInt32LE(magic, 0);
  preamble.writeUInt32LE(formatVersion, 4);
  preamble.writeUInt32LE(json.length, 12);
  const file = Buffer.concat([preamble, ...body]);
  file.writeUInt32LE(crc32(file.subarray(12)), 8);
  return file;
}

/**
 * Fills an empty table.
 * @throws DamagedCache when the bytes are no manifest of this index
 */
export function decodeManifest(file: Buffer, identity: Identity, table: RowTable): Manifest {
  const header = readHeader(file, identity);
  const { rows } = header;
  let at = preambleBytes + file.readUInt32LE(12);
  const column = <T extends Float64Array | Uint8Array | Uint16Array>(target: T): T => {
    const bytes = bytesOf(target);
    bytes.set(file.subarray(at, at + bytes.length));
    at += bytes.length;
    return target;
  };
  const ids = column(new Float64Array(rows));
  const takenAt = column(new Float64Array(rows));
  const flags = column(new Uint8Array(rows));
  const counts = column(new Uint16Array(rows));
  const people = column(new Float64Array(header.people));
  if (at !== file.length) throw new DamagedCache('its columns have other lengths than it says');

  table.resize(rows);
  for (let row = 0, from = 0; row < rows; row += 1) {
    const facts = { flags: flags[row]!, takenAt: takenAt[row]!, people: people.subarray(from, from + counts[row]!) };
    from += counts[row]!;
    if (facts.flags !== 0) table.set(row, ids[row]!, facts);
  }
  return { watermark: BigInt(header.watermark), blocks: header.blocks };
}

function readHeader(file: Buffer, identity: Identity): Header {
  if (file.length < preambleBytes || file.readUInt32LE(0) !== magic) throw new DamagedCache('it is no index');
  if (file.readUInt32LE(4) !== formatVersion) throw new DamagedCache('it is of another version');
  if (file.readUInt32LE(8) !== crc32(file.subarray(12))) throw new DamagedCache('its checksum is wrong');
  const end = preambleBytes + file.readUInt32LE(12);
  const header = JSON.parse(file.toString('utf8', preambleBytes, end)) as Header;
  const { kind, model, dimensions } = header;
  if (kind !== identity.kind || model !== identity.model || dimensions !== identity.dimensions) {
    throw new DamagedCache('it is of another model');
  }
  if (header.blockRows !== blockRows) throw new DamagedCache('its blocks have another size');
  return header;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array | Uint16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
