/* Motion photos in the formats of phones: a still followed by a video in the same file. */

const rdf =
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" ' +
  'xmlns:Container="http://ns.google.com/photos/1.0/container/" ' +
  'xmlns:Item="http://ns.google.com/photos/1.0/container/item/"';

const packet = (attributes: string, content = ''): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${rdf}><rdf:Description rdf:about="" ${attributes}>${content}` +
  '</rdf:Description></rdf:RDF></x:xmpmeta>';

/** Inserts XMP as a segment, right after the first marker of a JPEG. */
export function withXmp(jpeg: Buffer, xmp: string): Buffer {
  const content = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), Buffer.from(xmp)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** The format of Google's cameras until 2020. @param offset as in the XMP */
export function microVideo(jpeg: Buffer, movie: Buffer, offset: number | string = movie.length): Buffer {
  const xmp = packet(
    `GCamera:MicroVideo="1" GCamera:MicroVideoVersion="1" GCamera:MicroVideoOffset="${offset}" ` +
      'GCamera:MicroVideoPresentationTimestampUs="500000"',
  );
  return Buffer.concat([withXmp(jpeg, xmp), movie]);
}

export interface Item {
  readonly semantic: string;
  readonly length?: number | string;
  readonly padding?: number | string;
}

const itemXml = ({ semantic, length, padding }: Item): string =>
  `<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="${semantic}"` +
  `${length === undefined ? '' : ` Item:Length="${length}"`}${padding === undefined ? '' : ` Item:Padding="${padding}"`}/></rdf:li>`;

/** The directory of a file's parts, as XMP. */
export const directory = (items: readonly Item[]): string =>
  packet(
    'GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1"',
    `<Container:Directory><rdf:Seq>${items.map(itemXml).join('')}</rdf:Seq></Container:Directory>`,
  );

/**
 * The format of Google's cameras since 2020.
 * @param between bytes between the still and the video, such as a gain map
 */
export function motionPhoto(jpeg: Buffer, movie: Buffer, between = Buffer.alloc(0)): Buffer {
  const items: Item[] = [
    { semantic: 'Primary', length: 0, padding: 0 },
    ...(between.length > 0 ? [{ semantic: 'GainMap', length: between.length }] : []),
    { semantic: 'MotionPhoto', length: movie.length, padding: 0 },
  ];
  return Buffer.concat([withXmp(jpeg, directory(items)), between, movie]);
}

/** A HEIC with the video in a separate box. */
export function heicMotionPhoto(heic: Buffer, movie: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + movie.length);
  head.write('mpvd', 4, 'latin1');
  return Buffer.concat([heic, head, movie]);
}

const mark = 'MotionPhoto_Data';

/** The format of Samsung's cameras: blocks after the still, and a list of them at the end. */
export function samsungMotionPhoto(jpeg: Buffer, movie: Buffer): Buffer {
  const blocks = [
    { kind: 0x0a01, name: 'Image_UTC_Data', data: Buffer.from('1600000000000') },
    { kind: 0x0a30, name: mark, data: movie },
  ].map(({ kind, name, data }) => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(kind, 2);
    head.writeUInt32LE(name.length, 4);
    return { kind, bytes: Buffer.concat([head, Buffer.from(name, 'latin1'), data]) };
  });
  return Buffer.concat([jpeg, ...blocks.map(({ bytes }) => bytes), samsungList(blocks)]);
}

/** The list at the end of such a file. `before` and `size` of an entry are correct by default. */
export function samsungList(
  blocks: readonly { kind: number; bytes: Buffer; before?: number; size?: number }[],
): Buffer {
  const list = Buffer.alloc(12 + 12 * blocks.length);
  list.write('SEFH', 0, 'latin1');
  list.writeUInt32LE(106, 4);
  list.writeUInt32LE(blocks.length, 8);
  let behind = 0;
  for (const [index, { kind, bytes, before, size }] of [...blocks.entries()].reverse()) {
    behind += bytes.length;
    const at = 12 + 12 * index;
    list.writeUInt16LE(kind, at + 2);
    list.writeUInt32LE(before ?? behind, at + 4);
    list.writeUInt32LE(size ?? bytes.length, at + 8);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(list.length);
  end.write('SEFT', 4, 'latin1');
  return Buffer.concat([list, end]);
}

/** The same without the list: only the marker shows where the video begins. */
export const markedMotionPhoto = (jpeg: Buffer, movie: Buffer): Buffer =>
  Buffer.concat([jpeg, Buffer.from(mark, 'latin1'), movie]);
