import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import { photoFacts } from '../../../core/domain/photo-facts.ts';
import { readTags } from '../../../core/media/exif.ts';

const picture = (): Sharp => sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } });

const exif = {
  IFD0: { Make: 'Acme', Model: 'Acme 3', ImageDescription: 'Harbour', DateTime: '2024:01:01 00:00:00' },
  IFD2: {
    DateTimeOriginal: '2019:05:06 07:08:09',
    DateTimeDigitized: '2019:05:06 07:08:10',
    OffsetTimeOriginal: '+02:00',
    ExposureTime: '1/50',
    FNumber: '28/10',
    ISOSpeedRatings: '200',
    LensModel: 'Acme 28-70',
    MakerNote: 'secret of the maker',
  },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 51/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '151/1 12/1 0/1' },
};

/** The EXIF block alone, which is a TIFF as raw files are. */
async function exifBlock(): Promise<Buffer> {
  const { exif: block } = await sharp(await picture().withExif(exif).jpeg().toBuffer()).metadata();
  return Buffer.from(block!.subarray('Exif\0\0'.length));
}

/** The facts in `exif` that must be read from every format. */
const facts = {
  wallClock: Date.parse('2019-05-06T07:08:09Z') / 1000,
  utcOffset: 120,
  camera: 'Acme 3',
  lens: 'Acme 28-70',
  caption: 'Harbour',
};

const xmpOf = (content: string, attributes = ''): string =>
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/" ' +
  `xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`;

const withXmp = (xmp: string): Promise<Buffer> => picture().withXmp(xmp).jpeg().toBuffer();

describe('the metadata of a picture', () => {
  it('are read without XMP that is made to take minutes', async () => {
    const many = '<?xpacket end=""?>'.repeat(3000);
    const picture = await withXmp(xmpOf(`${many}\n `));
    const tags = readTags(Buffer.concat([picture, Buffer.from(many)]));
    expect(tags).to.not.have.property('xmp');
  });

  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    it(`are read from ${format}`, async () => {
      const tags = readTags(await picture().withExif(exif).toFormat(format).toBuffer());
      const { position, ...others } = photoFacts(tags);
      expect(others).to.deep.include(facts);
      expect(position?.lat).to.be.closeTo(-33.8583, 1e-4);
      expect(position?.lng).to.be.closeTo(151.2, 1e-4);
    });
  }

  it('are read from WebP with or without the prefix of EXIF in JPEG', async () => {
    const webp = await picture().withExif(exif).webp().toBuffer();
    const start = webp.indexOf('EXIF');
    const block = await exifBlock();
    for (const content of [block, Buffer.concat([Buffer.from('Exif\0\0'), block])]) {
      const chunk = Buffer.concat([Buffer.from('EXIF....'), content, Buffer.alloc(content.length % 2)]);
      chunk.writeUInt32LE(content.length, 4);
      const file = Buffer.concat([webp.subarray(0, start), chunk]);
      file.writeUInt32LE(file.length - 8, 4);
      expect(photoFacts(readTags(file))).to.deep.include(facts);
    }
  });

  it('are grouped by the blocks of the file, with the names that exiftool uses', async () => {
    const tags = readTags(await picture().withExif(exif).jpeg().toBuffer());
    expect(tags['ifd0']).to.include({ Make: 'Acme', ModifyDate: '2024:01:01 00:00:00' });
    expect(tags['exif']).to.include({ ISO: 200, ExposureTime: 0.02, FNumber: 2.8, CreateDate: '2019:05:06 07:08:10' });
    expect(tags['gps']).to.deep.include({ GPSLatitude: [33, 51, 30], GPSLatitudeRef: 'S' });
  });

  it('do not include maker notes', async () => {
    expect(JSON.stringify(readTags(await picture().withExif(exif).jpeg().toBuffer()))).not.to.include('secret');
  });

  for (const [maker, mark] of [
    ['Olympus', 'IIRO'],
    ['Panasonic', 'IIU\0'],
  ] as const) {
    it(`are read from raw files of ${maker}, which are TIFF with another signature`, async () => {
      const raw = await exifBlock();
      expect(photoFacts(readTags(raw))).to.deep.include(facts);
      raw.write(mark, 0, 'latin1');
      expect(photoFacts(readTags(raw))).to.deep.include(facts);
      expect(raw.toString('latin1', 0, 4)).to.equal(mark);
    });
  }

  it('are read from XMP as well: captions in any language, lists and single values', async () => {
    const tags = readTags(
      await withXmp(
        xmpOf(
          '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Größe &amp; Weite</rdf:li></rdf:Alt></dc:description>' +
            '<dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li>sky</rdf:li></rdf:Bag></dc:subject>',
          'photoshop:City="Porto" exif:DateTimeOriginal="2011-02-03T04:05:06+01:00"',
        ),
      ),
    );
    expect(tags['dc']).to.deep.equal({ description: ['Größe & Weite'], subject: ['sea', 'sky'] });
    expect(tags['xmp']).to.include({ City: 'Porto' });
    expect(photoFacts(tags)).to.include({
      caption: 'Größe & Weite',
      wallClock: Date.parse('2011-02-03T04:05:06Z') / 1000,
      utcOffset: 60,
    });
  });

  it('are read from XMP alone: place, camera and creation time', async () => {
    const attributes =
      'xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="Acme" tiff:Model="Acme 3" exif:GPSLatitude="33,51.5S" ' +
      'exif:GPSLongitude="151,12.0E" photoshop:DateCreated="2011-02-03T04:05:06+01:00"';
    const { position, ...others } = photoFacts(readTags(await withXmp(xmpOf('', attributes))));
    expect(position?.lat).to.be.closeTo(-33.8583, 1e-4);
    expect(position?.lng).to.be.closeTo(151.2, 1e-4);
    expect(others).to.include({
      camera: 'Acme 3',
      wallClock: Date.parse('2011-02-03T04:05:06Z') / 1000,
      utcOffset: 60,
    });
  });

  it('are empty if the file has none', async () => {
    expect(readTags(await picture().png().toBuffer())).to.deep.equal({});
    expect(readTags(Buffer.from('hello'))).to.deep.equal({});
    expect(readTags(new Uint8Array())).to.deep.equal({});
  });
});

describe('malicious metadata', function () {
  const tiff = (entries: number, of: { tag: number; type: number; count: number; value: number }): Buffer => {
    const bytes = Buffer.alloc(10 + 12 * entries + 4, 0x41);
    bytes.write('II*\0', 0, 'latin1');
    bytes.writeUInt32LE(8, 4);
    bytes.writeUInt16LE(entries, 8);
    for (let index = 0; index < entries; index += 1) {
      const at = 10 + 12 * index;
      bytes.writeUInt16LE(of.tag + (index % 3), at);
      bytes.writeUInt16LE(of.type, at + 2);
      bytes.writeUInt32LE(of.count, at + 4);
      bytes.writeUInt32LE(of.value, at + 8);
    }
    return bytes;
  };
  const laughs = 'abcdefghi'
    .split('')
    .map((name, index, all) => `<!ENTITY ${name} "${index === 0 ? 'ha' : `&${all[index - 1]};`.repeat(10)}">`)
    .join('');
  const nested = (depth: number): string => xmpOf('<dc:a>'.repeat(depth) + '</dc:a>'.repeat(depth));

  const harmful: [what: string, bytes: () => Buffer | Promise<Buffer>][] = [
    ['directories that refer to themselves', () => tiff(5000, { tag: 0x8769, type: 4, count: 1, value: 8 })],
    ['huge counts', () => tiff(5000, { tag: 0x010e, type: 2, count: 0x7fffffff, value: 8 })],
    ['one text repeated thousands of times', () => tiff(5000, { tag: 0x010e, type: 2, count: 60_000, value: 8 })],
    ['nested entities', () => withXmp(`<!DOCTYPE a [${laughs}]>${xmpOf('<dc:title>&i;</dc:title>')}`)],
    ['deeply nested elements', () => withXmp(nested(4000))],
    ['unclosed XMP elements', () => withXmp(xmpOf('<dc:a>'.repeat(9000)))],
  ];
  for (const [what, bytes] of harmful) {
    it(`produce little output in little time: ${what}`, async () => {
      const harm = await bytes();
      const start = process.cpuUsage();
      const tags = readTags(harm);
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1e6, 'seconds of the processor').to.be.below(5);
      expect(JSON.stringify(tags).length).to.be.below(100_000);
    });
  }

  it('are read without XMP that is longer than any real one', async () => {
    const long = xmpOf(`<dc:title>${'x'.repeat(300_000)}</dc:title>`);
    expect(readTags(await picture().withExif(exif).withXmp(long).png().toBuffer())).to.have.keys('ifd0', 'exif', 'gps');
  });
});
