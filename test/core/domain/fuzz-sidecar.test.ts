import { expect } from 'chai';
import { sidecarPath } from '../../../core/domain/sidecar-path.ts';
import { xmpSidecar } from '../../../core/domain/xmp-sidecar.ts';
import { NamesApart, safeFileName } from '../../../core/domain/zip-names.ts';
import { photoFacts } from '../../../core/domain/photo-facts.ts';
import { readTags } from '../../../core/media/exif.ts';
import { withXmp } from '../../support/motion-photos.ts';
import { fuzz, textOf } from '../../support/fuzz-parser.ts';
import { expectWellFormed } from '../../support/fuzz-shapes.ts';

const words = [
  '..',
  '. ',
  ' .',
  '/',
  '\\',
  ':',
  'con',
  'NUL.',
  'lpt1.txt',
  'com¹',
  '.jpg',
  '<',
  '&amp;',
  ']]>',
  '<?xpacket end="w"?>',
  '\0',
  '\x0b',
  '\ue000',
  '\u202e',
  '😀',
  'é',
  '\r\n',
];
const emptyJpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const device = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)/i;

describe('sidecars and the file names of archives, with', () => {
  fuzz({
    seeds: 'sidecar',
    words,
    runs: 600,
    work: { each: 20_000, byte: 500 },
    check: (input) => {
      const text = textOf(input).slice(0, 1000);
      const apart = new NamesApart();
      for (const name of [
        ...sidecarPath({ uid: text, name: text }, true),
        safeFileName(text),
        apart.take(safeFileName(text)),
      ]) {
        expectWellFormed(name);
        expect(Buffer.byteLength(name)).to.be.within(1, 255);
        if (/[\u0000-\u001f/\\:*?"<>|]|^\.|[. ]$/.test(name) || device.test(name))
          expect.fail(`${JSON.stringify(name)} is no name`);
      }
      expect(apart.take(safeFileName(text))).to.not.equal(safeFileName(text));
      // Programs, including our own reader, must be able to read it.
      const sidecar = xmpSidecar(
        {
          time: null,
          position: { lat: 1.5, lng: -2.25 },
          caption: text,
          rotation: 0,
          orientation: 1,
          tags: [text],
          people: [],
          editedAt: 0,
        },
        '1',
      );
      const caption = photoFacts(readTags(withXmp(emptyJpeg, sidecar))).caption;
      // XML turns `\r
      // ` into one line break, and the reader truncates at NULs and trims blanks.
      const letters = (of: string): string => of.replaceAll(/[^\p{L}\p{N}]/gu, '').normalize('NFC');
      if (!/[\0\ufffd\ud800-\udfff]/.test(text) && !text.includes('xpacket')) {
        expect(letters(caption ?? ''), 'the caption').to.equal(letters(text));
      }
    },
  });
});
