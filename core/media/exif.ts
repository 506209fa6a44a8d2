import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import ExifReader from 'exifreader';
import type { PhotoTags } from '../domain/photo-facts.ts';
import { exifView } from '../plugin-api/toolkit/index.ts';

/** Limits of the stored metadata, which are untrusted, and are part of the index and of responses. */
const MAX_STRING = 4000;
const MAX_ITEMS = 64;
const MAX_KEYS = 400;
const MAX_DEPTH = 4;
const MAX_BLOCK = 64 * 1024;

/** Characters of XMP that are parsed: longer texts contain pictures, or are made to take minutes. */
const MAX_XMP = 256 * 1024;

/**
 * The maximum number of packet ends in the XMP of one picture. The time that the parser needs for finding the last one
 * grows with their cube.
 */
const MAX_PACKETS = 8;
const packetEnd = '<?xpacket end=';

/** Large tags that are not shown anywhere, so they are not read. */
const unreadTags = [
  ...['MakerNote', 'UserComment', 'ImageSourceData', 'PhotoshopSettings', 'ICC_Profile', 'PrintIM'],
  ...['StripOffsets', 'StripByteCounts', 'JPEGInterchangeFormat', 'JPEGInterchangeFormatLength'],
  ...['TileOffsets', 'TileByteCounts', 'OriginalRawFileData', 'AsShotICCProfile', 'CurrentICCProfile'],
];

const options = {
  expanded: true,
  computed: true,
  domParser: {
    parseFromString(xml: string, type: string) {
      if (xml.length > MAX_XMP) throw new RangeError('too much XMP');
      return new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, type);
    },
  },
  excludeTags: {
    exif: unreadTags,
    file: true,
    jfif: true,
    png: true,
    riff: true,
    gif: true,
    icc: true,
    mpf: true,
    photoshop: true,
    makerNotes: true,
    thumbnail: true,
    gps: true,
    composite: true,
  },
} as const;

/** The names of these tags in exiftool, which are the usual ones. */
const commonNames: Readonly<Record<string, string>> = {
  ImageLength: 'ImageHeight',
  DateTime: 'ModifyDate',
  DateTimeDigitized: 'CreateDate',
  ISOSpeedRatings: 'ISO',
  ExposureBiasValue: 'ExposureCompensation',
  PixelXDimension: 'ExifImageWidth',
  PixelYDimension: 'ExifImageHeight',
  FocalLengthIn35mmFilm: 'FocalLengthIn35mmFormat',
  CameraOwnerName: 'OwnerName',
  BodySerialNumber: 'SerialNumber',
  LensSpecification: 'LensInfo',
  InteroperabilityIndex: 'InteropIndex',
  InteroperabilityVersion: 'InteropVersion',
  'Caption/Abstract': 'Caption',
  'Province/State': 'State',
  'Country/Primary Location Code': 'CountryCode',
  'Country/Primary Location Name': 'Country',
  'Writer/Editor': 'Writer',
};

/** Dublin Core, the only set of XMP names that begin with a lower-case letter. */
const dublinCore =
  /^(contributor|coverage|creator|date|description|format|identifier|language|publisher|relation|rights|source|subject|title|type)$/;

/** A tag as returned by the parser; in EXIF, `computed` contains fractions as numbers. */
interface ReadTag {
  readonly id?: number;
  readonly value: unknown;
  readonly computed?: unknown;
  readonly description?: string;
}

/** EXIF, XMP and IPTC of a picture, as far as they can be read. Never throws: a picture without them is valid. */
export function readTags(bytes: Uint8Array): PhotoTags {
  let parsed: Readonly<Record<string, unknown>>;
  try {
    const excludeTags = { ...options.excludeTags, ...(hasManyPackets(bytes) && { xmp: true as const }) };
    parsed = ExifReader.loadView(exifView(bytes), { ...options, excludeTags }) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
  const blocks: Record<string, Record<string, unknown>> = {};
  const add = (block: string, name: string, value: unknown): void => {
    (blocks[block] ??= {})[commonNames[name] ?? name.replace(/[^A-Za-z0-9]/g, '')] = value;
  };
  for (const [name, tag] of tagsOf(parsed['exif'])) {
    if (!name.endsWith('IFD Pointer') && name !== 'IPTC-NAA' && name !== 'ApplicationNotes') {
      add(exifBlock(name, tag.id ?? 0), name, exifValue(tag));
    }
  }
  for (const [name, tag] of tagsOf(parsed['iptc'])) {
    add('iptc', name, Array.isArray(tag) ? tag.map(({ description }: ReadTag) => description) : tag.description);
  }
  for (const [name, tag] of tagsOf(parsed['xmp'])) {
    if (name !== '_raw') add(dublinCore.test(name) ? 'dc' : 'xmp', name, xmpValue(tag, 0));
  }
  return Object.fromEntries(
    Object.entries(blocks).flatMap(([name, block]) => {
      const tags = boundedObject(block, 1);
      return Object.keys(tags).length > 0 && JSON.stringify(tags).length <= MAX_BLOCK ? [[name, tags]] : [];
    }),
  );
}

function tagsOf(block: unknown): [name: string, tag: ReadTag][] {
  return isPlainObject(block) ? (Object.entries(block) as [string, ReadTag][]) : [];
}

/** The EXIF directory of a tag; the parser merges all of them. */
function exifBlock(name: string, id: number): string {
  if (name.startsWith('GPS')) return 'gps';
  if (/^(Interoperability|RelatedImage)/.test(name)) return 'interop';
  const isOfWindows = id >= 0x9c9b && id <= 0x9c9f;
  const isOfPicture = id === 0x829a || id === 0x829d || (id >= 0x8822 && id <= 0xa500);
  return isOfPicture && !isOfWindows ? 'exif' : 'ifd0';
}

function exifValue({ computed }: ReadTag): unknown {
  // The parser splits texts at NULs.
  const value: unknown = Array.isArray(computed) && typeof computed.at(-1) === 'string' ? computed[0] : computed;
  return value === '<faulty value>' ? undefined : value;
}

/** Texts, lists and structures of XMP without their attributes. */
function xmpValue(value: unknown, depth: number): unknown {
  if (depth > 2 * MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => xmpValue(item, depth + 1));
  if (!isPlainObject(value)) return value;
  if ('value' in value && 'attributes' in value) return xmpValue(value['value'], depth + 1);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, xmpValue(item, depth + 1)]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function boundedObject(object: Record<string, unknown>, depth: number): Record<string, unknown> {
  const entries = Object.entries(object)
    .filter(([key]) => key.length <= MAX_ITEMS)
    .slice(0, MAX_KEYS)
    .map(([key, value]) => [key, bounded(value, depth)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** Texts end at the first NUL, which may be followed by garbage. */
const beforeNul = (text: string): string => text.split('\0', 1)[0] ?? '';

/** Removes lone surrogates, which truncating may leave and JSON cannot represent. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A JSON value of limited size; undefined if there is none. */
function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return wellFormed(beforeNul(value).trim().slice(0, MAX_STRING)) || undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value;
  if (depth >= MAX_DEPTH) return undefined;
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const items = Array.from(value as unknown as ArrayLike<unknown>);
    // Long lists of numbers are binary data.
    if (items.length > MAX_ITEMS && typeof items[0] === 'number') return undefined;
    return items.slice(0, MAX_ITEMS).map((item) => bounded(item, depth + 1) ?? null);
  }
  return isPlainObject(value) ? boundedObject(value, depth + 1) : undefined;
}

function hasManyPackets(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = buffer.indexOf(packetEnd); at >= 0; at = buffer.indexOf(packetEnd, at + 1)) {
    count += 1;
    if (count > MAX_PACKETS) return true;
  }
  return false;
}
