import { crc32 } from 'node:zlib';
import { blockRows } from './block.ts';
import type { RowTable } from './row-table.ts';

/**
 * [Note: The cache of a vector index]
 *
 * There is a folder for each kind and model. `index` contains the watermark, the attributes of each row, and the names of
 * the files with the blocks' vectors, each with its CRC-32. A block's file is never changed: a changed block is written
 * under a new name, then `index` is replaced by a rename, then files that it does not name are removed. So the files named
 * by `index` are complete at any time, or are recognised as damaged, which has the same effect as a missing cache: it is
 * derived and is filled again. Vectors of deleted rows are zeros in every new file, and unnamed files are also removed when
 * the cache is opened.
 *
 * Full blocks of a large index have a second file, with their vectors rounded to 8 bits: only this one is read when the
 * index is opened, a quarter of the bytes. The exact vectors are read individually later, and verified then by checksums at
 * the end of the second file.
 *
 * `index` is: magic, format version, CRC-32 of what follows; the length of a JSON header, the header; the columns of the
 * table, one after the other. Numbers are little-endian, the byte order of all processors that onnxruntime supports.
 *
 * With a key, `index` is sealed as a whole, and blocks in pieces: see [Note: Encrypted vectors]. Each file has its own key,
 * derived from its name and its folder's, so that files cannot be exchanged. A plain file counts as damaged if there is a
 * key, and an encrypted one if there is none.
 */
const magic = 0x49_56_46_50; // PFVI
const formatVersion = 2;
const preambleBytes = 16;
/** Shared by rows without people, since a view of each would cost more than the rest of the row. */
const nobody: readonly number[] = [];

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

export interface Manifest {
  readonly watermark: bigint;
  readonly blocks: readonly BlockFile[];
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

interface Header extends Identity {
  readonly blockRows: number;
  readonly rows: number;
  readonly people: number;
  readonly watermark: string;
  readonly blocks: readonly BlockFile[];
}

export function encodeManifest({ watermark, blocks }: Manifest, identity: Identity, table: RowTable): Buffer {
  const rows = table.length;
  const { people, counts } = table.people.packed(rows);
  const { kind, model, dimensions } = identity;
  const header: Header = {
    ...{ kind, model, dimensions, blockRows, rows, people: people.length },
    ...{ watermark: String(watermark), blocks },
  };
  const json = Buffer.from(JSON.stringify(header));
  const body = [
    json,
    bytesOf(table.ids.subarray(0, rows)),
    bytesOf(table.takenAt.subarray(0, rows)),
    bytesOf(table.flags.subarray(0, rows)),
    bytesOf(counts),
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
 * @throws DamagedCache if the bytes are not a manifest of this index
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
    const to = from + counts[row]!;
    const facts = {
      flags: flags[row]!,
      takenAt: takenAt[row]!,
      people: to > from ? people.subarray(from, to) : nobody,
    };
    from = to;
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
