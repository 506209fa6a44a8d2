import { expect } from 'chai';
import { motionHints } from '../../../core/domain/motion-hints.ts';
import { photoFacts } from '../../../core/domain/photo-facts.ts';
import { readTags } from '../../../core/media/exif.ts';
import { heicSize } from '../../../core/media/heic-size.ts';
import { motionInFile } from '../../../core/media/motion-in-file.ts';
import { turnOfOrientation } from '../../../core/domain/turn.ts';
import { fuzz } from '../../support/fuzz-parser.ts';
import { expectNumber, expectPosition, expectWellFormed } from '../../support/fuzz-shapes.ts';

const words = [
  ...[
    Buffer.from([0xff, 0xe1]),
    Buffer.from([0xff, 0xd8]),
    Buffer.from([0xff, 0xed]),
    'Exif\0\0',
    'II*\0',
    'MM\0*',
    'IIRO',
  ],
  ...[
    'http://ns.adobe.com/xap/1.0/\0',
    'http://ns.adobe.com/xmp/extension/\0',
    'Photoshop 3.0\0' + '8BIM\x04\x04',
    'eXIf',
    'iTXt',
  ],
  ...[
    '<rdf:li>',
    '</rdf:li>',
    '<rdf:Seq>',
    '<rdf:Description ',
    'rdf:parseType="Resource"',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '&a;',
    '&#0;',
  ],
  ...[
    '<?xpacket end="w"?>',
    '<![CDATA[',
    ']]>',
    '<!--',
    'xmlns:a=""',
    'GCamera:MicroVideoOffset="',
    'Container:Directory',
  ],
  ...[
    Buffer.from([0x87, 0x69]),
    Buffer.from([0x69, 0x87]),
    Buffer.from([0x88, 0x25]),
    Buffer.from([0x25, 0x88]),
    'ispe',
  ],
  ...['ExifMeta', 'iinf', 'iloc', 'infe', 'meta', '0000:00:00 00:00:00', '9999:99:99', '__proto__', 'constructor'],
];

describe('the metadata of a picture, with', () => {
  fuzz({
    seeds: 'exif',
    words,
    runs: 1500,
    work: { each: 30_000, byte: 100 },
    check: async (input) => {
      const tags = readTags(input);
      for (const block of Object.values(tags)) expectJson(block, 0);
      expect(JSON.stringify(tags).length).to.be.at.most(8 * 64 * 1024);
      const facts = photoFacts(tags);
      for (const number of [facts.wallClock, facts.utcOffset, facts.gpsTime, facts.duration]) expectNumber(number);
      expectPosition(facts.position);
      for (const text of [facts.camera, facts.lens, facts.caption]) if (text !== null) expectLine(text);
      for (const distance of motionHints(tags).fromEnd)
        expect(distance > 0 && Number.isSafeInteger(distance)).to.equal(true);
      expect([0, 90, 180, 270]).to.include(turnOfOrientation(tags['ifd0']?.['Orientation']));
      const motion = await motionInFile(input, tags);
      if (motion) expect(motion.start + motion.length).to.be.at.most(input.length);
      const size = heicSize(input);
      for (const side of [size?.width ?? 0, size?.height ?? 0]) expect(side).to.be.within(0, 0xffff_ffff);
    },
  });
});

function expectLine(text: string): void {
  expectWellFormed(text);
  expect(text.length).to.be.within(1, 4000);
  expect(text).to.equal(text.trim());
}

/** Expects a value that JSON preserves. */
function expectJson(value: unknown, depth: number): void {
  expect(depth, 'levels').to.be.at.most(8);
  if (typeof value === 'string') {
    expectWellFormed(value);
    return;
  }
  if (typeof value === 'number') {
    expectNumber(value);
    return;
  }
  if (typeof value === 'boolean' || value === null) return;
  if (typeof value !== 'object') expect.fail(`${typeof value} is no JSON`);
  for (const [name, item] of Object.entries(value)) {
    expectWellFormed(name);
    expectJson(item, depth + 1);
  }
}
