import { offsetText } from './clock-zone.ts';
import { wallClockOf } from './edited-time.ts';
import type { Turn } from './turn.ts';

/** Decisions about a photo, for programs that read XMP. Null means no decision. */
export interface SidecarFacts {
  /** Epoch seconds, and the wall clock at that time. */
  readonly time: { readonly takenAt: number; readonly takenAtLocal: string } | null;
  readonly position: { readonly lat: number; readonly lng: number } | null;
  readonly caption: string | null;
  readonly rotation: Turn;
  /** The EXIF orientation of the file, 1 to 8. */
  readonly orientation: number;
  readonly tags: readonly string[];
  /** Names. */
  readonly people: readonly string[];
  /** Epoch seconds. */
  readonly editedAt: number;
}

/** The text that distinguishes sidecars of Photofinch from those of other programs. */
export const sidecarMark = 'x:xmptk="Photofinch';

/** EXIF orientations by quarters of a clockwise rotation: of unmirrored and of mirrored pictures. */
const plain = [1, 6, 3, 8];
const mirrored = [2, 7, 4, 5];

/** The EXIF orientation of a file with a given orientation, after users rotated its upright picture. */
export function turnOrientation(orientation: number, turn: Turn): number {
  const row = mirrored.includes(orientation) ? mirrored : plain;
  const at = Math.max(0, row.indexOf(orientation));
  return row[(at + turn / 90) % 4] ?? 1;
}

/** An XMP packet (ISO 16684-1), which photo programs read beside the photo's file. */
export function xmpSidecar(facts: SidecarFacts, version: string): string {
  const { time, position, caption, rotation, orientation, tags, people, editedAt } = facts;
  const date = time && dateText(time);
  const fields = [
    line('xmp:MetadataDate', `${new Date(editedAt * 1000).toISOString().slice(0, 19)}Z`),
    ...(date ? ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate'].map((tag) => line(tag, date)) : []),
    ...(position
      ? [
          line('exif:GPSVersionID', '2.3.0.0'),
          line('exif:GPSLatitude', degreesText(position.lat, 'N', 'S')),
          line('exif:GPSLongitude', degreesText(position.lng, 'E', 'W')),
          line('exif:GPSMapDatum', 'WGS-84'),
        ]
      : []),
    ...(rotation === 0 ? [] : [line('tiff:Orientation', String(turnOrientation(orientation, rotation)))]),
    ...(caption ? [block('dc:description', 'Alt', [`<rdf:li xml:lang="x-default">${escaped(caption)}</rdf:li>`])] : []),
    ...(tags.length > 0 ? [bag('dc:subject', tags)] : []),
    ...(people.length > 0 ? [bag('Iptc4xmpExt:PersonInImage', people)] : []),
  ];
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" ${sidecarMark} ${escaped(version)}">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/">
${fields.join('\n')}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}

const line = (tag: string, text: string): string => `   <${tag}>${escaped(text)}</${tag}>`;

const block = (tag: string, kind: 'Alt' | 'Bag', items: readonly string[]): string =>
  `   <${tag}>\n    <rdf:${kind}>\n${items.map((item) => `     ${item}`).join('\n')}\n    </rdf:${kind}>\n   </${tag}>`;

const bag = (tag: string, items: readonly string[]): string =>
  block(
    tag,
    'Bag',
    items.map((item) => `<rdf:li>${escaped(item)}</rdf:li>`),
  );

/** XMP dates have an offset in whole minutes, while historic time zones had seconds. */
function dateText({ takenAt, takenAtLocal }: { takenAt: number; takenAtLocal: string }): string {
  return `${takenAtLocal}${offsetText(Math.round((wallClockOf(takenAtLocal) - takenAt) / 60))}`;
}

/** `38,43.338N`: XMP has degrees and minutes, here with the full precision of the number. */
function degreesText(degrees: number, positive: string, negative: string): string {
  const minutes = Math.abs(degrees) * 60;
  const wholeDegrees = Math.floor(minutes / 60);
  const rest = (minutes - wholeDegrees * 60).toFixed(10);
  // Minutes that are rounded up to 60 become one more degree.
  return Number(rest) === 60
    ? `${wholeDegrees + 1},0${degrees < 0 ? negative : positive}`
    : `${wholeDegrees},${rest}${degrees < 0 ? negative : positive}`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 cannot represent most control characters, nor lone surrogates. */
const escaped = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
